import type { Schemas } from '@loyalty/client';
import { explainedWords as words } from '../../words/explained.ts';
import { limitWords } from '../../words/limits.ts';
import { centsText, pointsText } from '../numbers/figures.ts';
import { limitText } from './limits.ts';
import { numberText } from './sentence-texts.ts';

type Explained = Schemas['ExplainedCampaign'];

/** An award that was decided has these, too. */
type Cut = Pick<Explained, 'multiplier' | 'reducedBy' | 'pointsBeforeCuts'>;

interface Shown {
  readonly currency?: string | undefined;
  readonly locale?: string | undefined;
}

/** Returns texts about the effect of a multiplier and of limits on the points. */
export const awardTexts = (
  { multiplier, reducedBy, pointsBeforeCuts }: Cut,
  { locale }: Shown = {},
): readonly string[] => {
  const before =
    pointsBeforeCuts === undefined ? null : limitWords.points(pointsText(pointsBeforeCuts, locale));
  return [
    ...(multiplier === undefined ? [] : [words.multiplied(numberText(multiplier, locale))]),
    ...(reducedBy === undefined
      ? before === null
        ? []
        : [words.ruleGives(before)]
      : [before === null ? cutText(reducedBy) : words.cutFrom(before, cutText(reducedBy))]),
  ];
};

const cutText = (by: string): string => {
  const known: Readonly<Record<string, string>> = words.cut;
  return (Object.hasOwn(known, by) ? known[by] : undefined) ?? words.cutOtherwise(by);
};

/** Returns texts that explain the points of a campaign. They repeat what the API says and judge nothing. */
export const explainedTexts = (campaign: Explained, shown: Shown = {}): readonly string[] => [
  ...awardTexts(campaign, shown),
  ...(campaign.limits ?? []).map((limit) => leftText(limit, shown)),
  ...(campaign.earns === undefined ? [] : [earnsText(campaign.earns, shown)]),
];

const leftText = ({ per, period, of, max, left }: Schemas['UsedLimit'], { locale }: Shown): string => {
  const limit = limitText({ per, period, of, max }, locale);
  return left === 0 ? words.noneLeft(limit) : words.left(limit, pointsText(left, locale));
};

/** More lines than these are a number. */
const placesMax = 5;

const earnsText = (
  { lines, quantity, spendCents }: Schemas['EarningLines'],
  { currency, locale }: Shown,
): string => {
  if (lines.length === 0) return words.noLine;
  const places = lines.slice(0, placesMax).map((line) => pointsText(line + 1, locale));
  const rest = lines.length - places.length;
  const shown = places.join(', ');
  const named = rest > 0 ? words.andMore(shown, pointsText(rest, locale)) : shown;
  return words.earnsOn(
    lines.length === 1 ? words.line(named) : words.lines(named),
    words.units(numberText(quantity, locale)),
    centsText(spendCents, locale, currency),
  );
};

interface Instead {
  /** Null for a draft that is not stored. */
  readonly campaignId: string | null;
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the campaign that takes precedence in its group, with its name as in `judged`; null if none does.
 */
export const insteadOf = ({ by }: Explained, judged: readonly Explained[]): Instead | null => {
  if (by === undefined) return null;
  const found = judged.filter((other) => other.campaignId === by && isFirst(other));
  const [one] = found;
  // Of two drafts nobody knows which.
  if (one === undefined || found.length > 1)
    return by === null ? { campaignId: by, name: words.aDraft, text: words.instead } : null;
  return { campaignId: by, name: one.campaignName, text: one.fired ? words.instead : words.cappedInstead };
};

/** Groups are settled before caps: one that caps leave nothing keeps its place. */
const isFirst = ({ fired, reason }: Explained): boolean => fired || reason === 'CAP_REACHED';
