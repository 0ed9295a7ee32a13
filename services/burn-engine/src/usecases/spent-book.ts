import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { RedeemProcessed } from '@loyalty/rules/burning';
import { lastInstantOf } from '@loyalty/rules/lots';
import { type OutLot, type SpentPoints, withRedeem } from '@loyalty/rules/returns';
import type { SpentOfMember } from '@loyalty/tables/returns/spent-points';

interface Owner {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

/** What is out of the members whose returns and voids may have to ask; each request sees what those before it left. */
export class SpentBook {
  readonly #spent = new Map<string, SpentPoints>();

  constructor(spent: readonly SpentOfMember[]) {
    for (const one of spent) this.#spent.set(keyOf(one), one);
  }

  /** Null: nobody in the batch has to know. */
  spentOf(owner: Owner): SpentPoints | null {
    return this.#spent.get(keyOf(owner)) ?? null;
  }

  leave(owner: Owner, spent: SpentPoints | null): void {
    if (spent !== null) this.#spent.set(keyOf(owner), spent);
  }

  redeem(owner: Owner, { postings: [posting] }: RedeemProcessed, atMs: number): void {
    const before = this.spentOf(owner);
    if (before === null || posting === undefined) return;
    const { seq, points, fromLots = [] } = posting;
    const lots = fromLots.map(
      ({ slidingDays, expiresOn, points: taken, addedAtMs = atMs, expiresAtMs }): OutLot => ({
        slidingDays,
        points: taken,
        expiresAtMs: slidingDays > 0 ? null : (expiresAtMs ?? lastInstantOf({ slidingDays, expiresOn })),
        addedAtMs,
      }),
    );
    this.#spent.set(keyOf(owner), withRedeem(before, { seq, points: -points, lots }));
  }
}

const keyOf = ({ environmentId, memberId }: Owner): string => `${environmentId.toString()}/${memberId}`;
