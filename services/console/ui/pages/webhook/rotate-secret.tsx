import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { SecretShown } from '../../parts/code/secret-shown.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { webhookWords } from '../../words/webhooks.ts';
import { SecretField } from '../webhooks/secret-field.tsx';
import { createSigningSecret } from './signing-secret.ts';

interface RotateSecretProps {
  readonly webhookId: string;
  /** The version of the webhook that is shown. */
  readonly etag: string | undefined;
  readonly onClose: () => void;
}

/**
 * Rotates a secret. The page creates the secret, because the API accepts secrets and creates none here; so
 * the same call may be repeated.
 */
export function RotateSecret({ webhookId, etag, onClose }: RotateSecretProps) {
  const [made] = useState(createSigningSecret);
  const [isOwn, setOwn] = useState(false);
  const [typed, setTyped] = useState('');
  const close = () => {
    write.reset();
    onClose();
  };
  const write = useWrite('updateWebhook', {
    invalidates: ['getWebhook'],
    isSecret: true,
    onDone: () => {
      toast({ title: webhookWords.rotation.done });
      if (isOwn) close();
    },
  });
  if (write.isSuccess && !isOwn)
    return <SecretShown texts={webhookWords.secret} secret={made} onClose={close} />;
  const hidden = { webhookId, body: { secret: webhookWords.form.hidden } };
  return (
    <Dialog title={webhookWords.rotation.title} about={webhookWords.rotation.about} isOpen onClose={close}>
      <Form
        error={write.error}
        pointers={isOwn ? ['/secret'] : []}
        isPending={write.isPending}
        submit={webhookWords.rotation.submit}
        canSubmit={!isOwn || typed !== ''}
        onSubmit={() => write.mutate({ webhookId, body: { secret: isOwn ? typed : made }, ifMatch: etag })}
        onCancel={close}
        aside={<CodeButton operation="updateWebhook" args={hidden} />}
      >
        <SecretField isOwn={isOwn} secret={typed} onChoose={setOwn} onChange={setTyped} />
      </Form>
    </Dialog>
  );
}
