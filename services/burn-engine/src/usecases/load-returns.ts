import type { AccountBook } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { ReturnProcessed, StoredReceipt } from '@loyalty/rules/returns';
import type { Transaction } from '@loyalty/storage';
import { BeyondShare } from '@loyalty/streams';
import type { PendingWrite } from '@loyalty/tables/lots';
import {
  type EntriesAsked,
  readEntries,
  type ReadReceipt,
  readReceipts,
  type ReturnedReceiptWrite,
} from '@loyalty/tables/returns';
import type { ReturnEngineRequest } from './burn-request.ts';

/** Sends nothing for a batch of redeems alone. */
export const readReceiptsOf = async (
  tx: Transaction,
  returns: readonly ReturnEngineRequest[],
): Promise<readonly ReadReceipt[]> =>
  returns.length === 0
    ? []
    : readReceipts(
        tx,
        returns.map(({ environmentId, message }) => ({
          environmentId,
          ref: message.value.body.transactionRef,
        })),
      );

/** Of a receipt from before its last entry was stored with it. */
const newestEntries = 500;

/** Each with its entries, which are looked for where it has points, and is of the member who was locked. */
export const loadReceipts = async (
  tx: Transaction,
  returns: readonly ReturnEngineRequest[],
  { accounts, receipts }: { readonly accounts: AccountBook; readonly receipts: readonly ReadReceipt[] },
): Promise<ReceiptBook> => {
  const lastSeqs = new Map<string, number>();
  for (const request of returns) {
    const account = accounts.accountOf(request);
    if (account !== null) lastSeqs.set(account.memberId, account.ledgerSeq);
  }
  const entries = await readEntries(
    tx,
    receipts.filter(hasPoints).flatMap((receipt) => {
      const newestSeq = lastSeqs.get(receipt.memberId);
      return newestSeq === undefined ? [] : entriesToFind(receipt, newestSeq);
    }),
  );
  return new ReceiptBook(
    receipts.map((receipt) => ({ ...receipt, entries: entries.get(receipt.transactionId) ?? [] })),
  );
};

/** Points that matured have entries of their own, behind the others: among the newest, like those of old receipts. */
const entriesToFind = (receipt: ReadReceipt, newestSeq: number): readonly EntriesAsked[] => {
  const { environmentId, memberId, transactionId, awards, ledgerSeq } = receipt;
  const name = { environmentId, memberId, transactionId };
  if (ledgerSeq === null) return [{ ...name, lastSeq: newestSeq, entriesMax: newestEntries }];
  // Entries are grouped by their expiry, so there are no more of them than awards.
  const own = { ...name, lastSeq: ledgerSeq, entriesMax: awards.length };
  if (!hasMatured(receipt)) return [own];
  return [own, { ...name, lastSeq: newestSeq, entriesMax: Math.min(newestEntries, newestSeq - ledgerSeq) }];
};

const hasMatured = ({ pointsPending, pending, returned }: ReadReceipt): boolean =>
  pointsPending > pending.reduce((sum, { points }) => sum + points, returned?.fromPending ?? 0);

const hasPoints = ({ awards }: Pick<ReadReceipt, 'awards'>): boolean =>
  awards.some(({ pointsEarned }) => pointsEarned > 0);

interface KeptReceipt extends StoredReceipt {
  readonly environmentId: EnvironmentId;
  readonly ref: string;
}

/** A second return of a receipt in the batch sees what the first left. */
export class ReceiptBook {
  readonly #receipts = new Map<string, KeptReceipt>();
  readonly #returned = new Map<string, ReturnedReceiptWrite>();
  readonly #pending = new Map<string, PendingWrite>();

  constructor(receipts: readonly KeptReceipt[]) {
    for (const receipt of receipts) this.#receipts.set(nameOf(receipt), receipt);
  }

  receiptOf(request: ReturnEngineRequest): StoredReceipt | null {
    return this.#receipts.get(nameOfRequest(request)) ?? null;
  }

  leave(request: ReturnEngineRequest, { receipt, taken, after }: ReturnProcessed): void {
    const { environmentId } = request;
    const name = nameOfRequest(request);
    const { transactionId, memberId } = receipt;
    this.#receipts.set(name, {
      ...receipt,
      environmentId,
      ref: request.message.value.body.transactionRef,
      pending: taken.pendingAfter,
      returned: after,
    });
    for (const part of taken.fromPending === 0 ? [] : taken.pendingAfter)
      this.#pending.set(`${name}/${part.n.toString()}`, { environmentId, memberId, transactionId, ...part });
    this.#returned.set(name, { environmentId, transactionId, memberId, ...after });
  }

  writes(): readonly ReturnedReceiptWrite[] {
    return [...this.#returned.values()];
  }

  pendingWrites(): readonly PendingWrite[] {
    return [...this.#pending.values()];
  }

  /** Members whose points may be taken back from any of their lots. */
  membersWithPoints(): ReadonlySet<MemberId> {
    return new Set([...this.#receipts.values()].filter(hasPoints).map(({ memberId }) => memberId));
  }
}

const nameOf = ({ environmentId, ref }: Pick<KeptReceipt, 'environmentId' | 'ref'>): string =>
  `${environmentId.toString()}/${ref}`;

const nameOfRequest = ({ environmentId, message }: ReturnEngineRequest): string =>
  nameOf({ environmentId, ref: message.value.body.transactionRef });

/** Each may have 5,000 lots. */
const wholeMembersMax = 20;

/**
 * Throws {@link BeyondShare} where returns of an environment need all lots of more members than that: the
 * batch is read again without them.
 */
export const checkWholeMembers = (
  returns: readonly ReturnEngineRequest[],
  { accounts, whole }: { readonly accounts: AccountBook; readonly whole: ReadonlySet<MemberId> },
): void => {
  const members = new Map<EnvironmentId, Set<MemberId>>();
  const beyond = new Set<InboundRecord>();
  for (const request of returns) {
    const memberId = accounts.accountOf(request)?.memberId;
    if (memberId === undefined || !whole.has(memberId)) continue;
    const own = members.get(request.environmentId) ?? new Set();
    members.set(request.environmentId, own);
    if (own.size < wholeMembersMax) own.add(memberId);
    if (!own.has(memberId)) beyond.add(request.message.record);
  }
  if (beyond.size > 0) throw new BeyondShare(beyond);
};
