import { LoyaltyProblem, type Schemas } from '@loyalty/client';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ListChecks, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { usePreview } from '../../api/use-preview.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { changedMembers } from '../../model/drafts/changed.ts';
import { textAt, withValue } from '../../model/drafts/draft.ts';
import { faultsOf } from '../../model/drafts/field-faults.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { DraftText } from '../../parts/forms/draft-fields.tsx';
import {
  DraftOf,
  type DraftState,
  type PageDraft,
  useDraft,
  usePageDraft,
} from '../../parts/forms/draft-state.tsx';
import { AreaField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { UnsavedDraft } from '../../parts/forms/unsaved-draft.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { MembersNow } from './members-now.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { isFilled, newGroup } from './rule-tree.ts';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './segments-page.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

type Segment = Schemas['Segment'];

const texts = segmentWords.form;

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

function CreateForm() {
  const state = usePageDraft(() => ({ name: '', description: null, rules: newGroup(), type: 'DYNAMIC' }));
  const navigate = useNavigate();
  const create = useWrite('createSegment', {
    invalidates: ['listSegments'],
    onDone: ({ id }) => {
      state.unsaved.settle();
      toast({ title: texts.created });
      void navigate({ to: '/segments/$segmentId', params: { segmentId: id }, search: modeIn });
    },
  });
  // A rule that was begun is there again when somebody returns to it.
  const sent = isDynamic(state) ? state.draft : withValue(state.draft, '/rules', null);
  // The API judges what is typed, so it is sent as it is.
  const body = sent as unknown as Schemas['SegmentCreateBody'];
  return (
    <SegmentForm
      state={state}
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
  const { id: segmentId, lastRefreshedAt } = segment;
  // What is typed stays, whatever is read meanwhile.
  const [read] = useState(segment);
  const state = usePageDraft(() => ({
    name: segment.name,
    description: segment.description,
    rules: segment.rules,
    type: segment.type,
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
      state.unsaved.settle();
      const isRuled = body.rules !== undefined;
      toast(isRuled ? { title: texts.saved, detail: texts.savedRule } : { title: texts.saved });
      toSegment(isRuled ? (lastRefreshedAt ?? undefined) : undefined);
    },
  });
  const body = changedMembers(read, state.draft) as Schemas['SegmentUpdateBody'];
  return (
    <SegmentForm
      state={state}
      write={update}
      submit={texts.save}
      code={<CodeButton operation="updateSegment" args={{ segmentId, body }} />}
      isNew={false}
      onSubmit={() => update.mutate({ segmentId, body, ifMatch: read.etag })}
      onCancel={() => toSegment()}
    />
  );
}

interface SegmentFormProps {
  readonly state: PageDraft;
  readonly write: { readonly error: unknown; readonly isPending: boolean };
  readonly submit: string;
  readonly code: ReactNode;
  readonly isNew: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

const sampleSize = 5;

/** Faults of the rule that is being typed, in the API's words, before anything is saved. */
const faultyPreview = (error: unknown): LoyaltyProblem | null =>
  error instanceof LoyaltyProblem && faultsOf(error.context).size > 0 ? error : null;

const isDynamic = ({ draft }: DraftState): boolean => draft['type'] === 'DYNAMIC';

function SegmentForm(props: SegmentFormProps) {
  const { state, write } = props;
  const { rules = null } = state.draft;
  const isWhole = isFilled(rules);
  const preview = usePreview(
    isDynamic(state) && isWhole ? (rules as Schemas['SegmentRules']) : null,
    sampleSize,
  );
  const faulty = faultyPreview(preview.error);
  return (
    <div className={css.grid2}>
      <div>
        <UnsavedDraft unsaved={state.unsaved} />
        <section className={`${css.card} ${css.padAll}`}>
          <DraftOf {...state}>
            <Form
              error={write.error ?? faulty}
              pointers={['/name', '/description', '/rules']}
              isPending={write.isPending}
              submit={props.submit}
              onSubmit={props.onSubmit}
              onCancel={props.onCancel}
              aside={props.code}
            >
              <SegmentFields isNew={props.isNew} />
            </Form>
          </DraftOf>
        </section>
      </div>
      <div>
        {isDynamic(state) ? (
          <MembersNow preview={preview} isFilled={isWhole} isFaulty={faulty !== null} />
        ) : null}
      </div>
    </div>
  );
}

function SegmentFields({ isNew }: Pick<SegmentFormProps, 'isNew'>) {
  const state = useDraft();
  const { draft, set } = state;
  return (
    <>
      <DraftText label={texts.name} at="/name" empty="" />
      <AreaField
        label={texts.description}
        hint={texts.descriptionHint}
        pointer="/description"
        rows={2}
        value={textAt(draft, '/description')}
        onChange={(text) => set('/description', text === '' ? null : text)}
      />
      {isNew ? <TypeChoice /> : null}
      {isDynamic(state) ? <RuleEditor /> : null}
    </>
  );
}

const types = [
  { type: 'DYNAMIC', icon: <SlidersHorizontal size={17} /> },
  { type: 'STATIC', icon: <ListChecks size={17} /> },
] as const;

function TypeChoice() {
  const { draft, set } = useDraft();
  return (
    <div className={fieldCss.field} role="group" aria-label={texts.how}>
      <span className={fieldCss.label}>{texts.how}</span>
      <div className={own.cards}>
        {types.map((one) => (
          <button
            key={one.type}
            type="button"
            className={own.choice}
            aria-pressed={one.type === draft['type']}
            onClick={() => set('/type', one.type)}
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
