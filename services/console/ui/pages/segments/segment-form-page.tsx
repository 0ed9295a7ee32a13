import { LoyaltyProblem, type Schemas } from '@loyalty/client';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ListChecks, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { usePreview } from '../../api/use-preview.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { changedMembers } from '../../model/drafts/changed.ts';
import { faultsOf } from '../../model/drafts/field-faults.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { AreaField, TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { MembersNow } from './members-now.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { groupOf, isFilled, newGroup, type GroupLine, rulesOf } from './rule-tree.ts';
import { useTiers } from './use-rule-words.ts';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './segments-page.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

type Segment = Schemas['Segment'];
type SegmentType = Schemas['SegmentType'];

const texts = segmentWords.form;

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly type: SegmentType;
  readonly rule: GroupLine;
}

export function NewSegmentPage() {
  return (
    <Permitted operations={['listSegments', 'createSegment']}>
      <main className={css.main} id="content">
        <TitleHead crumb={<ListCrumb />} title={texts.newTitle} />
        <CreateForm />
      </main>
    </Permitted>
  );
}

export function EditSegmentPage() {
  const { segmentId } = useParams({ from: '/segments/$segmentId/edit' });
  return (
    <Permitted operations={['getSegment', 'updateSegment']}>
      <EditBody key={segmentId} segmentId={segmentId} />
    </Permitted>
  );
}

function ListCrumb() {
  return (
    <Crumb>
      <Link className={css.link} to="/segments" search={modeIn}>
        {segmentWords.title}
      </Link>
    </Crumb>
  );
}

function EditBody({ segmentId }: { readonly segmentId: string }) {
  const read = useOperation('getSegment', { segmentId });
  return (
    <main className={css.main} id="content">
      <TitleHead crumb={<SegmentCrumb segment={read.data} segmentId={segmentId} />} title={texts.editTitle} />
      <ReadCard read={read}>{(segment) => <EditForm segment={segment} />}</ReadCard>
    </main>
  );
}

function SegmentCrumb({
  segment,
  segmentId,
}: {
  readonly segment?: Segment | undefined;
  readonly segmentId: string;
}) {
  return (
    <Crumb text={segment?.name ?? segmentId}>
      <Link className={css.link} to="/segments" search={modeIn}>
        {segmentWords.title}
      </Link>
    </Crumb>
  );
}

const bodyOf = ({ name, description, type, rule }: Draft) => ({
  name,
  description: description === '' ? null : description,
  rules: type === 'DYNAMIC' ? rulesOf(rule) : null,
});

function CreateForm() {
  const [draft, setDraft] = useState<Draft>(() => ({
    name: '',
    description: '',
    type: 'DYNAMIC',
    rule: newGroup(),
  }));
  const navigate = useNavigate();
  const create = useWrite('createSegment', {
    invalidates: ['listSegments'],
    onDone: ({ id }) => {
      toast({ title: texts.created });
      void navigate({ to: '/segments/$segmentId', params: { segmentId: id }, search: modeIn });
    },
  });
  const body = { ...bodyOf(draft), type: draft.type };
  return (
    <SegmentForm
      draft={draft}
      onChange={setDraft}
      write={create}
      submit={texts.create}
      code={<CodeButton operation="createSegment" args={{ body }} />}
      isNew
      onSubmit={() => create.mutate({ body })}
      onCancel={() => void navigate({ to: '/segments', search: modeIn })}
    />
  );
}

