import { type AccountBook, authorOf } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import { awaitAll, type CampaignId, type EnvironmentId, groupBy, type MemberId } from '@loyalty/kernel';
import {
  type ReceiptReward,
  redeemRefOf,
  type ReturnProcessed,
  type StoredReceipt,
  type StoredRedeem,
  usesOfReceipt,
} from '@loyalty/rules/returns';
import type { Transaction } from '@loyalty/storage';
import { BeyondShare } from '@loyalty/streams';
import { readStamps, type Stamps, type StampsKey } from '@loyalty/tables/accounts/counters';
import { type OwnedPlace, readUsesAt, type StoredUse } from '@loyalty/tables/accounts/member-uses';
import { type CampaignKey, lockCampaigns } from '@loyalty/tables/campaigns/budgets';
import { type MemberLot, type PendingWrite, readLots } from '@loyalty/tables/lots';
import type { OpenCount } from '@loyalty/tables/redemptions';
import {
  entriesOf,
  readEntries,
  type ReadReceipt,
  readReceipts,
  readRedeems,
  type ReceiptName,
  type ReturnedReceiptWrite,
} from '@loyalty/tables/returns';
import {
  type FoundReward,
  lockRewards,
  type RewardTakenBack,
} from '@loyalty/tables/rewards/returned-rewards';
import type { EndEngineRequest, ReturnEngineRequest } from './burn-request.ts';
import { RedemptionBook } from './redemption-book.ts';
import { owingBy, readSpentOf, SpentBook } from './spent-book.ts';

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

interface LoadedReceipts {
  readonly spent: SpentBook;
  readonly receipts: ReceiptBook;
  readonly redemptions: RedemptionBook;
  readonly stamps: StampBook;
  readonly uses: UseBook;
}

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
 * Receipts of the members who were locked, each with its entries, where it has points. With them their redeems, the
 * cards that they stamped, and the counts of limits that they are in.
 */
export const loadReceipts = async (
  tx: Transaction,
  returns: readonly ReturnEngineRequest[],
  { accounts, receipts, ends, open, untilMs }: FoundReceipts,
): Promise<LoadedReceipts> => {
  const lastSeqs = new Map<string, number>();
  for (const request of returns) {
    const account = accounts.accountOf(request);
    if (account !== null) lastSeqs.set(account.memberId, account.ledgerSeq);
  }
  const own = receipts.filter(({ memberId }) => lastSeqs.has(memberId));
  const [entries, redeems, stamps, uses, ofReturns] = await awaitAll([
    readEntries(
      tx,
      own.flatMap((receipt) => entriesOf(receipt, lastSeqs.get(receipt.memberId) ?? 0)),
    ),
    readRedeems(tx, [...redeemsOf(returns, own), ...ends]),
    readStamps(
      tx,
      own.flatMap(({ environmentId, memberId, cards }) =>
        cards.map(({ campaignId }) => ({ environmentId, memberId, campaignId })),
      ),
    ),
    readUsesAt(tx, own.flatMap(placesOf)),
    readSpentOf(tx, returnsOf(own, returns), { accounts, untilMs }),
  ]);
  const owing = owingBy(ends, { accounts, redeems, known: ofReturns });
  const ofVoids = await readSpentOf(tx, owing, { accounts, untilMs });
  const spent = new SpentBook([...ofReturns, ...ofVoids]);
  const redemptions = new RedemptionBook({
    redeems,
    open,
    isWatching: returns.length + ends.length > 0,
  });
  return {
    receipts: new ReceiptBook(
      own.map((receipt) => ({ ...receipt, entries: entries.get(receipt.transactionId) ?? [] })),
      redemptions,
    ),
    redemptions,
    spent,
    stamps: new StampBook(stamps),
    uses: new UseBook(uses),
  };
};

const placesOf = (receipt: ReadReceipt): readonly OwnedPlace[] => {
  const { environmentId, memberId } = receipt;
  return usesOfReceipt(receipt).map((place) => ({ ...place, environmentId, memberId }));
};

