import { LoyaltyProblem, type Schemas } from '@loyalty/client';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useLoyalty } from '../../api/client.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { isRetriable } from '../../model/rewards.ts';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { rewardWords } from './words.ts';
import * as css from '../../styles/common.module.css';

/**
 * Requests the codes of all failed rewards that are shown. It shows nothing if fewer than two have failed.
 */
export function RetryAll({ rewards }: { readonly rewards: readonly Schemas['Reward'][] }) {
  const failed = rewards.filter(isRetriable).map(({ id }) => id);
  const { done, of, retry } = useRetryAll();
  const isBusy = done !== null;
  if (failed.length < 2 && !isBusy) return null;
  const text = isBusy
    ? rewardWords.retrying(pointsText(done), pointsText(of))
    : rewardWords.retryAll(pointsText(failed.length));
  return (
    <>
      <ActionButton operations={['retryReward']} isBusy={isBusy} onClick={() => void retry(failed)}>
        <RotateCcw size={15} /> {text}
      </ActionButton>
      <span className={css.vh} role="status">
        {isBusy ? text : ''}
      </span>
    </>
  );
}

/** One after another: the API takes one reward a call, and what is refused of one says nothing of the others. */
const useRetryAll = () => {
  const { loyalty, tenantId, mode } = useLoyalty();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null);
  const retry = async (ids: readonly string[]): Promise<void> => {
    let refused = 0;
    let done = 0;
    try {
      for (const rewardId of ids) {
        setProgress({ done, of: ids.length });
        refused += (await isTaken(loyalty.retryReward({ rewardId }))) ? 0 : 1;
        done += 1;
      }
    } catch (error) {
      toastProblem(error);
    }
    setProgress(null);
    for (const read of ['listRewards', 'getReward'])
      void queries.invalidateQueries({ queryKey: [tenantId, mode, read] });
    if (done > 0) toast(outcomeOf(done - refused, refused));
  };
  return { done: progress?.done ?? null, of: progress?.of ?? 0, retry };
};

/** Returns false if it is not retried any more: somebody else was there before. */
const isTaken = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof LoyaltyProblem && [404, 409].includes(error.status)) return false;
    throw error;
  }
};

const outcomeOf = (retried: number, refused: number) => ({
  title: rewardWords.retriedAll(pointsText(retried)),
  ...(refused === 0 ? {} : { detail: rewardWords.refusedSome(pointsText(refused)) }),
});
