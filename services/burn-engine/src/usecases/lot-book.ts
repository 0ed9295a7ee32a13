import type { LotWrite, MemberLot } from '@loyalty/accounts';
import { groupBy, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import { changedLots, type Lot } from '@loyalty/rules';

/** The member who owns lots. */
interface LotOwner {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

interface OwnedLots {
  readonly before: readonly MemberLot[];
  after: readonly Lot[];
}

const noLots: readonly Lot[] = [];

/** The lots of a batch's members after each redeem, and the changed ones to be written. */
export class LotBook {
  readonly #lots = new Map<string, OwnedLots>();

  /** `lots` are all lots of each member, or enough of those that are due first. */
  constructor(lots: readonly MemberLot[]) {
    for (const [name, owned] of groupBy(lots, keyOf)) this.#lots.set(name, { before: owned, after: owned });
  }

  lotsOf(owner: LotOwner): readonly Lot[] {
    return this.#lots.get(keyOf(owner))?.after ?? noLots;
  }

  /** Sets a member's lots to those that a redeem has left. */
  leave(owner: LotOwner, after: readonly Lot[]): void {
    const owned = this.#lots.get(keyOf(owner));
    if (owned !== undefined) owned.after = after;
  }

  /** Returns each changed lot once, with the points that are left; 0 if none are. */
  writes(): LotWrite[] {
    return [...this.#lots.values()].flatMap(({ before, after }) => changedLots(before, after));
  }
}

const keyOf = ({ environmentId, memberId }: LotOwner): string => `${environmentId.toString()}/${memberId}`;