function EditForm({ segment }: { readonly segment: Segment }) {
  const { id: segmentId, type, lastRefreshedAt } = segment;
  // What is typed stays, whatever is read meanwhile.
  const [read] = useState(segment);
  const [draft, setDraft] = useState<Draft>(() => ({
    name: segment.name,
    description: segment.description ?? '',
    type,
    rule: segment.rules === null ? newGroup() : groupOf(segment.rules),
  }));
  const navigate = useNavigate();
  const toSegment = (since?: string): void =>
    void navigate({
      to: '/segments/$segmentId',
      params: { segmentId },
      search: (search) => ({ ...modeIn(search), ...(since === undefined ? {} : { since }) }),
    });
  const update = useWrite('updateSegment', {
    invalidates: ['listSegments', 'getSegment', 'listSegmentMembers'],
    canInsist: true,
    onDone: (_, { body }) => {
      const isRuled = body.rules !== undefined;
      toast(isRuled ? { title: texts.saved, detail: texts.savedRule } : { title: texts.saved });
      toSegment(isRuled ? (lastRefreshedAt ?? undefined) : undefined);
    },
  });
  const body = changedMembers(read, bodyOf(draft));
  return (
    <SegmentForm
      draft={draft}
      onChange={setDraft}
      write={update}
      submit={texts.save}
      code={<CodeButton operation="updateSegment" args={{ segmentId, body }} />}
      onSubmit={() => update.mutate({ segmentId, body, ifMatch: read.etag })}
      onCancel={() => toSegment()}
    />
  );
}

interface SegmentFormProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly write: { readonly error: unknown; readonly isPending: boolean };
  readonly submit: string;
  readonly code: ReactNode;
  readonly isNew?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

const sampleSize = 5;

/** Faults of the rule that is being typed, in the API's words, before anything is saved. */
const faultyPreview = (error: unknown): LoyaltyProblem | null =>
  error instanceof LoyaltyProblem && faultsOf(error.context).size > 0 ? error : null;

function SegmentForm(props: SegmentFormProps) {
  const { draft, write } = props;
  const isDynamic = draft.type === 'DYNAMIC';
  const isWhole = isFilled(draft.rule);
  const preview = usePreview(isDynamic && isWhole ? rulesOf(draft.rule) : null, sampleSize);
  const faulty = faultyPreview(preview.error);
  return (
    <div className={css.grid2}>
      <div>
        <section className={`${css.card} ${css.padAll}`}>
          <Form
            error={write.error ?? faulty}
            pointers={['/name', '/description', '/rules']}
            isPending={write.isPending}
            submit={props.submit}
            onSubmit={props.onSubmit}
            onCancel={props.onCancel}
            aside={props.code}
          >
            <SegmentFields {...props} />
          </Form>
        </section>
      </div>
      <div>
        {isDynamic ? <MembersNow preview={preview} isFilled={isWhole} isFaulty={faulty !== null} /> : null}
      </div>
    </div>
  );
}

function SegmentFields({ draft, onChange, isNew = false }: SegmentFormProps) {
  const tiers = useTiers();
  const set =
    (name: keyof Draft) =>
    (value: string | GroupLine): void =>
      onChange({ ...draft, [name]: value });
  return (
    <>
      <TextField label={texts.name} pointer="/name" value={draft.name} onChange={set('name')} />
      <AreaField
        label={texts.description}
        hint={texts.descriptionHint}
        pointer="/description"
        rows={2}
        value={draft.description}
        onChange={set('description')}
      />
      {isNew ? <TypeChoice type={draft.type} onChoose={set('type')} /> : null}
      {draft.type === 'DYNAMIC' ? (
        <RuleEditor group={draft.rule} tiers={tiers} onChange={set('rule')} />
      ) : null}
    </>
  );
}

const types = [
  { type: 'DYNAMIC', icon: <SlidersHorizontal size={17} /> },
  { type: 'STATIC', icon: <ListChecks size={17} /> },
] as const;

interface TypeChoiceProps {
  readonly type: SegmentType;
  readonly onChoose: (type: SegmentType) => void;
}

function TypeChoice({ type, onChoose }: TypeChoiceProps) {
  return (
    <div className={fieldCss.field} role="group" aria-label={texts.how}>
      <span className={fieldCss.label}>{texts.how}</span>
      <div className={own.cards}>
        {types.map((one) => (
          <button
            key={one.type}
            type="button"
            className={own.choice}
            aria-pressed={one.type === type}
            onClick={() => onChoose(one.type)}
          >
            {one.icon}
            <b>{texts.kinds[one.type].title}</b>
            <small>{texts.kinds[one.type].about}</small>
          </button>
        ))}
      </div>
    </div>
  );
}
