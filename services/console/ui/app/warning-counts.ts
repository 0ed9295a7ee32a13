import type { OperationId } from '@loyalty/client';
import { useOperation } from '../api/use-operation.ts';
import { pointsText } from '../model/numbers/figures.ts';
import { isRetriable } from '../model/rewards.ts';
import { isDisabledByFailure } from '../model/webhooks.ts';
import { missingPermission } from './permissions.ts';
import { useSession } from './session.tsx';

/** Somebody comes within the day; nothing here is urgent. */
const pollMs = 60_000;
/** More are shown as «20+». */
const countedMax = 20;

/** The query for failed rewards. The overview makes the same one, so there is only one read. */
export const failedRewards = { state: 'FAILED', limit: 50 } as const;

/** Returns how many things of each page wait for somebody to act; absent for a page where nothing waits. */
export const useWarningCounts = (): Readonly<Partial<Record<string, string>>> => {
  const { permissions } = useSession();
  const options = (id: OperationId) => ({
    isEnabled: missingPermission([id], permissions) === null,
    staleMs: pollMs,
    pollMs,
  });
  const webhooks = useOperation('listWebhooks', {}, options('listWebhooks')).data?.webhooks ?? [];
  const rewards =
    useOperation('listRewards', failedRewards, options('listMemberRewards')).data?.rewards ?? [];
  const disabled = webhooks.filter(isDisabledByFailure).length;
  const waiting = rewards.filter(isRetriable).length;
  const failed = Math.min(waiting, countedMax);
  const isMore = waiting > countedMax;
  return {
    ...(disabled === 0 ? {} : { '/webhooks': pointsText(disabled) }),
    ...(failed === 0 ? {} : { '/rewards': `${pointsText(failed)}${isMore ? '+' : ''}` }),
  };
};
