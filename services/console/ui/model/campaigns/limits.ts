import { limitWords as words } from '../../words/limits.ts';
import { type Json, textAt, valueAt } from '../drafts/draft.ts';
import { numberText } from './sentence-texts.ts';

/** The kinds of limits. A kind says for whom and for how long a limit counts. */
export const limitKinds = [
  'MEMBER DAY',
  'MEMBER WEEK',
  'MEMBER MONTH',
  'MEMBER EVER',
  'CAMPAIGN EVER',
  'RECEIPT',
] as const;

/** Returns the kind of a limit as it is written, even if only a newer API knows it. */
export const limitKindOf = (limit: Json): string =>
  [textAt(limit, '/per'), textAt(limit, '/period')].filter((part) => part !== '').join(' ');

export const isKnownKind = (way: string): way is (typeof limitKinds)[number] =>
  limitKinds.some((one) => one === way);

/** The limits with which somebody can begin. */
export const begunLimits = {
  onceADay: { per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 1 },
  onceAWeek: { per: 'MEMBER', period: 'WEEK', of: 'TIMES', max: 1 },
  pointsAMonth: { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500 },
  onceEver: { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 1 },
  firstThousand: { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 1_000 },
  pointsAReceipt: { per: 'RECEIPT', of: 'POINTS', max: 5_000 },
} as const satisfies Readonly<Record<string, Json>>;

/** Returns how often a campaign awards at most to all members together; null if there is no limit. */
export const sharedMax = (
  limits: readonly { readonly per: string; readonly max: number }[] | null,
): number | null => limits?.find(({ per }) => per === 'CAMPAIGN')?.max ?? null;

/** The maximum number of limits of a campaign. */
export const limitsMax = 4;

/** Returns a limit in words, such as «at most 500 points a month». */
export const limitText = (limit: Json, locale?: string): string => {
  const max = valueAt(limit, '/max');
  const shown = numberText(max, locale);
  const isTimes = textAt(limit, '/of') === 'TIMES';
  const amount = isTimes ? (max === 1 ? words.once : words.times(shown)) : words.points(shown);
  const way = limitKindOf(limit);
  const said = isKnownKind(way) ? words.said[way](amount) : `${amount} ${way}`;
  return isTimes && max === 1 ? said : words.atMost(said);
};
