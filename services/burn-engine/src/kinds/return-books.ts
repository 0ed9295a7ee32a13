import { authorOf } from '@loyalty/engine';
import type { CampaignId, EnvironmentId, MemberId } from '@loyalty/kernel';
import type { ReceiptReward, ReturnProcessed, StoredReceipt } from '@loyalty/rules/returns';
import type { Transaction } from '@loyalty/storage';
import {
  lowerMemberUses,
  type OwnedPlace,
  type Stamps,
  type StampsKey,
  type StoredUse,
  writeStamps,
} from '@loyalty/tables/counts';
import { type PendingWrite, writePending } from '@loyalty/tables/lots';
import { type FoundReward, type RewardTakenBack, takeBackRewards } from '@loyalty/tables/returned-rewards';
import { type ReceiptName, type ReturnedReceiptWrite, writeReturnedReceipts } from '@loyalty/tables/returns';
import type { BurnEngineRequest, ReturnEngineRequest } from '../usecases/burn-request.ts';

/** What the returns of a batch change in addition to accounts, lots and redeems. */
export interface ReturnBooks {
  readonly receipts: ReceiptBook;
  readonly rewards: RewardBook;
  readonly stamps: StampBook;
  readonly uses: UseBook;
}

/** Stores the changes in the order of locks. */
export const storeReturns = (
  tx: Transaction,
  { receipts, rewards, stamps, uses }: ReturnBooks,
): readonly Promise<void>[] => [
  writeStamps(tx, stamps.writes()),
  lowerMemberUses(tx, uses.writes()),
  takeBackRewards(tx, rewards.writes()),
  writePending(tx, receipts.pendingWrites()),
  writeReturnedReceipts(tx, receipts.writes()),
];

type KeptReceipt = StoredReceipt & ReceiptName;

/** The receipts of a batch. A second return of a receipt sees what the first one left. */
export class ReceiptBook {
  readonly #receipts = new Map<string, KeptReceipt>();
  readonly #returned = new Map<string, ReturnedReceiptWrite>();
  readonly #pending = new Map<string, PendingWrite>();

  constructor(receipts: readonly KeptReceipt[]) {
    for (const receipt of receipts) this.#receipts.set(receiptKeyOf(receipt), receipt);
  }

  receiptOf(request: ReturnEngineRequest): StoredReceipt | null {
    return this.#receipts.get(receiptKeyOf(receiptNameIn(request))) ?? null;
  }

  leave(environmentId: EnvironmentId, { transactionRef: ref, receipt, taken, after }: ReturnProcessed): void {
    const name = receiptKeyOf({ environmentId, ref });
    const { transactionId, memberId, storedUnder = memberId } = receipt;
    this.#receipts.set(name, {
      ...receipt,
      environmentId,
      ref,
      pending: taken.pendingAfter,
      returned: after,
    });
    for (const part of taken.fromPending === 0 ? [] : taken.pendingAfter)
      this.#pending.set(`${name}/${part.n.toString()}`, { environmentId, memberId, transactionId, ...part });
    this.#returned.set(name, { environmentId, transactionId, memberId: storedUnder, ...after });
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

  /** Returns the members whose points may be taken back from any of their lots. */
  membersWithPoints(): ReadonlySet<MemberId> {
    return new Set([...this.#receipts.values()].filter(hasPoints).map(({ memberId }) => memberId));
  }
}

const hasPoints = ({ awards }: Pick<StoredReceipt, 'awards'>): boolean =>
  awards.some(({ pointsEarned }) => pointsEarned > 0);

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
    { environmentId, message }: BurnEngineRequest,
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

/** The stamp cards of a batch. Two receipts of a member may have stamped one card. */
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

/** The uses of limits in a batch. Two receipts of a member may be in one count. */
export class UseBook {
  readonly #uses = new Map<string, StoredUse>();
  readonly #lowered = new Set<string>();

  constructor(uses: readonly StoredUse[]) {
    for (const use of uses) this.#uses.set(useOf(use), use);
  }

  /** Subtracts uses. It creates no count that was deleted since, or that does not count. */
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

/** Returns the name of the receipt to which a return belongs. */
export const receiptNameIn = ({ environmentId, message }: ReturnEngineRequest): ReceiptName => ({
  environmentId,
  ref: message.value.body.transactionRef,
});

export const receiptKeyOf = ({ environmentId, ref }: ReceiptName): string =>
  `${environmentId.toString()}/${ref}`;