const returnsOf = (
  receipts: readonly ReadReceipt[],
  returns: readonly ReturnEngineRequest[],
): readonly ReturnEngineRequest[] => {
  const names = new Set(receipts.map(nameOf));
  return returns.filter((request) => names.has(nameOfRequest(request)));
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

/**
 * Rewards of these receipts, locked. They come behind campaigns in the order of locks, so those that the batch
 * may yet pause are locked first: the ones whose budgets it has for itself.
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

const hasPoints = ({ awards }: Pick<ReadReceipt, 'awards'>): boolean =>
  awards.some(({ pointsEarned }) => pointsEarned > 0);

interface KeptReceipt extends StoredReceipt {
  readonly environmentId: EnvironmentId;
  readonly ref: string;
}

/** A second return of a receipt in the batch sees what the first left, also of its redeem. */
export class ReceiptBook {
  readonly #receipts = new Map<string, KeptReceipt>();
  readonly #redemptions: RedemptionBook;
  readonly #returned = new Map<string, ReturnedReceiptWrite>();
  readonly #pending = new Map<string, PendingWrite>();

  constructor(receipts: readonly KeptReceipt[], redemptions: RedemptionBook) {
    this.#redemptions = redemptions;
    for (const receipt of receipts) this.#receipts.set(nameOf(receipt), receipt);
  }

  receiptOf(request: ReturnEngineRequest): StoredReceipt | null {
    return this.#receipts.get(nameOfRequest(request)) ?? null;
  }

  redeemOf(request: ReturnEngineRequest): StoredRedeem | null {
    const ref = redeemRefOf(this.receiptOf(request), request.message.value.body);
    return this.#redemptions.redeemOf({ environmentId: request.environmentId, ref });
  }

  leave(request: ReturnEngineRequest, { receipt, taken, after, refund }: ReturnProcessed): void {
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
    if (refund !== null) this.#redemptions.refund(environmentId, refund);
  }

  writes(): readonly ReturnedReceiptWrite[] {
    return [...this.#returned.values()];
  }

  rewardKeys(): readonly { readonly environmentId: EnvironmentId; readonly id: string }[] {
    return [...this.#receipts.values()].flatMap(({ environmentId, awards }) =>
      awards.flatMap(({ rewardIds }) => rewardIds.map((id) => ({ environmentId, id }))),
    );
  }

  pendingWrites(): readonly PendingWrite[] {
    return [...this.#pending.values()];
  }

  /** Members whose points may be taken back from any of their lots. */
  membersWithPoints(): ReadonlySet<MemberId> {
    return new Set([...this.#receipts.values()].filter(hasPoints).map(({ memberId }) => memberId));
  }
}

type Rewards = Map<string, ReceiptReward>;

const noRewards: ReadonlyMap<string, ReceiptReward> = new Map();

export class RewardBook {
  readonly #rewards = new Map<EnvironmentId, Rewards>();
  readonly #taken: RewardTakenBack[] = [];

  constructor(rewards: readonly FoundReward[]) {
    for (const { environmentId, id, ...reward } of rewards) {
      const own = this.#rewards.get(environmentId) ?? new Map<string, ReceiptReward>();
      this.#rewards.set(environmentId, own.set(id, reward));
    }
  }

  rewardsOf(environmentId: EnvironmentId): ReadonlyMap<string, ReceiptReward> {
    return this.#rewards.get(environmentId) ?? noRewards;
  }

  leave(
    { environmentId, message }: ReturnEngineRequest,
    { rewards, decidedAtMs: atMs }: ReturnProcessed,
  ): void {
    const author = authorOf(message.record);
    const own = this.#rewards.get(environmentId);
    for (const { id, to } of rewards) {
      const reward = own?.get(id);
      if (reward !== undefined) own?.set(id, { ...reward, state: to, isTakenBack: true });
      this.#taken.push({ environmentId, id, to, atMs, author });
    }
  }

  writes(): readonly RewardTakenBack[] {
    return this.#taken;
  }
}

type CardOwner = Pick<StampsKey, 'environmentId' | 'memberId'>;

/** Two receipts of a member may have stamped one card. */
export class StampBook {
  readonly #stamps = new Map<string, Stamps>();
  readonly #written = new Set<string>();

  constructor(stamps: readonly Stamps[]) {
    for (const one of stamps) this.#stamps.set(cardOf(one), one);
  }

  stampsOf(owner: CardOwner, campaignId: CampaignId): number {
    return this.#stamps.get(cardOf({ ...owner, campaignId }))?.stamps ?? 0;
  }

  leave({ environmentId, memberId }: CardOwner, { stampsLeft }: ReturnProcessed): void {
    for (const [campaignId, stamps] of stampsLeft) {
      const card = { environmentId, memberId, campaignId, stamps };
      this.#stamps.set(cardOf(card), card);
      this.#written.add(cardOf(card));
    }
  }

  writes(): readonly Stamps[] {
    return [...this.#written].flatMap((name) => this.#stamps.get(name) ?? []);
  }
}

/** Two receipts of a member may be in one count. */
export class UseBook {
  readonly #uses = new Map<string, StoredUse>();
  readonly #lowered = new Set<string>();

  constructor(uses: readonly StoredUse[]) {
    for (const use of uses) this.#uses.set(useOf(use), use);
  }

  /** Nothing is begun for what was forgotten since, or is not counted. */
  leave({ environmentId, memberId }: CardOwner, { uses }: ReturnProcessed): void {
    for (const { campaignId, period, startsOn, times, points } of uses) {
      const name = useOf({ environmentId, memberId, campaignId, period, startsOn });
      const before = this.#uses.get(name);
      if (before === undefined) continue;
      const after = {
        times: Math.max(0, before.times - times),
        points: Math.max(0, before.points - points),
      };
      this.#uses.set(name, { ...before, ...after });
      this.#lowered.add(name);
    }
  }

  writes(): readonly StoredUse[] {
    return [...this.#lowered].flatMap((name) => this.#uses.get(name) ?? []);
  }
}

const useOf = ({ period, startsOn, ...card }: OwnedPlace): string =>
  `${cardOf(card)}/${period}/${startsOn.toString()}`;

const cardOf = ({ environmentId, memberId, campaignId }: StampsKey): string =>
  `${environmentId.toString()}/${memberId}/${campaignId}`;

const nameOf = ({ environmentId, ref }: Pick<KeptReceipt, 'environmentId' | 'ref'>): string =>
  `${environmentId.toString()}/${ref}`;

const nameOfRequest = ({ environmentId, message }: ReturnEngineRequest): string =>
  nameOf({ environmentId, ref: message.value.body.transactionRef });

/** Members with returns whose lots are read at a time; each may have 5,000. */
const wholeMembersMax = 20;
/** Of an environment in a batch: behind so many no further member's are read. Weekly shoppers have fifty. */
const wholeLotsMax = 20_000;

interface WholeMembers {
  readonly members: readonly Pick<MemberLot, 'environmentId' | 'memberId'>[];
  readonly returns: readonly ReturnEngineRequest[];
  readonly accounts: Pick<AccountBook, 'accountOf'>;
}

/**
 * All lots of these members, each of whom is there once. Throws {@link BeyondShare} for returns of those who are
 * left when an environment has used up its share: the batch is read again without them.
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
        readAtOnce(tx, environmentId, spending),
        readInTurns(tx, environmentId, inTurns),
      ]);
      return { lots: [...spent, ...lots], left };
    }),
  );
  const beyond = read.flatMap(({ left }) => left.flatMap((memberId) => returning.get(memberId) ?? []));
  if (beyond.length > 0) throw new BeyondShare(new Set(beyond));
  return read.flatMap(({ lots }) => lots);
};

const readAtOnce = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  memberIds: readonly MemberId[],
): Promise<readonly MemberLot[]> => (memberIds.length === 0 ? [] : readLots(tx, environmentId, memberIds));

const readInTurns = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  memberIds: readonly MemberId[],
): Promise<{ readonly lots: readonly MemberLot[]; readonly left: readonly MemberId[] }> => {
  let lots: readonly MemberLot[] = [];
  let at = 0;
  for (; at < memberIds.length && lots.length < wholeLotsMax; at += wholeMembersMax)
    lots = [...lots, ...(await readAtOnce(tx, environmentId, memberIds.slice(at, at + wholeMembersMax)))];
  return { lots, left: memberIds.slice(at) };
};
