import type { OperationId, Schemas } from '@loyalty/client';
import { useOperation } from '../api/use-operation.ts';
import { pointsText } from '../model/figures.ts';
import type { ListedPage } from './pages.ts';
import { missingPermission } from './permissions.ts';
import { useSession } from './session.tsx';

/** Somebody comes within the day; nothing here is urgent. */
const pollMs = 60_000;
/** More are shown as «20+». */
const countedMax = 20;

/** How many things of a page wait for somebody to act; absent where none does. */
export const useWarningCounts = (): Readonly<Partial<Record<ListedPage['path'], string>>> => {
  const { permissions } = useSession();
  const options = (id: OperationId) => ({
    isEnabled: missingPermission([id], permissions) === null,
    staleMs: pollMs,
    pollMs,
  });
  const webhooks = useOperation('listWebhooks', {}, options('listWebhooks')).data?.webhooks ?? [];
  const rewards = useOperation('listRewards', { state: 'FAILED', limit: countedMax }, options('listRewards'));
  const disabled = webhooks.filter(isOut).length;
  const failed = rewards.data?.rewards.length ?? 0;
  const isMore = (rewards.data?.nextCursor ?? null) !== null;
  return {
    ...(disabled === 0 ? {} : { '/webhooks': pointsText(disabled) }),
    ...(failed === 0 ? {} : { '/rewards': `${pointsText(failed)}${isMore ? '+' : ''}` }),
  };
};

/** One that a person has disabled is as they want it. */
const isOut = ({ disabledReason }: Schemas['Webhook']): boolean =>
  disabledReason !== null && disabledReason !== 'MANUAL';
