import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { webhookWords } from '../../words/webhooks.ts';
import { bodyOf, draftOf, WebhookFields, webhookPointers } from '../webhooks/webhook-fields.tsx';

interface EditWebhookProps {
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
}

export function EditWebhook({ webhook, onClose }: EditWebhookProps) {
  const [draft, setDraft] = useState(() => draftOf(webhook));
  // As it was when it was opened.
  const [ifMatch] = useState(webhook.etag);
  const write = useWrite('updateWebhook', {
    invalidates: ['getWebhook', 'listWebhooks'],
    canInsist: true,
    onDone: onClose,
  });
  // Any change would enable what its deliveries have disabled; that is another button.
  const status = webhook.status === 'DISABLED' ? { status: webhook.status } : {};
  const args = { webhookId: webhook.id, body: { ...bodyOf(draft), ...status } };
  return (
    <Dialog title={webhookWords.form.edit} isWide isOpen onClose={onClose}>
      <Form
        error={write.error}
        pointers={webhookPointers}
        isPending={write.isPending}
        submit={webhookWords.form.save}
        onSubmit={() => write.mutate({ ifMatch, ...args })}
        onCancel={onClose}
        aside={<CodeButton operation="updateWebhook" args={args} />}
      >
        <WebhookFields draft={draft} onChange={setDraft} />
      </Form>
    </Dialog>
  );
}
