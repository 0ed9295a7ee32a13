import type { FoundPurchase } from '@loyalty/tables/members/management';

/** The fields by which a receipt says when it was bought, for how much and where. */
export const shownPurchase = ({
  occurredAt,
  amount,
  storeRef,
  isReturned,
}: Omit<FoundPurchase, 'createdAt'>) => ({
  occurredAt: occurredAt?.toISOString() ?? null,
  amount,
  storeRef,
  isReturned,
});
