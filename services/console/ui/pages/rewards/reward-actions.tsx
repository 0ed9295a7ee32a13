import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { given } from '../../model/address.ts';
import { isRetriable } from '../../model/rewards.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { rewardWords } from './words.ts';
import * as splitCss from '../../parts/lists/split.module.css';

type Reward = Schemas['Reward'];

const readAnew = ['listRewards', 'getReward', 'listMemberRewards'] as const;

/** The actions on a reward that its state allows. */
export function RewardActions({ reward }: { readonly reward: Reward }) {
  const [shown, show] = useState<'redeem' | 'expire' | null>(null);
  const close = () => show(null);
  return (
    <div className={`${splitCss.line} ${splitCss.acts}`}>
      {reward.state === 'ISSUED' ? (
        <>
          <ActionButton operations={['redeemReward']} onClick={() => show('redeem')}>
            {rewardWords.redeem}
          </ActionButton>
          <ActionButton operations={['expireReward']} onClick={() => show('expire')}>
            {rewardWords.expire}
          </ActionButton>
        </>
      ) : null}
      {isRetriable(reward) ? <Retry rewardId={reward.id} /> : null}
      <CodeButton operation="getReward" args={{ rewardId: reward.id }} />
      {shown === 'redeem' ? <Redeem rewardId={reward.id} onClose={close} /> : null}
      {shown === 'expire' ? <Expire reward={reward} onClose={close} /> : null}
    </div>
  );
}

function Retry({ rewardId }: { readonly rewardId: string }) {
  const write = useWrite('retryReward', {
    invalidates: readAnew,
    onDone: () => toast({ title: rewardWords.retried }),
  });
  return (
    <ActionButton
      operations={['retryReward']}
      isBusy={write.isPending}
      onClick={() => write.mutate({ rewardId }, { onError: toastProblem })}
    >
      {rewardWords.retry}
    </ActionButton>
  );
}

interface RedeemProps {
  readonly rewardId: string;
  readonly onClose: () => void;
}

function Redeem({ rewardId, onClose }: RedeemProps) {
  const [receipt, setReceipt] = useState('');
  const [store, setStore] = useState('');
  const { title, about, submit, done, optional, receiptHint } = rewardWords.redemption;
  const write = useWrite('redeemReward', {
    invalidates: readAnew,
    onDone: () => {
      toast({ title: done });
      onClose();
    },
  });
  const textOf = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());
  const args = { rewardId, body: given({ transactionRef: textOf(receipt), storeRef: textOf(store) }) };
  return (
    <Dialog title={title} about={about} isOpen onClose={onClose}>
      <Form
        error={write.error}
        pointers={['/transactionRef', '/storeRef']}
        isPending={write.isPending}
        submit={submit}
        onSubmit={() => write.mutate(args)}
        onCancel={onClose}
        aside={<CodeButton operation="redeemReward" args={args} />}
      >
        <TextField
          label={rewardWords.redemption.receipt}
          hint={receiptHint}
          pointer="/transactionRef"
          isMono
          value={receipt}
          onChange={setReceipt}
        />
        <TextField
          label={rewardWords.redemption.store}
          hint={optional}
          pointer="/storeRef"
          isMono
          value={store}
          onChange={setStore}
        />
      </Form>
    </Dialog>
  );
}

interface ExpireProps {
  readonly reward: Reward;
  readonly onClose: () => void;
}

/** Nobody can take it back, so its code is typed. */
function Expire({ reward: { id, value }, onClose }: ExpireProps) {
  const { title, about, submit, done } = rewardWords.expiry;
  const write = useWrite('expireReward', {
    invalidates: readAnew,
    onDone: () => {
      toast({ title: done });
      onClose();
    },
  });
  const args = { rewardId: id };
  return (
    <ConfirmDialog
      title={title}
      about={about}
      typed={value.code ?? id}
      submit={submit}
      isOpen
      isPending={write.isPending}
      error={write.error}
      onConfirm={() => write.mutate(args)}
      onClose={onClose}
      aside={<CodeButton operation="expireReward" args={args} />}
    />
  );
}
