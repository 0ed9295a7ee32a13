import { dayMs, utcDayOf } from '@loyalty/kernel';
import type { PlainUses } from './plain-limits.ts';
import {
  type Day,
  isPastAt,
  type LivingPoint,
  livingLonger,
  type PlainClaim,
  type PlainOpening,
  type PlainPoint,
  type PlainRedeem,
} from './plain-points.ts';
import {
  dueOfPoint,
  keptOf,
  plainAwards,
  type PlainReceipt,
  pointsOf,
  storedClaimsOf,
  sumOf,
  takeWaiting,
} from './plain-receipts.ts';

/** A second implementation: one member, one request after the other, each point by itself. */
export class PlainShop {
  readonly points = new Map<Day, number>();
  readonly receipts = new Map<string, PlainReceipt>();
  readonly redeems = new Map<string, PlainRedeem>();
  /** When the points of a day are due, which is with the latest of them. */
  readonly dues = new Map<number, number>();
  readonly responses = new Map<string, unknown>();
  lifetime = 0;
  /** Points of returns that are deducted from what is earned next. */
  toDeduct = 0;
  /** Whether the setting deducts them later; otherwise they are claimable, or forgiven. */
  deductsLater = false;
  /** The sum of what was given by hand, and of the balances that members brought along. */
  given = 0;
  /** The part of `lifetime` that was earned at other programmes. */
  opened = 0;
  /** The claims in the order of their returns. */
  claims: PlainClaim[] = [];
  /** Points that expired or were taken by hand, less those that a return was excused for. */
  gone = 0;
  /** At most so many claims does the engine store, each with a campaign of its own. */
  storedClaims = 0;
  spend = 0;
  purchases = 0;
  wholeReturns = 0;
  readonly uses: PlainUses;
  /** The place of the last redeem. */
  lastRedeem = 0;
  /** Whether other members were merged into this one. */
  hasAbsorbed = false;

  constructor(uses: PlainUses) {
    this.uses = uses;
  }

  get balance(): number {
    return [...this.points.values()].reduce((sum, held) => sum + held, 0);
  }

