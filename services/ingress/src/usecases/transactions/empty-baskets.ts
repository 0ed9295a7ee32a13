import type { EvaluateRequest } from '@loyalty/contracts';
import type { FieldError } from '@loyalty/contracts/http';
import type { Clock } from '@loyalty/kernel';
import { emptyBasketsVersion } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';
import { readOldestRulesVersion } from '@loyalty/storage/processes';

/** Returns the fault of a basket of 0 while a process runs that would give it up (D333); null for all others. */
export type FindEmptyBasketFault = (
  request: Pick<EvaluateRequest, 'amountCents'>,
) => FieldError | null | Promise<FieldError | null>;

/** So many baskets of 0 read the processes once. */
const keptForMs = 5_000;

/** Reads nothing for baskets of more than 0. */
export const createFindEmptyBasketFault = ({
  db,
  clock,
}: {
  readonly db: Queryable;
  readonly clock: Clock;
}): FindEmptyBasketFault => {
  let read: { readonly atMs: number; readonly fault: Promise<FieldError | null> } | null = null;
  return ({ amountCents }) => {
    if (amountCents !== 0) return null;
    const nowMs = clock.now();
    if (read !== null && nowMs - read.atMs < keptForMs) return read.fault;
    const fault = readFault(db);
    read = { atMs: nowMs, fault };
    fault.catch(() => {
      read = null;
    });
    return fault;
  };
};

const readFault = async (db: Queryable): Promise<FieldError | null> => {
  const known = await readOldestRulesVersion(db);
  return known === null || known >= emptyBasketsVersion ? null : notYet;
};

const notYet: FieldError = { pointer: '/amount', message: 'must be an integer ≥ 1' };
