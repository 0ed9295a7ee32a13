import { LoyaltyProblem, LoyaltyUnreachable } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { SecretShown } from '../../parts/code/secret-shown.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { webhookWords } from '../../words/webhooks.ts';
import { SecretField } from './secret-field.tsx';
import { bodyOf, newDraft, WebhookFields, webhookPointers } from './webhook-fields.tsx';
import * as css from '../../styles/common.module.css';

interface AddWebhookProps {
  /** It is called with the id of the webhook that was made; null if none was. */
  readonly onClose: (webhookId: string | null) => void;
}

/** Creates a webhook. The secret that it shows is forgotten when it closes. */
export function AddWebhook({ onClose }: AddWebhookProps) {
  const [draft, setDraft] = useState(newDraft);
  const [isOwn, setOwn] = useState(false);
  const [secret, setSecret] = useState('');
  const write = useWrite('createWebhook', {
    invalidates: ['listWebhooks'],
    isSecret: true,
    onDone: (made) => {
      if (made.secret === undefined) onClose(made.id);
    },
  });
  const made = write.data;
  if (made?.secret !== undefined)
    return (
      <SecretShown
        texts={webhookWords.secret}
        secret={made.secret}
        onClose={() => {
          write.reset();
          onClose(made.id);
        }}
      />
    );
  const body = bodyOf(draft);
  const shown = isOwn ? { secret: webhookWords.form.hidden } : {};
  const close = () => onClose(null);
  return (
    <Dialog title={webhookWords.form.add} isWide isOpen onClose={close}>
      <Form
        error={write.error}
        pointers={isOwn ? [...webhookPointers, '/secret'] : webhookPointers}
        isPending={write.isPending}
        submit={webhookWords.add}
        canSubmit={draft.url.trim() !== ''}
        onSubmit={() => write.mutate({ body: { ...bodyOf(draft), ...(isOwn ? { secret } : {}) } })}
        onCancel={close}
        // Own secrets are in no code: it may be shown to others.
        aside={<CodeButton operation="createWebhook" args={{ body: { ...body, ...shown } }} />}
      >
        <WebhookFields draft={draft} onChange={setDraft} />
        <SecretField isOwn={isOwn} secret={secret} onChoose={setOwn} onChange={setSecret} />
        {isUnknown(write.error) ? (
          <p className={`${css.small} ${css.warn}`}>{webhookWords.unknownOutcome}</p>
        ) : null}
      </Form>
    </Dialog>
  );
}

const isUnknown = (error: unknown): boolean =>
  (error instanceof LoyaltyUnreachable || error instanceof LoyaltyProblem) && error.isOutcomeUnknown;
