import type { Schemas } from '@loyalty/client';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { changedMembers } from '../../model/drafts/changed.ts';
import { parsed } from '../../model/json-text.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { SelectField, TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { type Unsaved, UnsavedDraft, useUnsaved } from '../../parts/forms/unsaved-draft.tsx';
import { Crumb } from '../../parts/page/crumb.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { TitleHead } from '../../parts/page/title-head.tsx';
import { draftOf, isObject, type PayloadJson, pointerOfRow, schemaOf } from './payload-schema.ts';
import { SchemaEditor, type SchemaState } from './schema-editor.tsx';
import { eventWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './events-page.module.css';

type Definition = Schemas['EventDefinition'];

const texts = eventWords.form;

interface Draft {
  readonly key: string;
  readonly name: string;
  readonly identityProperty: string;
  /** Empty if the key says it. */
  readonly lifecycleType: string;
  readonly referrerProperty: string;
  readonly schema: SchemaState;
}

export function NewEventPage() {
  return (
    <Permitted operations={['createEventDefinition']}>
      <main className={css.main} id="content">
        <TitleHead crumb={<ListCrumb />} title={texts.newTitle} />
        <CreateForm />
      </main>
    </Permitted>
  );
}

export function EditEventPage() {
  const { eventKey } = useParams({ from: '/events/$eventKey/edit' });
  return (
    <Permitted operations={['getEventDefinition', 'updateEventDefinition']}>
      <EditBody key={eventKey} eventKey={eventKey} />
    </Permitted>
  );
}

function EditBody({ eventKey }: { readonly eventKey: string }) {
  const read = useOperation('getEventDefinition', { eventKey });
  return (
    <main className={css.main} id="content">
      <TitleHead crumb={<ListCrumb text={read.data?.name ?? eventKey} />} title={texts.editTitle} />
      <ReadCard read={read}>{(definition) => <EditForm definition={definition} />}</ReadCard>
    </main>
  );
}

function ListCrumb({ text = null }: { readonly text?: string | null }) {
  return (
    <Crumb text={text}>
      <Link className={css.link} to="/events" search={modeIn}>
        {eventWords.title}
      </Link>
    </Crumb>
  );
}

const stateOf = (properties: PayloadJson): SchemaState => {
  const draft = draftOf(properties);
  return draft === null
    ? { view: 'json', text: JSON.stringify(properties, null, 2) }
    : { view: 'rows', draft };
};

/** Returns null while the text is no object. */
const schemaIn = (state: SchemaState): PayloadJson | null => {
  if (state.view === 'rows') return schemaOf(state.draft);
  const value = parsed(state.text);
  return isObject(value) ? value : null;
};

const invalidates = ['listEventDefinitions', 'getEventDefinition'] as const;

/** Goes to the definition, and says what the API finds odd about it. */
const useDone = (
  { settle }: Unsaved,
  textsOf: (definition: Definition) => { title: string; detail?: string },
) => {
  const navigate = useNavigate();
  return (definition: Definition): void => {
    settle();
    toast(textsOf(definition));
    for (const { message } of definition.warnings ?? []) toast({ title: texts.remark, detail: message });
    void navigate({ to: '/events/$eventKey', params: { eventKey: definition.key }, search: modeIn });
  };
};

/** An empty field is left out, so that the API takes its own default. */
const given = (name: string, text: string) => (text === '' ? {} : { [name]: text });

const newDraft = (): Draft => ({
  key: '',
  name: '',
  identityProperty: 'customerId',
  lifecycleType: '',
  referrerProperty: 'referrerRef',
  schema: stateOf({}),
});

const useEventDraft = (begin: () => Draft) => {
  const [first] = useState(begin);
  const [draft, setDraft] = useState(first);
  return { draft, setDraft, unsaved: useUnsaved({ first, draft, onRestore: setDraft }) };
};

function CreateForm() {
  const { draft, setDraft, unsaved } = useEventDraft(newDraft);
  const navigate = useNavigate();
  const onDone = useDone(unsaved, ({ key }) => ({ title: texts.created(shownText(key)) }));
  const create = useWrite('createEventDefinition', { invalidates, onDone });
  const properties = schemaIn(draft.schema);
  const body = {
    key: draft.key,
    name: draft.name,
    properties: properties ?? {},
    ...given('identityProperty', draft.identityProperty),
    ...given('lifecycleType', draft.lifecycleType),
    ...given('referrerProperty', draft.referrerProperty),
  } as Schemas['EventDefinitionCreateBody'];
  return (
    <EventForm
      draft={draft}
      onChange={setDraft}
      unsaved={unsaved}
      isNew
      canSubmit={properties !== null}
      write={create}
      submit={texts.create}
      code={<CodeButton operation="createEventDefinition" args={{ body }} />}
      onSubmit={() => create.mutate({ body })}
      onCancel={() => void navigate({ to: '/events', search: modeIn })}
    />
  );
}

function EditForm({ definition }: { readonly definition: Definition }) {
  const { key: eventKey } = definition;
  // What is typed stays, whatever is read meanwhile.
  const [read] = useState(definition);
  const { draft, setDraft, unsaved } = useEventDraft(() => ({
    key: eventKey,
    name: read.name,
    identityProperty: read.identityProperty,
    lifecycleType: read.lifecycleType,
    referrerProperty: read.referrerProperty,
    schema: stateOf(read.properties),
  }));
  const navigate = useNavigate();
  const onDone = useDone(unsaved, ({ version }) =>
    version === read.version
      ? { title: texts.saved }
      : { title: texts.saved, detail: texts.savedVersion(pointsText(version)) },
  );
  const update = useWrite('updateEventDefinition', { invalidates, canInsist: true, onDone });
  const properties = schemaIn(draft.schema);
  const { name, identityProperty, lifecycleType, referrerProperty } = draft;
  const whole = { name, identityProperty, lifecycleType, referrerProperty, properties: properties ?? {} };
  const body = changedMembers(read, whole) as Schemas['EventDefinitionUpdateBody'];
  return (
    <EventForm
      draft={draft}
      onChange={setDraft}
      unsaved={unsaved}
      canSubmit={properties !== null}
      write={update}
      submit={texts.save}
      code={<CodeButton operation="updateEventDefinition" args={{ eventKey, body }} />}
      onSubmit={() => update.mutate({ eventKey, body, ifMatch: read.etag })}
      onCancel={() => void navigate({ to: '/events/$eventKey', params: { eventKey }, search: modeIn })}
    />
  );
}

interface EventFormProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly unsaved: Unsaved;
  readonly isNew?: boolean;
  readonly canSubmit: boolean;
  readonly write: { readonly error: unknown; readonly isPending: boolean };
  readonly submit: string;
  readonly code: ReactNode;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

const plainPointers = ['/key', '/name', '/identityProperty', '/lifecycleType', '/referrerProperty'];

function EventForm(props: EventFormProps) {
  const { draft, onChange, write } = props;
  const { schema } = draft;
  const rows =
    schema.view === 'rows' ? schema.draft.rows.map(({ name }) => pointerOfRow(schema.draft, name)) : [];
  return (
    <>
      <UnsavedDraft unsaved={props.unsaved} />
      <section className={`${css.card} ${css.padAll} ${own.narrow}`}>
        <Form
          error={write.error}
          pointers={plainPointers.concat(rows)}
          isPending={write.isPending}
          submit={props.submit}
          canSubmit={props.canSubmit}
          onSubmit={props.onSubmit}
          onCancel={props.onCancel}
          aside={props.code}
        >
          <EventFields {...props} />
          <SchemaEditor state={schema} onChange={(changed) => onChange({ ...draft, schema: changed })} />
        </Form>
      </section>
    </>
  );
}

function EventFields({ draft, onChange, isNew = false }: EventFormProps) {
  const field = (name: Exclude<keyof Draft, 'schema'>) => ({
    pointer: `/${name}`,
    value: draft[name],
    onChange: (text: string) => onChange({ ...draft, [name]: text }),
  });
  const byKey = isNew ? [{ value: '', text: texts.lifecycleByKey }] : [];
  const types = Object.entries(eventWords.lifecycleTypes).map(([value, text]) => ({ value, text }));
  const isReferral = draft.lifecycleType === 'REFERRAL' || /(^|[._-])referral$/.test(draft.key);
  return (
    <>
      <div className={css.row2}>
        {isNew ? <TextField label={texts.key} hint={texts.keyHint} isMono {...field('key')} /> : null}
        <TextField label={texts.name} {...field('name')} />
      </div>
      <div className={css.row2}>
        <TextField label={texts.identity} hint={texts.identityHint} isMono {...field('identityProperty')} />
        <SelectField
          label={texts.lifecycle}
          hint={texts.lifecycleHint}
          options={byKey.concat(types)}
          {...field('lifecycleType')}
        />
      </div>
      {isReferral ? <TextField label={texts.referrer} isMono {...field('referrerProperty')} /> : null}
    </>
  );
}
