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
}

export const draftOf = ({ url, events }: Pick<Schemas['Webhook'], 'url' | 'events'>): WebhookDraft => ({
  url,
  isAll: events.includes('*'),
  types: events.filter((type) => type !== '*'),
});

export const newDraft: WebhookDraft = { url: '', isAll: true, types: [] };

/** Returns the body of a webhook. Types of a later API are returned as they came. */
export const bodyOf = ({ url, isAll, types }: WebhookDraft): { url: string; events: Events } => ({
  url: url.trim(),
  events: isAll ? ['*'] : (types as Events),
});

export const webhookPointers = ['/url', '/events'] as const;

interface WebhookFieldsProps {
  readonly draft: WebhookDraft;
  readonly onChange: (draft: WebhookDraft) => void;
}

/** The fields for where deliveries go and which events are delivered. */
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
        onChange={(url) => onChange({ url, isAll: draft.isAll, types: draft.types })}
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
          onChoose={(which) => onChange({ url: draft.url, isAll: which === 'all', types: draft.types })}
        />
        {draft.isAll ? <small>{form.allHint}</small> : <EventChoice draft={draft} onChange={onChange} />}
        <EventsFault />
      </fieldset>
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
                onChange({
                  url: draft.url,
                  isAll: false,
                  types: isChecked ? others.concat(type) : others,
                });
              }}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
