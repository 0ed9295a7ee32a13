import type { FieldError } from '@loyalty/contracts/http';
import type { Clock } from '@loyalty/kernel';
import { emptyBasketsVersion } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { readOldestRulesVersion } from '@loyalty/storage/processes';
import { createTimedLookup, type HeldValue } from '@loyalty/tables/lookup';

/**
 * Returns the fault of a basket of 0, or of a return of products for 0, while a process runs that cannot decide it
 * (D333, D335); null for all others. Rejects with a retriable Fault if the processes cannot be read.
 */
export type FindEmptyBasketFault = (
  request: Readonly<Record<'amountCents', number | null>>,
) => FieldError | null | Promise<FieldError | null>;

/** Many baskets of 0, of whichever tenants, read the processes once in this time. */
const keptMs = 5_000;

export const createFindEmptyBasketFault = ({
  db,
  clock,
}: {
  readonly db: Pick<Database, 'query' | 'onHistoryChange'>;
  readonly clock: Clock;
}): FindEmptyBasketFault => {
  const faults = createTimedLookup({
    db,
    clock,
    what: 'the versions of the running processes',
    load: async () => {
      const oldest = await readOldestRulesVersion(db);
      return oldest === null || oldest >= emptyBasketsVersion ? null : notYet;
    },
    freshMs: keptMs,
    usableMs: keptMs,
    createHeld: () => new Map<string, HeldValue<FieldError | null>>(),
  });
  return ({ amountCents }) => (amountCents === 0 ? faults.find('') : null);
};

const notYet: FieldError = { pointer: '/amount', message: 'must be an integer ≥ 1' };
