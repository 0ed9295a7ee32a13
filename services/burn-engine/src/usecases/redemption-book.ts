import { authorOf } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';
import type { EnvironmentId, MemberId, TransactionId } from '@loyalty/kernel';
import type { AuthorizeProcessed, PointsRedeemed, VoidProcessed } from '@loyalty/rules/burning';
import type { StoredRedeem } from '@loyalty/rules/returns';
import { authorKeyOf } from '@loyalty/tables/authors';
import type { OpenCount, OpenRedemption, OpenRedemptionWrite } from '@loyalty/tables/redemptions';
import type { ReadRedeem, RefundedRedeemWrite } from '@loyalty/tables/returns';
import type { BurnEngineRequest } from './burn-request.ts';

interface RedeemName {
  readonly environmentId: EnvironmentId;
  readonly ref: string;
}

interface Redeems {
  readonly redeems: readonly ReadRedeem[];
  /** These members have authorizations in the batch. */
  readonly open: readonly OpenCount[];
  /** True if the batch has returns, captures or voids, which may follow a redeem of the batch. */
  readonly isWatching: boolean;
}

/** The redeems that a batch gives back, captures or opens. Each request sees what the earlier ones left. */
export class RedemptionBook {
  readonly #redeems = new Map<string, StoredRedeem>();
  readonly #open = new Map<MemberId, number>();
  readonly #refunded = new Map<string, RefundedRedeemWrite>();
  readonly #opened = new Map<string, OpenRedemptionWrite>();
  readonly #closed = new Map<string, OpenRedemption>();
  readonly #isWatching: boolean;

  constructor({ redeems, open, isWatching }: Redeems) {
    this.#isWatching = isWatching;
    for (const redeem of redeems) {
      const { environmentId, transactionRef: ref } = redeem;
      this.#redeems.set(nameOf({ environmentId, ref }), redeem);
    }
    for (const { memberId, open: count } of open) this.#open.set(memberId, count);
  }

  redeemOf(name: RedeemName): StoredRedeem | null {
    return this.#redeems.get(nameOf(name)) ?? null;
  }

  openOf(memberId: MemberId): number {
    return this.#open.get(memberId) ?? 0;
  }

  /**
   * Notes that points or discount of a redeem were given back, by a return or by a void, which also ends it.
   */
  refund(
    environmentId: EnvironmentId,
    { redeem, refunded }: Pick<VoidProcessed, 'redeem' | 'refunded'>,
  ): void {
    const { transactionRef: ref, transactionId, memberId, storedUnder = memberId } = redeem;
    const name = nameOf({ environmentId, ref });
    this.#redeems.set(name, { ...redeem, refunded });
    if (refunded.points === 0 && refunded.discountCents === 0) return;
    this.#refunded.set(name, { environmentId, transactionId, memberId: storedUnder, refunded });
  }

  /** Notes a redeem that is decided in the batch. */
  note(request: BurnEngineRequest, redeem: PointsRedeemed): void {
    if (this.#isWatching) this.#redeems.set(nameOf(request), storedOf(redeem, redeemerIn(request)));
  }

  /** Opens an authorization. If it is of a lost history, its capture may follow in the batch. */
  open(request: BurnEngineRequest, authorized: AuthorizeProcessed): void {
    const { environmentId, ref } = request;
    const { memberId, pointsRedeemed: points, expiresAtMs, redeemTransactionId: transactionId } = authorized;
    const stored = storedOf(authorized, redeemerIn(request));
    const redeem = { ...stored, isAuthorized: true, openUntilMs: expiresAtMs };
    const name = nameOf(request);
    this.#redeems.set(name, redeem);
    this.#open.set(memberId, this.openOf(memberId) + 1);
    this.#opened.set(name, { environmentId, memberId, ref, transactionId, points, expiresAtMs });
  }

  /** Ends a redemption, if it is open. */
  close(environmentId: EnvironmentId, { transactionRef: ref }: StoredRedeem, capturedBy?: Redeemer): void {
    const name = nameOf({ environmentId, ref });
    const redeem = this.#redeems.get(name);
    if (redeem?.openUntilMs == null) return;
    const { memberId } = redeem;
    this.#redeems.set(name, { ...redeem, openUntilMs: null, ...capturedAs(redeem, capturedBy) });
    this.#open.set(memberId, this.openOf(memberId) - 1);
    if (!this.#opened.delete(name)) this.#closed.set(name, { environmentId, memberId, ref });
  }

  refundedRedeems(): readonly RefundedRedeemWrite[] {
    return [...this.#refunded.values()];
  }

  opened(): readonly OpenRedemptionWrite[] {
    return [...this.#opened.values()];
  }

  closed(): readonly OpenRedemption[] {
    return [...this.#closed.values()];
  }
}

/** The author of a redeem or a capture, as `authorKeyOf` makes it, and the time. */
interface Redeemer {
  readonly author: string | null;
  readonly atMs: number;
}

export const redeemerIn = ({ message: { record } }: BurnEngineRequest): Redeemer => ({
  author: authorKeyIn(record),
  atMs: record.timestamp,
});

/** Returns the author of a request, for comparison with those who redeemed; null if nobody is known. */
export const authorKeyIn = (record: InboundRecord): string | null => {
  const author = authorOf(record);
  return author === null ? null : authorKeyOf(author);
};

/** The author of a capture may void the redeem like those who redeemed (D303). */
const capturedAs = (
  { by }: Pick<StoredRedeem, 'by'>,
  captured: Redeemer | undefined,
): Pick<StoredRedeem, 'by'> => {
  if (captured === undefined) return {};
  const { author, atMs } = captured;
  return { by: { atMs, authors: [...(by?.authors ?? []), ...(author === null ? [] : [author])] } };
};

const storedOf = (redeem: PointsRedeemed, { author, atMs }: Redeemer): StoredRedeem => {
  const [posting] = redeem.postings;
  return {
    transactionId: redeem.redeemTransactionId satisfies TransactionId,
    transactionRef: redeem.transactionRef,
    memberId: redeem.memberId,
    campaignId: redeem.campaignId,
    pointsRedeemed: redeem.pointsRedeemed,
    discountCents: redeem.discountCents,
    entry: {
      seq: posting?.seq ?? 0,
      description: redeem.campaignName,
      fromLots: posting?.fromLots ?? [],
      atMs,
    },
    refunded: { points: 0, discountCents: 0 },
    isAuthorized: false,
    openUntilMs: null,
    by: { atMs, authors: author === null ? [] : [author] },
  };
};

const nameOf = ({ environmentId, ref }: RedeemName): string => `${environmentId.toString()}/${ref}`;
