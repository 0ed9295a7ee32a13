import { type MemberId, memberMapKey } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { findEnrolledMembers, hasEnrolledMembers, type MemberIdentity } from '@loyalty/tables/accounts';

export const noIds: ReadonlyMap<string, MemberId> = new Map();

/** A tenant that moves brings members with it: within so long they are looked for. */
const noneForMs = 60_000;

/**
 * Finds the ids that responses and webhooks gave to members whose enrolment was lost (D191). They are noted
 * before an epoch opens, so if there are none, nothing is read for a minute.
 */
export class PublishedIds {
  readonly #epoch: () => string;
  readonly #elapsedMs: () => number;
  #none = { epoch: '', untilMs: -Infinity };

  constructor(epoch: () => string, elapsedMs = () => performance.now()) {
    this.#epoch = epoch;
    this.#elapsedMs = elapsedMs;
  }

  /**
   * Finds ids by `memberMapKey`, for members who do not exist. If no member was lost, their keys are not even
   * gathered.
   */
  async find(
    tx: Queryable,
    newcomers: () => readonly MemberIdentity[],
  ): Promise<ReadonlyMap<string, MemberId>> {
    const epoch = this.#epoch();
    if (this.#hasNone(epoch)) return noIds;
    const members = newcomers();
    if (members.length === 0) return noIds;
    const found = await findEnrolledMembers(tx, members);
    if (found.length > 0) return new Map(found.map((one) => [memberMapKey(one), one.memberId]));
    if (!(await hasEnrolledMembers(tx))) this.#none = { epoch, untilMs: this.#elapsedMs() + noneForMs };
    return noIds;
  }

  #hasNone(epoch: string): boolean {
    return this.#none.epoch === epoch && this.#elapsedMs() < this.#none.untilMs;
  }
}

export const publishedIdOf = (
  request: MemberIdentity,
  ids: ReadonlyMap<string, MemberId>,
): MemberId | null => (ids.size === 0 ? null : (ids.get(memberMapKey(request)) ?? null));
