import type { Schemas } from '@loyalty/client';
import { useNavigate } from '@tanstack/react-router';
import { RotateCcw, Send } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ActionMenu } from '../../parts/dialogs/action-menu.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { webhookWords } from '../../words/webhooks.ts';
import { DeleteWebhook } from './delete-webhook.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { useChooseDelivery } from './use-choose-delivery.ts';
import { replayWords } from './words.ts';
import * as headCss from '../../parts/page/page-head.module.css';

type Webhook = Schemas['Webhook'];
type DialogName = 'edit' | 'rotate' | 'delete' | 'replay';

export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [shown, show] = useState<DialogName | null>(null);
  const { id: webhookId, status } = webhook;
  const { setStatus, isPending } = useStatus(webhook);
  const isActive = status === 'ACTIVE';
  return (
    <div className={headCss.acts}>
      <CodeButton operation="listDeliveries" args={{ webhookId, limit: 50 }} />
      <TestButton webhookId={webhookId} />
      <ActionButton
        operations={['replayEvents']}
        why={isActive ? undefined : replayWords.whileDisabled}
        onClick={() => show('replay')}
      >
        <RotateCcw size={15} /> {replayWords.open}
      </ActionButton>
      {isActive ? null : (
        <ActionButton
          operations={['updateWebhook']}
          kind="main"
          isBusy={isPending}
          onClick={() => setStatus('ACTIVE')}
        >
          {webhookWords.enable}
        </ActionButton>
      )}
      <MoreActions isActive={isActive} show={show} onDisable={() => setStatus('DISABLED')} />
      <ShownDialog webhook={webhook} shown={shown} onClose={() => show(null)} />
    </div>
  );
}

/** What can be undone is done at once. */
const useStatus = ({ id: webhookId, etag }: Webhook) => {
  const write = useWrite('updateWebhook', { invalidates: ['getWebhook', 'listWebhooks', 'listDeliveries'] });
  const setStatus = (status: Webhook['status'], ifMatch = etag): void =>
    write.mutate(
      { webhookId, body: { status }, ifMatch },
      {
        onError: toastProblem,
        onSuccess: ({ etag: next }) => {
          if (status === 'ACTIVE')
            toast({ title: webhookWords.isEnabled, detail: webhookWords.isEnabledDetail });
          else
            toast({
              title: webhookWords.isDisabled,
              detail: webhookWords.isDisabledDetail,
              onUndo: () => setStatus('ACTIVE', next),
            });
        },
      },
    );
  return { setStatus, isPending: write.isPending };
};

function TestButton({ webhookId }: { readonly webhookId: string }) {
  const choose = useChooseDelivery();
  const write = useWrite('testWebhook', {
    invalidates: ['listDeliveries'],
    onDone: ({ deliveryId }) => {
      toast({ title: webhookWords.tested, detail: webhookWords.testedDetail });
      choose(deliveryId);
    },
  });
  return (
    <ActionButton
      operations={['testWebhook']}
      isBusy={write.isPending}
      onClick={() => write.mutate({ webhookId }, { onError: toastProblem })}
    >
      <Send size={15} /> {webhookWords.test}
    </ActionButton>
  );
}

interface MoreActionsProps {
  readonly isActive: boolean;
  readonly show: (dialog: DialogName) => void;
  readonly onDisable: () => void;
}

function MoreActions({ isActive, show, onDisable }: MoreActionsProps) {
  const opens = (dialog: DialogName) => () => show(dialog);
  const change = { operations: ['updateWebhook'] } as const;
  return (
    <ActionMenu
      label={webhookWords.more}
      actions={[
        { text: webhookWords.edit, operations: change.operations, onClick: opens('edit') },
        { text: webhookWords.rotate, operations: change.operations, onClick: opens('rotate') },
        ...(isActive
          ? [{ text: webhookWords.disable, operations: change.operations, onClick: onDisable }]
          : []),
        {
          text: webhookWords.remove,
          operations: ['deleteWebhook'],
          isDanger: true,
          onClick: opens('delete'),
        },
      ]}
    />
  );
}

interface ShownDialogProps {
  readonly webhook: Webhook;
  readonly shown: DialogName | null;
  readonly onClose: () => void;
}

/** Mounted while it is open: what was typed, and secrets, go with it. */
function ShownDialog({ webhook, shown, onClose }: ShownDialogProps) {
  const navigate = useNavigate();
  switch (shown) {
    case null:
      return null;
    case 'edit':
      return <EditWebhook webhook={webhook} onClose={onClose} />;
    case 'rotate':
      return <RotateSecret webhookId={webhook.id} etag={webhook.etag} onClose={onClose} />;
    case 'replay':
      return <ReplayDialog webhookId={webhook.id} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteWebhook
          webhook={webhook}
          onClose={onClose}
          onDone={() => void navigate({ to: '/webhooks', search: modeIn })}
        />
      );
  }
}
