import {
  type EvaluateRequest,
  evaluateRequestCodec,
  fingerprintOf,
  isSameBody,
  type RepeatedBody,
  sameRequests,
} from '@loyalty/contracts';
import { defaultCurrency } from '@loyalty/contracts/currencies';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { getSettings } from '@loyalty/tables/tenants/management';
import { type ReceiptState, readReceiptStates } from '@loyalty/tables/transactions';
import { ReferenceSet } from './compact-sets.ts';
import type { Receipt } from './parse-receipt.ts';
import type { ReceiptOutcome } from './receipt-outcomes.ts';

/** Judges receipts. The outcomes are in the order of the receipts. */
export type JudgeReceipts = (receipts: readonly Receipt[]) => Promise<readonly ReceiptOutcome[]>;

/** Creates a function that finds what is stored of receipts, and compares it with their content. */
export const createJudgeReceipts = ({
  db,
  environmentId,
  schemaId,
  loadBeganAtMs,
}: {
  readonly db: Queryable;
  readonly environmentId: EnvironmentId;
  readonly schemaId: number;
  /**
   * Returns when the load began by the broker's clock, which also dates what is stored: anything older was
   * stored by another run.
   */
  readonly loadBeganAtMs: () => Promise<number>;
}): JudgeReceipts => {
  const stored = new ReferenceSet();
  let beganAtMs: Promise<number> | null = null;
  let currency: Promise<string> | null = null;
  return async (receipts) => {
    beganAtMs ??= loadBeganAtMs();
    const sinceMs = await beganAtMs;
    currency ??= readCurrency(db, environmentId);
    const ofEnvironment = await currency;
    const refs = receipts.map(({ request }) => request.transactionRef);
    const states = await readReceiptStates(db, environmentId, refs);
    const encode = (request: EvaluateRequest): Buffer => evaluateRequestCodec.encode(request, schemaId);
    return receipts.map(({ request }, index) =>
      outcomeOf(states[index], {
        fingerprint: fingerprintOf(encode(request)),
        otherMessages: () => sameRequests(request, ofEnvironment).map(encode),
        sinceMs,
        isFirst: () => stored.add(request.transactionRef),
      }),
    );
  };
};

const readCurrency = async (db: Queryable, environmentId: EnvironmentId): Promise<string> =>
  (await getSettings(db, environmentId))?.currency ?? defaultCurrency;

export const outcomeOf = (
  state: ReceiptState | undefined,
  {
    sinceMs,
    isFirst,
    ...body
  }: RepeatedBody & {
    readonly sinceMs: number;
    /** Returns false for a receipt that the file contains a second time. */
    readonly isFirst: () => boolean;
  },
): ReceiptOutcome => {
  const { fingerprint: known, storedAtMs, refusalCode } = state ?? nothing;
  if (known === null)
    return refusalCode === null ? { outcome: 'undecided' } : { outcome: 'refused', code: refusalCode };
  if (!isSameBody(known, body)) return { outcome: 'differing' };
  return { outcome: (storedAtMs ?? 0) >= sinceMs && isFirst() ? 'stored' : 'repeated' };
};

const nothing: ReceiptState = { fingerprint: null, storedAtMs: null, refusalCode: null };
