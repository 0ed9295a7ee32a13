import { valueCents } from '../../../model/numbers/figures.ts';
import { shortCentsText } from '../../../model/numbers/short-figure.ts';
import { clockText } from '../../../model/times/times.ts';
import { overviewWords } from '../words.ts';

interface Counted {
  readonly points: number;
  readonly liabilityCents: number;
  readonly countedAt: string;
}

/** Finance rounds further than this. */
const samePercent = 1;

/**
 * Returns what is said of outstanding points: their liability by the budget cost of a point, and as a warning what
 * the checkout gives for them if that is another amount. A rate of null or undefined means that nothing can be
 * redeemed now, or that it is not known.
 */
export const liabilityTexts = (
  { points, liabilityCents, countedAt }: Counted,
  pointsPerRand: number | null | undefined,
  locale?: string,
): { readonly about: string; readonly isWarning: boolean } => {
  const [liability, time] = [shortCentsText(liabilityCents, locale), clockText(countedAt, locale)];
  const redeemable = pointsPerRand == null ? liabilityCents : valueCents(points, pointsPerRand);
  const isWarning = Math.abs(redeemable - liabilityCents) * 100 > liabilityCents * samePercent;
  const about = isWarning
    ? overviewWords.twoValues(liability, shortCentsText(redeemable, locale), time)
    : overviewWords.liability(liability, time);
  return { about, isWarning };
};
