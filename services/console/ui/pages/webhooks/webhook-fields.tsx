import type { Schemas } from '@loyalty/client';
import { faultAt } from '../../model/drafts/field-faults.ts';
import { CheckField, TextField } from '../../parts/forms/field.tsx';
import { useFaults } from '../../parts/forms/form.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { wordOf } from '../../words/index.ts';
import { webhookWords } from '../../words/webhooks.ts';
import { eventGroupsOf } from './event-types.ts';
import * as css from '../../styles/common.module.css';
import * as own from './webhooks-page.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

type Events = Schemas['WebhookCreateBody']['events'];

export interface WebhookDraft {
  readonly url: string;
  readonly isAll: boolean;
  readonly types: readonly string[];
  readonly batch: BatchDraft;
}

/** Texts as they were typed. */
interface BatchDraft {
  readonly isAsked: boolean;
  readonly maxEvents: string;
  readonly maxWaitMs: string;
}

export const draftOf = ({
  url,
  events,
  batch,
}: Pick<Schemas['Webhook'], 'url' | 'events' | 'batch'>): WebhookDraft => ({
  url,
  isAll: events.includes('*'),
  types: events.filter((type) => type !== '*'),
  batch:
    batch === null
      ? noBatch
      : { isAsked: true, maxEvents: batch.maxEvents.toString(), maxWaitMs: batch.maxWaitMs.toString() },
});

const noBatch: BatchDraft = { isAsked: false, maxEvents: '100', maxWaitMs: '1000' };

export const newDraft: WebhookDraft = { url: '', isAll: true, types: [], batch: noBatch };

/** Returns the body of a webhook. Types of a later API are returned as they came. */
export const bodyOf = ({ url, isAll, types, batch }: WebhookDraft): WebhookBody => ({
  url: url.trim(),
  events: isAll ? ['*'] : (types as Events),
  batch: batch.isAsked ? { maxEvents: Number(batch.maxEvents), maxWaitMs: Number(batch.maxWaitMs) } : null,
});

interface WebhookBody {
  readonly url: string;
  readonly events: Events;
  readonly batch: Schemas['Webhook']['batch'];
}

export const webhookPointers = ['/url', '/events', '/batch', '/batch/maxEvents', '/batch/maxWaitMs'] as const;

interface WebhookFieldsProps {
  readonly draft: WebhookDraft;
  readonly onChange: (draft: WebhookDraft) => void;
}

/** The fields for where deliveries go, which events are delivered, and whether several go together. */
export function WebhookFields({ draft, onChange }: WebhookFieldsProps) {
  const { form } = webhookWords;
  return (
    <>
      <TextField
        label={form.url}
        hint={form.urlHint}
        pointer="/url"
        type="url"
        isMono
        placeholder={form.urlExample}
        value={draft.url}
        onChange={(url) => onChange({ ...draft, url })}
      />
      <fieldset className={fieldCss.field}>
        <legend>{form.events}</legend>
        <Segments
          label={form.events}
          chosen={draft.isAll ? 'all' : 'some'}
          options={[
            { value: 'all', text: form.which.all },
            { value: 'some', text: form.which.some },
          ]}
          onChoose={(which) => onChange({ ...draft, isAll: which === 'all' })}
        />
        {draft.isAll ? <small>{form.allHint}</small> : <EventChoice draft={draft} onChange={onChange} />}
        <EventsFault />
      </fieldset>
      <BatchFields batch={draft.batch} onChange={(batch) => onChange({ ...draft, batch })} />
    </>
  );
}

interface BatchFieldsProps {
  readonly batch: BatchDraft;
  readonly onChange: (batch: BatchDraft) => void;
}

function BatchFields({ batch, onChange }: BatchFieldsProps) {
  const { form } = webhookWords;
  return (
    <>
      <CheckField
        label={form.batch}
        isChecked={batch.isAsked}
        onChange={(isAsked) => onChange({ ...batch, isAsked })}
      />
      <small>{form.batchHint}</small>
      {batch.isAsked ? (
        <>
          <TextField
            label={form.maxEvents}
            hint={form.maxEventsHint}
            pointer="/batch/maxEvents"
            inputMode="numeric"
            value={batch.maxEvents}
            onChange={(maxEvents) => onChange({ ...batch, maxEvents })}
          />
          <TextField
            label={form.maxWaitMs}
            hint={form.maxWaitMsHint}
            pointer="/batch/maxWaitMs"
            inputMode="numeric"
            value={batch.maxWaitMs}
            onChange={(maxWaitMs) => onChange({ ...batch, maxWaitMs })}
          />
        </>
      ) : null}
    </>
  );
}

function EventsFault() {
  const fault = faultAt(useFaults(), '/events');
  return (
    <small className={fieldCss.fault} role="status">
      {fault}
    </small>
  );
}

function EventChoice({ draft, onChange }: WebhookFieldsProps) {
  return (
    <div className={own.eventChoice}>
      {eventGroupsOf(draft.types).map(({ subject, types }) => (
        <fieldset key={subject}>
          <legend className={`${css.small} ${css.faint}`}>{wordOf(webhookWords.form.groups, subject)}</legend>
          {types.map((type) => (
            <CheckField
              key={type}
              label={<span className={css.mono}>{type}</span>}
              isChecked={draft.types.includes(type)}
              onChange={(isChecked) => {
                const others = draft.types.filter((one) => one !== type);
                onChange({ ...draft, isAll: false, types: isChecked ? others.concat(type) : others });
              }}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
