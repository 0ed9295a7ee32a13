import type { BurnRequest } from '@loyalty/contracts/burning';
import type { FieldError } from '@loyalty/contracts/http';
import { positiveFault, textFault } from './field-fault.ts';

/** Each goes with its kind of the schema. A newer ingress may send others, which this engine cannot decide. */
const kinds: ReadonlySet<string> = new Set(['RETURN']);

const memberKeyBytes = 16;

/**
 * Beyond its shape (D10). Ingress and the engine use this one list, so no accepted return becomes a dead
 * letter (D75).
 */
export const faultsOfBurnRequest = (request: BurnRequest): readonly FieldError[] => {
  const { kind, ref, transactionRef, memberKey, redeemRef, reason } = request;
  const faults: readonly (readonly [string, string | null])[] = [
    ['/kind', kinds.has(kind) ? null : 'must be a kind that this release knows'],
    ['/returnRef', textFault(ref)],
    ['/transactionRef', textFault(transactionRef)],
    ['/memberKey', memberKey.length === memberKeyBytes ? null : 'must have 16 bytes'],
    ['/amount', amountFault(request)],
    ['/redeemRef', redeemRef === null ? null : textFault(redeemRef)],
    ['/reason', reason === null ? null : textFault(reason)],
  ];
  return faults.flatMap(([pointer, message]) => (message === null ? [] : [{ pointer, message }]));
};

/** Silence is never the whole (D166). */
const amountFault = ({ amountCents, isWhole }: BurnRequest): string | null => {
  if (amountCents === null) return isWhole ? null : 'either this or whole is required';
  return isWhole ? 'must be absent beside whole' : positiveFault(amountCents);
};
