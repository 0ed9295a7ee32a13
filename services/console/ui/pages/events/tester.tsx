import type { Schemas } from '@loyalty/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useLoyalty } from '../../api/client.ts';
import { useMode } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { parsed } from '../../model/json-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { AreaField, TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { words } from '../../words/index.ts';
import { EventOutcome } from './event-outcome.tsx';
import { jsonFault } from './json-fault.ts';
import { PayloadFields } from './payload-fields.tsx';
import {
  fieldsOf,
  type PayloadField,
  payloadOf,
  type PayloadTexts,
  pointerOfField,
  textsOf,
} from './payload-form.ts';
import { isObject, type PayloadJson } from './payload-schema.ts';
import { eventWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './events-page.module.css';

type Definition = Schemas['EventDefinition'];

const texts = eventWords.tester;

/** Tries an event by sending it, only in test. */
export function Tester({ definition }: { readonly definition: Definition }) {
  const mode = useMode();
  const { permissions } = useSession();
  const missing = missingPermission(['submitEvent'], permissions);
  return (
    <section className={css.card} aria-label={texts.title}>
      <header>
        <h2>{texts.title}</h2>
        <span className={`${css.small} ${css.faint}`}>{texts.about}</span>
      </header>
      <div className={css.pad}>
        {missing !== null ? (
          <p className={css.muted}>{words.needsPermission(missing)}</p>
        ) : mode === 'test' ? (
          <TestForm definition={definition} />
        ) : (
          <InTest eventKey={definition.key} />
        )}
      </div>
    </section>
  );
}

function InTest({ eventKey }: { readonly eventKey: string }) {
  return (
    <div className={css.stack}>
      <p className={css.muted}>{texts.liveAbout}</p>
      <p>
        <Link className={css.btn} to="/events/$eventKey" params={{ eventKey }} search={{ mode: 'test' }}>
          <FlaskConical size={15} /> {texts.toTest}
        </Link>
      </p>
    </div>
  );
}

const newRef = (): string => `try-${crypto.randomUUID().slice(0, 8)}`;

/** The draft is a form, or JSON; each becomes the other without a loss. */
interface Draft {
  readonly view: 'form' | 'json';
  readonly texts: PayloadTexts;
  /** Members of the payload that the form does not show. */
  readonly rest: PayloadJson;
  readonly json: string;
}

const empty: Draft = { view: 'form', texts: {}, rest: {}, json: '{}' };

const payloadIn = (draft: Draft, fields: readonly PayloadField[]): unknown =>
  draft.view === 'form' ? payloadOf(fields, draft.texts, draft.rest) : parsed(draft.json);

const viewed = (draft: Draft, view: Draft['view'], fields: readonly PayloadField[]): Draft => {
  const payload = payloadIn(draft, fields);
  if (view === 'json') return { ...draft, view, json: JSON.stringify(payload, null, 2) };
  return isObject(payload) ? { ...draft, view, ...textsOf(fields, payload) } : draft;
};

const useSend = (onSent: () => void) => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['EventBody']) => loyalty.withResponse.submitEvent({ body }),
    onSuccess: () => {
      onSent();
      for (const read of ['listEvents', 'getMember', 'listMembers', 'listStampCards'])
        void queries.invalidateQueries({ queryKey: [tenantId, mode, read] });
    },
    onError: () => void queries.invalidateQueries({ queryKey: [tenantId, mode, 'getEventDefinition'] }),
  });
};

function TestForm({ definition }: { readonly definition: Definition }) {
  const fields = fieldsOf(definition);
  const [draft, setDraft] = useState(empty);
  const [ref, setRef] = useState(newRef);
  const send = useSend(() => setRef(newRef()));
  const payload = payloadIn(draft, fields);
  const body = { eventKey: definition.key, ref, payload: isObject(payload) ? payload : {} };
  const isForm = draft.view === 'form';
  return (
    <div className={own.stack}>
      <Form
        error={send.error}
        pointers={isForm ? fields.map(pointerOfField).concat('/ref') : ['/ref']}
        isPending={send.isPending}
        submit={texts.send}
        canSubmit={isObject(payload)}
        onSubmit={() => send.mutate(body)}
        aside={<CodeButton operation="submitEvent" args={{ body }} />}
      >
        <Segments
          label={texts.view}
          chosen={draft.view}
          options={(['form', 'json'] as const).map((value) => ({ value, text: texts.views[value] }))}
          onChoose={(view) => setDraft(viewed(draft, view, fields))}
        />
        <PayloadEditor draft={draft} fields={fields} onChange={setDraft} />
        <TextField
          label={texts.ref}
          hint={texts.refHint}
          pointer="/ref"
          isMono
          value={ref}
          onChange={setRef}
        />
      </Form>
      {send.data === undefined ? null : (
        <EventOutcome outcome={send.data.data} isReplayed={send.data.isReplayed} />
      )}
    </div>
  );
}

interface PayloadEditorProps {
  readonly draft: Draft;
  readonly fields: readonly PayloadField[];
  readonly onChange: (draft: Draft) => void;
}

function PayloadEditor({ draft, fields, onChange }: PayloadEditorProps) {
  if (draft.view === 'form')
    return (
      <PayloadFields
        fields={fields}
        texts={draft.texts}
        onChange={(pointer, text) => {
          const changed = { ...draft.texts, [pointer]: text };
          onChange({ ...draft, texts: changed });
        }}
      />
    );
  return <JsonField text={draft.json} onChange={(json) => onChange({ ...draft, json })} />;
}

function JsonField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  return (
    <AreaField
      label={texts.payload}
      fault={jsonFault(text)}
      rows={10}
      isMono
      value={text}
      onChange={onChange}
    />
  );
}
