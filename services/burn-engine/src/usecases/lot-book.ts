import type { LotWrite, MemberLot } from '@loyalty/accounts';
import { groupBy, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import { changedLots, type Lot } from '@loyalty/rules';

/** Whose lots. */
interface LotOwner {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

interface OwnedLots {
  readonly before: readonly MemberLot[];
  after: readonly Lot[];
}

const noLots: readonly Lot[] = [];

/** The lots of a batch's members as they stand after each redeem, and what of them is to be written. */
export class LotBook {
  readonly #lots = new Map<string, OwnedLots>();

  /** Of each member all lots, or as many of those due first as hold what the batch asks of them. */
  constructor(lots: readonly MemberLot[]) {
    for (const [name, owned] of groupBy(lots, nameOf)) this.#lots.set(name, { before: owned, after: owned });
  }

  lotsOf(owner: LotOwner): readonly Lot[] {
    return this.#lots.get(nameOf(owner))?.after ?? noLots;
  }

  /** What a redeem has left of a member's lots. */
  leave(owner: LotOwner, after: readonly Lot[]): void {
    const owned = this.#lots.get(nameOf(owner));
    if (owned !== undefined) owned.after = after;
  }

  /** Each lot that has changed once, with what is left of it; 0 where nothing is. */
  writes(): LotWrite[] {
    return [...this.#lots.values()].flatMap(({ before, after }) => changedLots(before, after));
  }
}

const nameOf = ({ environmentId, memberId }: LotOwner): string => `${environmentId.toString()}/${memberId}`;
