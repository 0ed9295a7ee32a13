import type { AccountBook } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import { awaitAll, type EnvironmentId, type MemberId, type TransactionId } from '@loyalty/kernel';
import {
  type EarnedEntry,
  redeemRefOf,
  type ReturnProcessed,
  type StoredReceipt,
  type StoredRedeem,
} from '@loyalty/rules/returns';
import type { Transaction } from '@loyalty/storage';
import { BeyondShare } from '@loyalty/streams';
import type { GivenBack } from '@loyalty/tables/campaigns/budgets';
import {
  readEntries,
  type ReadReceipt,
  readReceipts,
  type ReadRedeem,
  readRedeems,
  type ReceiptName,
  type RefundedRedeemWrite,
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
  const [entries, redeems] = await awaitAll([
    readReceiptEntries(tx, returns, { accounts, receipts }),
    readRedeems(tx, redeemsOf(returns, receipts)),
  ]);
  return new ReceiptBook(
    receipts.map((receipt) => ({ ...receipt, entries: entries.get(receipt.transactionId) ?? [] })),
    redeems,
  );
};

/** Of the receipts that are there. */
const redeemsOf = (
  returns: readonly ReturnEngineRequest[],
  receipts: readonly ReadReceipt[],
): readonly ReceiptName[] => {
  const found = new Map(receipts.map((receipt) => [nameOf(receipt), receipt]));
  return returns.flatMap((request) => {
    const receipt = found.get(nameOfRequest(request));
    if (receipt === undefined) return [];
    const ref = redeemRefOf(receipt, request.message.value.body);
    return [{ environmentId: request.environmentId, ref }];
  });
};

const readReceiptEntries = async (
  tx: Transaction,
  returns: readonly ReturnEngineRequest[],
  { accounts, receipts }: { readonly accounts: AccountBook; readonly receipts: readonly ReadReceipt[] },
): Promise<ReadonlyMap<TransactionId, readonly EarnedEntry[]>> => {
  const lastSeqs = new Map<string, number>();
  for (const request of returns) {
    const account = accounts.accountOf(request);
    if (account !== null) lastSeqs.set(account.memberId, account.ledgerSeq);
  }
  return readEntries(
    tx,
    receipts.filter(hasPoints).flatMap(({ environmentId, memberId, transactionId, awards, ledgerSeq }) => {
      const newestSeq = lastSeqs.get(memberId);
      if (newestSeq === undefined) return [];
      // Entries are grouped by their expiry, so there are no more of them than awards.
      const entriesMax = ledgerSeq === null ? newestEntries : awards.length;
      return [{ environmentId, memberId, transactionId, lastSeq: ledgerSeq ?? newestSeq, entriesMax }];
    }),
  );
};

const hasPoints = ({ awards }: Pick<ReadReceipt, 'awards'>): boolean =>
  awards.some(({ pointsEarned }) => pointsEarned > 0);

interface KeptReceipt extends StoredReceipt {
  readonly environmentId: EnvironmentId;
  readonly ref: string;
}

/** A second return of a receipt in the batch sees what the first left, also of its redeem. */
export class ReceiptBook {
  readonly #receipts = new Map<string, KeptReceipt>();
  readonly #redeems = new Map<string, StoredRedeem>();
  readonly #returned = new Map<string, ReturnedReceiptWrite>();
  readonly #refunded = new Map<string, RefundedRedeemWrite>();
  readonly #givenBack: GivenBack[] = [];

  constructor(receipts: readonly KeptReceipt[], redeems: readonly ReadRedeem[] = []) {
    for (const receipt of receipts) this.#receipts.set(nameOf(receipt), receipt);
    for (const redeem of redeems) {
      const { environmentId, transactionRef: ref } = redeem;
      this.#redeems.set(nameOf({ environmentId, ref }), redeem);
    }
  }

  receiptOf(request: ReturnEngineRequest): StoredReceipt | null {
    return this.#receipts.get(nameOfRequest(request)) ?? null;
  }

  redeemOf(request: ReturnEngineRequest): StoredRedeem | null {
    const ref = redeemRefOf(this.receiptOf(request), request.message.value.body);
    return this.#redeems.get(nameOf({ environmentId: request.environmentId, ref })) ?? null;
  }

  leave(request: ReturnEngineRequest, { receipt, after, refund }: ReturnProcessed): void {
    const { environmentId } = request;
    const name = nameOfRequest(request);
    const { transactionId, memberId } = receipt;
    this.#receipts.set(name, {
      ...receipt,
      environmentId,
      ref: request.message.value.body.transactionRef,
      returned: after,
    });
    this.#returned.set(name, { environmentId, transactionId, memberId, ...after });
    if (refund !== null) this.#refund(environmentId, refund);
  }

  #refund(
    environmentId: EnvironmentId,
    { redeem, refunded, discountCents }: NonNullable<ReturnProcessed['refund']>,
  ): void {
    const { transactionRef: ref, transactionId, memberId, campaignId } = redeem;
    const name = nameOf({ environmentId, ref });
    this.#redeems.set(name, { ...redeem, refunded });
    if (refunded.points === 0) return;
    this.#refunded.set(name, { environmentId, transactionId, memberId, refunded });
    if (discountCents > 0) this.#givenBack.push({ environmentId, campaignId, cents: discountCents });
  }

  writes(): readonly ReturnedReceiptWrite[] {
    return [...this.#returned.values()];
  }

  refundedRedeems(): readonly RefundedRedeemWrite[] {
    return [...this.#refunded.values()];
  }

  /** Reversed discounts, which their campaigns get back. */
  givenBack(): readonly GivenBack[] {
    return this.#givenBack;
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
