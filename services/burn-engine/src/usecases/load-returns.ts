import type { AccountBook } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import { awaitAll, type EnvironmentId, groupBy, type MemberId } from '@loyalty/kernel';
import { redeemRefOf, usesOfReceipt } from '@loyalty/rules/returns';
import type { Transaction } from '@loyalty/storage';
import { BeyondShare } from '@loyalty/streams';
import { type CampaignKey, lockCampaigns } from '@loyalty/tables/campaigns';
import { type OwnedPlace, readStamps, readUsesAt } from '@loyalty/tables/counts';
import { type MemberLot, readLots } from '@loyalty/tables/lots';
import type { OpenCount } from '@loyalty/tables/redemptions';
import { lockRewards } from '@loyalty/tables/returned-rewards';
import { entriesOf, readEntries, type ReadReceipt, readRedeems } from '@loyalty/tables/returns';
import {
  ReceiptBook,
  receiptKeyOf,
  receiptNameIn,
  RewardBook,
  StampBook,
  UseBook,
} from '../kinds/return-books.ts';
import type { EndEngineRequest, ReturnEngineRequest } from './burn-request.ts';
import { RedemptionBook } from './redemption-book.ts';
import { owingBy, readSpentOf, SpentBook } from './spent-book.ts';

interface FoundReceipts {
  readonly accounts: AccountBook;
  readonly receipts: readonly ReadReceipt[];
  /** Captures and voids: their redeems are read with those of the receipts. */
  readonly ends: readonly EndEngineRequest[];
  readonly open: readonly OpenCount[];
  /** The time of the latest record. */
  readonly untilMs: number;
}

/**
 * Loads the receipts of the locked members, each with its entries if it has points. With them it loads their
 * redeems, the cards that they stamped, and the counts of limits that include them.
 */
export const loadReceipts = async (
  tx: Transaction,
  returns: readonly ReturnEngineRequest[],
  { accounts, receipts, ends, open, untilMs }: FoundReceipts,
) => {
  const lastSeqs = new Map<string, number>();
  for (const request of returns) {
    const account = accounts.accountOf(request);
    if (account !== null) lastSeqs.set(account.memberId, account.ledgerSeq);
  }
  const own = receipts.filter(({ memberId }) => lastSeqs.has(memberId));
  const found = foundBy(returns, own);
  const [entries, redeems, stamps, uses, ofReturns] = await awaitAll([
    readEntries(
      tx,
      own.flatMap((receipt) => entriesOf(receipt, lastSeqs.get(receipt.memberId) ?? 0)),
    ),
    readRedeems(tx, [...found.map(({ redeem }) => redeem), ...ends]),
    readStamps(
      tx,
      own.flatMap(({ environmentId, memberId, cards }) =>
        cards.map(({ campaignId }) => ({ environmentId, memberId, campaignId })),
      ),
    ),
    readUsesAt(tx, own.flatMap(placesOf)),
    readSpentOf(
      tx,
      found.map(({ request }) => request),
      { accounts, untilMs },
    ),
  ]);
  const owing = owingBy(ends, { accounts, redeems, known: ofReturns });
  const ofVoids = await readSpentOf(tx, owing, { accounts, untilMs });
  return {
    receipts: new ReceiptBook(
      own.map((receipt) => ({ ...receipt, entries: entries.get(receipt.transactionId) ?? [] })),
    ),
    redemptions: new RedemptionBook({ redeems, open, isWatching: returns.length + ends.length > 0 }),
    spent: new SpentBook([...ofReturns, ...ofVoids]),
    stamps: new StampBook(stamps),
    uses: new UseBook(uses),
  };
};

const placesOf = (receipt: ReadReceipt): readonly OwnedPlace[] => {
  const { environmentId, memberId } = receipt;
  return usesOfReceipt(receipt).map((place) => ({ ...place, environmentId, memberId }));
};

/** Returns whose receipts are there, and the redeems of these. */
const foundBy = (returns: readonly ReturnEngineRequest[], receipts: readonly ReadReceipt[]) => {
  const named = new Map(receipts.map((receipt) => [receiptKeyOf(receipt), receipt]));
  return returns.flatMap((request) => {
    const receipt = named.get(receiptKeyOf(receiptNameIn(request)));
    if (receipt === undefined) return [];
    const ref = redeemRefOf(receipt, request.message.value.body);
    return [{ request, redeem: { environmentId: request.environmentId, ref } }];
  });
};

/**
 * Locks and loads the rewards of these receipts. They come after campaigns in the order of locks, so the
 * campaigns that the batch may yet pause are locked first: those whose budgets the batch holds alone.
 */
export const loadRewards = async (
  tx: Transaction,
  receipts: ReceiptBook,
  pausable: readonly CampaignKey[],
): Promise<RewardBook> => {
  const keys = receipts.rewardKeys();
  if (keys.length === 0) return new RewardBook([]);
  const [, rewards] = await awaitAll([lockCampaigns(tx, pausable), lockRewards(tx, keys)]);
  return new RewardBook(rewards);
};

/** Members with returns whose lots are read at a time; each may have 5,000. */
const wholeMembersMax = 20;
/**
 * After this many lots of an environment in a batch, those of no further member are read. Weekly shoppers have
 * fifty.
 */
const wholeLotsMax = 20_000;

interface WholeMembers {
  readonly members: readonly Pick<MemberLot, 'environmentId' | 'memberId'>[];
  readonly returns: readonly ReturnEngineRequest[];
  readonly accounts: Pick<AccountBook, 'accountOf'>;
}

/**
 * Reads all lots of these members, each of whom is named once. Throws {@link BeyondShare} for the returns of
 * members that are left when an environment has used up its share; the batch is then read again without them.
 */
export const readWholeLots = async (
  tx: Transaction,
  { members, returns, accounts }: WholeMembers,
): Promise<readonly MemberLot[]> => {
  const asked = new Set(members.map(({ memberId }) => memberId));
  // In the order of the requests, so the first ones are decided in any case.
  const returning = new Map<MemberId, InboundRecord[]>();
  for (const request of returns) {
    const memberId = accounts.accountOf(request)?.memberId;
    if (memberId === undefined || !asked.has(memberId)) continue;
    returning.set(memberId, [...(returning.get(memberId) ?? []), request.message.record]);
  }
  const read = await awaitAll(
    [...groupBy(members, ({ environmentId }) => environmentId)].map(async ([environmentId, all]) => {
      const own = new Set(all.map(({ memberId }) => memberId));
      const spending = [...own].filter((memberId) => !returning.has(memberId));
      const inTurns = [...returning.keys()].filter((memberId) => own.has(memberId));
      const [spent, { lots, left }] = await awaitAll([
        spending.length === 0 ? Promise.resolve([]) : readLots(tx, environmentId, spending),
        readInTurns(tx, environmentId, inTurns),
      ]);
      return { lots: [...spent, ...lots], left };
    }),
  );
  const beyond = read.flatMap(({ left }) => left.flatMap((memberId) => returning.get(memberId) ?? []));
  if (beyond.length > 0) throw new BeyondShare(new Set(beyond));
  return read.flatMap(({ lots }) => lots);
};

const readInTurns = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  memberIds: readonly MemberId[],
): Promise<{ readonly lots: readonly MemberLot[]; readonly left: readonly MemberId[] }> => {
  let lots: readonly MemberLot[] = [];
  let at = 0;
  for (; at < memberIds.length && lots.length < wholeLotsMax; at += wholeMembersMax)
    lots = [...lots, ...(await readLots(tx, environmentId, memberIds.slice(at, at + wholeMembersMax)))];
  return { lots, left: memberIds.slice(at) };
};
