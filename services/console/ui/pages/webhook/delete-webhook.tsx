import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { hostOf } from '../../model/webhooks.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { CheckField } from '../../parts/forms/field.tsx';
import { webhookWords } from '../../words/webhooks.ts';

interface DeleteWebhookProps {
  readonly webhook: Schemas['Webhook'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteWebhook({ webhook: { id, url, etag }, onClose, onDone }: DeleteWebhookProps) {
  const [isDropped, setDropped] = useState(false);
  const write = useWrite('deleteWebhook', {
    invalidates: ['listWebhooks'],
    onDone: () => {
      toast({ title: webhookWords.deletion.done });
      onDone();
    },
  });
  const args = { webhookId: id, drop: isDropped ? true : undefined };
  return (
    <ConfirmDialog
      title={webhookWords.deletion.title}
      about={webhookWords.deletion.about}
      typed={hostOf(url)}
      submit={webhookWords.deletion.submit}
      isOpen
      isPending={write.isPending}
      error={write.error}
      onConfirm={() => write.mutate({ ifMatch: etag, ...args })}
      onClose={onClose}
      aside={<CodeButton operation="deleteWebhook" args={args} />}
    >
      <CheckField label={webhookWords.deletion.drop} isChecked={isDropped} onChange={setDropped} />
    </ConfirmDialog>
  );
}