  evaluate(
    ref: string,
    { amount, wine }: { readonly amount: number; readonly wine: number },
    atMs: number,
  ): unknown {
    return this.#once(`evaluate ${ref}`, () => {
      const wanted = plainAwards(amount, wine);
      const left = this.uses.leave(
        wanted.map(({ points }) => points),
        atMs,
      );
      const awards = wanted.map((award, at) => Object.assign(award, { points: left[at] ?? 0 }));
      const before = this.toDeduct;
      const sums = { fromWaiting: 0, wineReturned: 0, returned: 0, unnamed: 0, refunded: 0, redeemRef: null };
      const counted = this.uses.count(left, atMs);
      const receipt: PlainReceipt = { amount, awards, entries: [], waiting: [], counted, wine, ...sums };
      const given = awards.filter(({ points }) => points > 0);
      // An entry for each expiry, in the order of the awards.
      const now = given.filter(({ pendingDays }) => pendingDays === null);
      for (const days of new Set(now.map(({ expiryDays }) => expiryDays))) {
        const same = now.filter(({ expiryDays }) => expiryDays === days);
        this.#earn(receipt, pointsOf(same), { atMs, expiryDays: days });
      }
      for (const { points, expiryDays, pendingDays } of given)
        if (pendingDays !== null)
          receipt.waiting.push({ points, expiryDays, maturesAtMs: atMs + pendingDays * dayMs });
      this.receipts.set(ref, receipt);
      this.spend += amount;
      this.purchases += 1;
      return [pointsOf(awards), pointsOf(receipt.waiting), before - this.toDeduct];
    });
  }

  get waiting(): number {
    return [...this.receipts.values()].reduce((sum, { waiting }) => sum + pointsOf(waiting), 0);
  }

  /** Matures the points that are due, in the order of their times. */
  mature(atMs: number): void {
    const rows = [...this.receipts.values()].flatMap((receipt) =>
      receipt.waiting.map((row) => ({ receipt, row })),
    );
    const due = rows.filter(({ row }) => row.maturesAtMs <= atMs);
    for (const { receipt, row } of due.toSorted((a, b) => a.row.maturesAtMs - b.row.maturesAtMs)) {
      this.#earn(receipt, row.points, { atMs, expiryDays: row.expiryDays });
      row.points = 0;
    }
  }

  #earn(
    { entries }: PlainReceipt,
    points: number,
    { atMs, expiryDays }: { readonly atMs: number; readonly expiryDays: number | null },
  ): void {
    if (points === 0) return;
    const dueAtMs = expiryDays === null ? null : atMs + expiryDays * dayMs;
    const day = dueAtMs === null ? null : utcDayOf(dueAtMs);
    let left = points;
    for (; left > 0 && this.toDeduct > 0; left -= 1) this.toDeduct -= 1;
    if (left > 0 && dueAtMs !== null) this.due(day ?? 0, dueAtMs);
    this.points.set(day, (this.points.get(day) ?? 0) + left);
    this.lifetime += points;
    entries.push({ points, dueAtMs });
  }

  redeem(ref: string, points: number, atMs: number): unknown {
    return this.authorize(ref, [points, null], atMs);
  }

  /** Takes points that are not past their time; for good, without a time to live. */
  authorize(ref: string, [points, ttlMs]: readonly [number, number | null], atMs: number): unknown {
    const openUntilMs = ttlMs === null ? null : atMs + ttlMs;
    const past = [...this.points].filter(([day]) => this.#isPast(day, atMs));
    for (const [day] of past) this.points.delete(day);
    const said = this.#takeOut(ref, { points, openUntilMs }, atMs);
    for (const [day, held] of past) this.points.set(day, held);
    return said;
  }

  /** Takes all points if fewer exist than are asked for; what is owed to returns cannot be taken. */
  #takeOut(
    ref: string,
    { points, openUntilMs }: { readonly points: number; readonly openUntilMs: number | null },
    atMs: number,
  ): unknown {
    const most = Math.min(points, this.balance - this.toDeduct);
    if (most <= 0) return this.responses.get(`redeem ${ref}`) ?? 'INSUFFICIENT_POINTS';
    return this.#once(`redeem ${ref}`, () => {
      const taken: PlainPoint[] = [];
      for (let n = 0; n < most; n += 1) {
        const day = this.#takeFirst() ?? null;
        taken.push({ day, dueAtMs: day === null ? null : (this.dues.get(day) ?? null) });
      }
      this.redeems.set(ref, { n: (this.lastRedeem += 1), atMs, taken, refunded: 0, openUntilMs });
      return most;
    });
  }

  capture(ref: string): unknown {
    const known = this.responses.get(`capture ${ref}`);
    if (known !== undefined) return known;
    const redeem = this.redeems.get(ref);
    if (redeem === undefined) return 'TRANSACTION_NOT_FOUND';
    if (redeem.openUntilMs === null) return 'INVALID_STATE_TRANSITION';
    return this.#once(`capture ${ref}`, () => {
      redeem.openUntilMs = null;
      return redeem.taken.length;
    });
  }

  /** Returns undefined for a lapse that finds nothing to do. */
  void(ref: string, { isLapse }: { readonly isLapse: boolean }, atMs: number): unknown {
    const known = this.responses.get(`void ${ref}`);
    if (known !== undefined) return known;
    const redeem = this.redeems.get(ref);
    if (isLapse && (redeem?.openUntilMs ?? Infinity) >= atMs) return undefined;
    if (redeem === undefined) return 'TRANSACTION_NOT_FOUND';
    return this.#once(`void ${ref}`, () => {
      const back = redeem.taken.slice(0, redeem.taken.length - redeem.refunded);
      for (const { day, dueAtMs } of back) this.#putBack(day, dueAtMs);
      const died = back.filter(({ day }) => this.#isPast(day, atMs));
      for (const { day } of died) this.#take(day);
      const alive = back.filter((point) => !died.includes(point));
      const lives = alive.map((point) => ({ day: point.day, wasPast: isPastAt(point, atMs) }));
      const deducted = this.#settle(redeem, lives, died.length);
      redeem.refunded = redeem.taken.length;
      redeem.openUntilMs = null;
      return [back.length, died.length, deducted];
    });
  }

  /** An adjustment: of all that there is at most. */
  adjust(points: number): void {
    if (points > 0) {
      this.points.set(null, (this.points.get(null) ?? 0) + points);
      this.given += points;
    } else {
      for (let n = 0; n < -points; n += 1) this.#takeFirst();
      this.gone -= points;
    }
  }

  /** Takes what a member brings along from a programme, once. */
  bring(source: string, opening: PlainOpening): void {
    this.#once(`bring ${source}`, () => {
      const lotted = opening.lots.reduce((sum, { points }) => sum + points, 0);
      this.points.set(null, (this.points.get(null) ?? 0) + opening.balance - lotted);
      for (const { points, expiresAtMs } of opening.lots) {
        const day = utcDayOf(expiresAtMs);
        this.due(day, expiresAtMs);
        this.points.set(day, (this.points.get(day) ?? 0) + points);
      }
      this.given += opening.balance;
      this.lifetime += opening.lifetimePoints;
      this.opened += opening.lifetimePoints;
      this.spend += opening.spendCents;
      this.purchases += opening.txnCount;
      return null;
    });
  }

  /** Whether an authorized redeem was neither captured nor voided. */
  get isAuthorized(): boolean {
    return [...this.redeems.values()].some(({ openUntilMs }) => openUntilMs !== null);
  }

  giveBack(
    [returnRef, ref, redeemRef]: readonly [string, string, string | null],
    { wanted, wine }: { readonly wanted: number | null; readonly wine: number | null },
    atMs: number,
  ): unknown {
    const known = this.responses.get(`return ${returnRef}`);
    if (known !== undefined) return known;
    const receipt = this.receipts.get(ref);
    if (receipt === undefined) return 'TRANSACTION_NOT_FOUND';
    const left = receipt.amount - receipt.returned;
    const amount = wanted ?? left;
    if (left === 0 || amount > left) return 'RETURN_EXCEEDS_RECEIPT';
    return this.#once(`return ${returnRef}`, () => {
      const keptBefore = keptOf(receipt);
      const before = sumOf(keptBefore);
      receipt.returned += amount;
      if (wine === null) receipt.unnamed += amount;
      else receipt.wineReturned += wine;
      const name = receipt.redeemRef ?? redeemRef ?? ref;
      const [refunded, deducted] = this.#refund(receipt, name, atMs);
      const keptAfter = keptOf(receipt);
      const reversed = before - sumOf(keptAfter);
      const begin = pointsOf(receipt.awards) - before - receipt.fromWaiting;
      const fromWaiting = takeWaiting(receipt, reversed);
      const end = begin + reversed - fromWaiting;
      const parts = this.#takeBack(receipt, { begin, end }, atMs);
      const reversedOf = keptBefore.map((points, at) => points - (keptAfter[at] ?? 0));
      this.storedClaims += storedClaimsOf(reversedOf, { ...parts, fromWaiting });
      this.uses.giveBack(receipt.counted, {
        before: keptBefore,
        after: keptAfter,
        unrecovered: parts.forgiven + parts.claimable + parts.toDeduct,
        isWhole: receipt.returned === receipt.amount,
      });
      this.lifetime -= reversed - fromWaiting;
      this.spend -= amount;
      if (receipt.returned === receipt.amount)
        [this.purchases, this.wholeReturns] = [this.purchases - 1, this.wholeReturns + 1];
      return [
        reversed,
        fromWaiting,
        parts.fromBalance,
        parts.expired,
        parts.forgiven,
        parts.claimable,
        parts.toDeduct,
        deducted,
        receipt.amount - receipt.returned,
        refunded,
      ];
    });
  }

  /** Points of its entries, each from its own day, then the others from any. */
  #takeBack(
    receipt: PlainReceipt,
    { begin, end }: { readonly begin: number; readonly end: number },
    atMs: number,
  ) {
    // How much more there may be on the balance than there is (I25).
    const room = this.lifetime - this.opened + this.given - this.balance;
    const own = this.#takeOwn(receipt, { begin, end }, atMs);
    const parts = { expired: 0, expiredOut: 0, forgiven: 0, claimable: 0, toDeduct: 0 };
    let { fromBalance, missing } = own;
    this.#dropUnpayable();
    for (let n = 0; n < own.past; n += 1) {
      const excuse = parts.expired < room ? this.#excuse(atMs) : null;
      if (excuse === null) missing += 1;
      else parts.expired += 1;
      if (excuse === 'OUT') parts.expiredOut += 1;
    }
    for (let n = 0; n < missing; n += 1) {
      if (this.#takeFirst() !== undefined) fromBalance += 1;
      else if (this.deductsLater) parts.toDeduct += 1;
      else if (this.#unclaimed > 0) {
        this.claims.push({ kind: 'OUT', redeems: this.lastRedeem });
        parts.claimable += 1;
      } else {
        this.gone -= 1;
        parts.forgiven += 1;
      }
    }
    this.toDeduct += parts.toDeduct;
    return { fromBalance, ...parts };
  }

  /** Points from their own days; some are past their time, and the others are to be taken from any day. */
  #takeOwn(
    receipt: PlainReceipt,
    { begin, end }: { readonly begin: number; readonly end: number },
    atMs: number,
  ) {
    const own = { fromBalance: 0, past: 0, missing: 0 };
    for (let n = begin; n < end; n += 1) {
      const dueAtMs = dueOfPoint(receipt, n);
      const day = dueAtMs === null ? null : utcDayOf(dueAtMs);
      if ((this.points.get(day) ?? 0) > 0) {
        this.#take(day);
        own.fromBalance += 1;
      } else if (dueAtMs !== null && dueAtMs <= atMs) own.past += 1;
      else own.missing += 1;
    }
    return own;
  }

  /** A point past its time, that its day has not got: it is gone, or is out and claimed; null where neither is so. */
  #excuse(atMs: number): 'GONE' | 'OUT' | null {
    if (this.gone > 0) {
      this.gone -= 1;
      return 'GONE';
    }
    const dead = this.#out().filter((point) => isPastAt(point, atMs)).length;
    if (this.#unclaimed <= 0 || dead <= this.#claimsOf('EXPIRED')) return null;
    this.claims.push({ kind: 'EXPIRED', redeems: this.lastRedeem });
    return 'OUT';
  }

  /** Points that are out, the redeem of each beside it, in the order of redeems. */
  #out(): readonly (PlainPoint & { readonly n: number })[] {
    return [...this.redeems.values()].flatMap(({ n, taken, refunded }) =>
      taken.slice(0, taken.length - refunded).map((point) => ({ ...point, n })),
    );
  }

  get #unclaimed(): number {
    return this.#out().length - this.claims.length;
  }

  #claimsOf(kind: PlainClaim['kind']): number {
    return this.claims.filter((claim) => claim.kind === kind).length;
  }

  /** Each claim has a point of its own that is out; the points of others expired on their way back. */
  #dropUnpayable(): void {
    const free = [...this.#out()];
    const payable = this.claims.filter(({ redeems }) => {
      const at = free.findIndex(({ n }) => n <= redeems);
      if (at >= 0) free.splice(at, 1);
      return at >= 0;
    });
    this.gone -= this.claims.length - payable.length;
    this.claims = payable;
  }

  /**
   * Points that came back, on their days, pay claims of returns behind their redeem, and then what is owed: those that
   * end first before the others. Before they are noted as refunded.
   */
  #settle(redeem: PlainRedeem, lives: readonly LivingPoint[], died: number): number {
    this.#dropUnpayable();
    for (let n = 0; n < died; n += 1) if (!this.#paysClaim('EXPIRED', redeem)) this.gone += 1;
    let deducted = 0;
    for (const { wasPast } of lives) if (wasPast && this.#paysClaim('EXPIRED', redeem)) deducted += 1;
    while (deducted < lives.length && this.#paysClaim('OUT', redeem)) deducted += 1;
    for (; deducted < lives.length && this.toDeduct > 0; deducted += 1) this.toDeduct -= 1;
    const days = lives.map(({ day }) => day).sort((one, other) => (one ?? Infinity) - (other ?? Infinity));
    for (const day of days.slice(0, deducted)) this.#take(day);
    return deducted;
  }

  #paysClaim(kind: PlainClaim['kind'], { n }: PlainRedeem): boolean {
    const at = this.claims.findIndex((claim) => claim.kind === kind && claim.redeems >= n);
    if (at >= 0) this.claims.splice(at, 1);
    return at >= 0;
  }

  expire(atMs: number): void {
    for (const [day, held] of [...this.points])
      if (this.#isPast(day, atMs)) {
        this.points.delete(day);
        this.gone += held;
      }
  }

  #isPast(day: Day, atMs: number): boolean {
    return day !== null && (this.dues.get(day) ?? 0) <= atMs;
  }

  /** Notes when points that are added to the day are due. */
  due(day: number, dueAtMs: number): void {
    const isHeld = (this.points.get(day) ?? 0) > 0;
    this.dues.set(day, Math.max(isHeld ? (this.dues.get(day) ?? 0) : 0, dueAtMs));
  }

  /** Points that came back, the last taken first, and those of them that were deducted; null without a redeem. */
  #refund(receipt: PlainReceipt, ref: string, atMs: number): readonly [number | null, number] {
    const redeem = this.redeems.get(ref);
    // An open authorization is voided instead.
    if (redeem?.openUntilMs !== null) return [null, 0];
    receipt.redeemRef = ref;
    const { taken } = redeem;
    let share = 0;
    while (share < taken.length && (share + 1) * receipt.amount <= taken.length * receipt.returned)
      share += 1;
    const refunded = Math.min(share - receipt.refunded, taken.length - redeem.refunded);
    const end = taken.length - redeem.refunded;
    const lives = taken
      .slice(end - refunded, end)
      .reverse()
      .map((point) => {
        const lived = livingLonger(point, redeem, atMs);
        this.#putBack(lived.day, lived.dueAtMs);
        return { day: lived.day, wasPast: isPastAt(point, atMs) };
      });
    const deducted = this.#settle(redeem, lives, 0);
    receipt.refunded += refunded;
    redeem.refunded += refunded;
    return [refunded, deducted];
  }

  #putBack(day: Day, dueAtMs: number | null): void {
    if (day !== null) this.due(day, dueAtMs ?? 0);
    this.points.set(day, (this.points.get(day) ?? 0) + 1);
  }

  /** The day of the point; undefined where there is none. */
  #takeFirst(): Day | undefined {
    const days = [...this.points].filter(([, held]) => held > 0).map(([day]) => day);
    if (days.length === 0) return undefined;
    const dated = days.filter((day) => day !== null);
    const day = dated.length === 0 ? null : Math.min(...dated);
    this.#take(day);
    return day;
  }

  #take(day: Day): void {
    this.points.set(day, (this.points.get(day) ?? 0) - 1);
  }

  #once(name: string, first: () => unknown): unknown {
    const known = this.responses.get(name);
    if (known !== undefined) return known;
    const response = first();
    this.responses.set(name, response);
    return response;
  }
}
