import type { DayOpening, MemberFigures } from './figure-book.ts';
import { addUpTo } from './saturating.ts';

/** The windows of D57, in whole UTC days ending today; they are open towards the future. */
export const windowDays = [7, 30, 90, 365] as const;

export type WindowDays = (typeof windowDays)[number];

/** What was bought within a window. */
export interface PurchaseWindow {
  readonly spendCents: number;
  readonly txnCount: number;
}

/** A window, from the totals now and from those with which its first day of purchase began; null: there is no such day. */
export const windowOf = (
  { spendCents, txnCount }: Pick<MemberFigures, 'spendCents' | 'txnCount'>,
  opening: Pick<DayOpening, 'spendBefore' | 'txnsBefore'> | null,
): PurchaseWindow =>
  opening === null
    ? { spendCents: 0, txnCount: 0 }
    : {
        spendCents: addUpTo(spendCents, -opening.spendBefore),
        txnCount: addUpTo(txnCount, -opening.txnsBefore),
      };

/** What a purchase came to on average, truncated towards zero; null where there was none. */
export const averageBasketOf = ({ spendCents, txnCount }: PurchaseWindow): number | null =>
  txnCount === 0 ? null : Number(BigInt(spendCents) / BigInt(txnCount));

/** Whole days since a day; 0 where it is yet to come. */
export const daysSince = (day: number, today: number): number => Math.max(0, today - day);
