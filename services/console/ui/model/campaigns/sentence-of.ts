import { groupWords } from '../../words/groups.ts';
import { sentenceWords as words } from '../../words/sentence.ts';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  textAt,
  textsAt,
  valueAt,
} from '../drafts/draft.ts';
import { centsInUnit } from '../numbers/currency.ts';
import { plainCentsText, pointsText } from '../numbers/figures.ts';
import { shownText } from '../shown-text.ts';
import { isEventKind } from './campaign-draft.ts';
import { linesOnlyText, onlyText } from './condition-sentence.ts';
import { limitText } from './limits.ts';
import {
  type ConditionNames,
  conditionText,
  daysText,
  moneyText,
  namesMax,
  numberText,
  percentText,
  pointsAt,
  rewardText,
} from './sentence-texts.ts';

export interface SentencePart {
  readonly text: string;
  readonly isStrong: boolean;
}

type Parts = readonly SentencePart[];

const strong = (text: string): Parts => [{ text: shownText(text), isStrong: true }];
const plain = (text: string): Parts => (text === '' ? [] : [{ text, isStrong: false }]);

/** Puts parts into the places of a text, as `{who}`. */
const filled = (text: string, places: Readonly<Record<string, Parts>> = {}): Parts =>
  text.split(/(\{\w+\})/).flatMap((piece) => places[piece.slice(1, -1)] ?? plain(piece));

const joined = (items: readonly Parts[], last: string): Parts =>
  items.flatMap((item, at) => {
    if (at === 0) return item;
    return plain(at === items.length - 1 ? last : words.comma).concat(item);
  });

const listed = (names: readonly string[], last: string, locale?: string): Parts => {
  const rest = names.length - namesMax;
  if (rest <= 0) return joined(names.map(strong), last);
  const shown = names.slice(0, namesMax).map(strong);
  return joined(shown.concat([strong(words.andMore(pointsText(rest, locale)))]), last);
};

/**
 * Returns what a campaign does as a sentence, from its body. The body may have gaps and mistakes, which are
 * shown as `…`. The sentence repeats what is written and judges nothing.
 */
export const sentenceOf = (draft: JsonObject, names: ConditionNames): Parts => {
  const { locale } = names;
  return [
    ...ruleParts(draft, names),
    ...multiplierParts(draft),
    ...whereParts(draft, names),
    ...whenParts(draft, locale),
    ...budgetParts(draft, locale),
    ...limitParts(draft, locale),
    ...groupParts(draft, locale),
    ...plain(words.end),
    ...expiryParts(draft, locale),
    ...redemptionParts(draft, locale),
  ];
};

/**
 * Returns a line about what the rule of a campaign awards, to be shown below the campaign's name. Members,
 * places and times are left out.
 */
export const ruleSentenceOf = (draft: JsonObject, locale?: string): string => {
  const [text, places] = ruleText(textAt(draft, '/earningRule/type'), draft, locale);
  const said = sentenceText(filled(text.replace(/^\{who\} (?:earn |get |win )?/, ''), places));
  return said.slice(0, 1).toUpperCase() + said.slice(1);
};

export const sentenceText = (parts: Parts): string => parts.map(({ text }) => text).join('');

const whoParts = (draft: JsonObject, { segment, locale }: ConditionNames): Parts => {
  const ids = textsAt(draft, '/targetSegmentIds');
  if (ids.length === 0) return plain(words.everybody);
  const segments = listed(
    ids.map((id) => segment(id) ?? words.missing),
    words.or,
    locale,
  );
  return filled(words.members, { segments });
};

const ruleParts = (draft: JsonObject, names: ConditionNames): Parts => {
  const { locale } = names;
  const kind = textAt(draft, '/earningRule/type');
  const [text, places] = ruleText(kind, draft, locale);
  return filled(text, { ...places, who: whoParts(draft, names) });
};

const ruleText = (
  kind: string,
  draft: JsonObject,
  locale?: string,
): readonly [string, Readonly<Record<string, Parts>>] => {
  const at = (name: string): Json | undefined => valueAt(draft, `/earningRule/${name}`);
  const points = strong(pointsAt(draft, '/earningRule/points', locale));
  const reward = strong(rewardText(valueAt(draft, '/earningRule'), locale));
  switch (kind) {
    case 'SPEND_PERCENTAGE':
      return [
        words.gets.SPEND_PERCENTAGE,
        {
          percentage: strong(percentText(at('percentage'), locale)),
          points: plain(pointsAt(draft, '/earningRule/percentage', locale)),
          amount: plain(plainCentsText(100, locale)),
        },
      ];
    case 'FIXED_POINTS':
    case 'VISIT_FIXED':
      return [words.gets[kind], { points }];
    case 'PRODUCT_PURCHASE':
      return [words.gets.PRODUCT_PURCHASE, { points, products: productParts(draft, locale) }];
    case 'SIGNUP_BONUS':
      return [words.gets.SIGNUP_BONUS, { reward }];
    case 'ON_DEMAND':
      return [words.gets.ON_DEMAND, { reward, events: eventParts(draft, locale) }];
    default:
      return rarerText(kind, draft, locale);
  }
};

const rarerText = (
  kind: string,
  draft: JsonObject,
  locale?: string,
): readonly [string, Readonly<Record<string, Parts>>] => {
  const at = (name: string): Json | undefined => valueAt(draft, `/earningRule/${name}`);
  const nameAt = (name: string): Parts => strong(textAt(draft, `/earningRule/${name}`) || words.missing);
  switch (kind) {
    case 'RANDOM': {
      const range = strong(
        words.pointsRange(numberText(at('minPoints'), locale), numberText(at('maxPoints'), locale)),
      );
      const chance = at('probability');
      if (chance === undefined) return [words.gets.RANDOM_ALWAYS, { range }];
      const share = typeof chance === 'number' ? chance * 100 : chance;
      return [words.gets.RANDOM, { range, chance: strong(percentText(share, locale)) }];
    }
    case 'STAMP_CARD': {
      const stamps = strong(words.stamps(numberText(at('stampsRequired'), locale)));
      const reward = strong(rewardText(at('rewardOnCompletion'), locale));
      return at('triggerEventKey') === undefined
        ? [words.gets.STAMP_CARD, { stamps, reward }]
        : [words.gets.STAMP_CARD_EVENT, { stamps, reward, event: nameAt('triggerEventKey') }];
    }
    case 'SURPRISE_DELIGHT':
      return [words.gets.SURPRISE_DELIGHT, { turns: turnParts(draft, locale) }];
    case 'PURCHASE_REWARD':
      return purchaseText(draft, locale);
    case 'REFERRAL_BONUS': {
      const reward = strong(pointsAt(draft, '/earningRule/points', locale));
      if (at('referrerPoints') === undefined) return [words.gets.REFERRAL_BONUS, { reward }];
      return [
        words.gets.REFERRAL_BOTH,
        { reward, referrer: strong(pointsAt(draft, '/earningRule/referrerPoints', locale)) },
      ];
    }
    case 'EVENT_TRIGGER': {
      const reward = strong(rewardText(at('reward'), locale));
      const tree = at('conditions');
      if (tree === undefined) return [words.gets.EVENT_TRIGGER, { reward, event: nameAt('eventKey') }];
      const conditions = strong(conditionText(tree, { segment: () => null, locale }));
      return [words.gets.EVENT_CONDITIONS, { reward, event: nameAt('eventKey'), conditions }];
    }
    default:
      return [words.gets.unknown, { kind: strong(kind) }];
  }
};

const purchaseText = (
  draft: JsonObject,
  locale?: string,
): readonly [string, Readonly<Record<string, Parts>>] => {
  const at = (name: string): Json | undefined => valueAt(draft, `/earningRule/${name}`);
  const reward = strong(rewardText(at('reward'), locale));
  if (at('everyQuantity') === undefined) return [words.gets.PURCHASE_REWARD, { reward }];
  const units = strong(words.unitsOf(numberText(at('everyQuantity'), locale)));
  const times = plain(words.times(numberText(at('maxTimes') ?? 1, locale)));
  return [words.gets.PURCHASE_REWARD_EVERY, { reward, units, times }];
};

const turnParts = (draft: JsonObject, locale?: string): Parts =>
  joined(
    listAt(draft, '/earningRule/rewardRules').map((rule) => {
      const scope = textAt(rule, '/scope');
      const text = scope === 'STORE' || scope === 'CAMPAIGN' ? words.turn[scope] : words.turn.MEMBER;
      return filled(text, {
        reward: strong(rewardText(valueAt(rule, '/reward'), locale)),
        nth: strong(words.nth(numberText(valueAt(rule, '/everyNth'), locale))),
      });
    }),
    words.and,
  );

const productParts = (draft: JsonObject, locale?: string): Parts => {
  const skus = textsAt(draft, '/earningRule/skus');
  const categories = textsAt(draft, '/earningRule/categories');
  if (skus.length + categories.length === 0) return strong(words.missing);
  const few = (names: readonly string[], many: (count: string) => string): readonly string[] =>
    names.length <= namesMax ? names : [many(pointsText(names.length, locale))];
  const places = few(skus, words.products)
    .map(strong)
    .concat(
      categories.length <= namesMax
        ? categories.map((name) => filled(words.category('{name}'), { name: strong(name) }))
        : [strong(words.categories(pointsText(categories.length, locale)))],
    );
  return joined(places, words.or);
};

const eventParts = (draft: JsonObject, locale?: string): Parts => {
  const types = textsAt(draft, '/earningRule/eventTypes');
  if (types.length === 0) return plain(words.anyEvent);
  const known: Readonly<Record<string, string>> = words.lifecycle;
  return listed(
    types.map((type) => (Object.hasOwn(known, type) ? (known[type] ?? type) : type)),
    words.or,
    locale,
  );
};

const whereParts = (draft: JsonObject, names: ConditionNames): Parts => {
  const { locale } = names;
  const stores = textsAt(draft, '/storeIds');
  const [first = '', ...others] = stores;
  const storeText =
    others.length === 0 ? words.store(first) : words.stores(pointsText(stores.length, locale));
  const minSpend = valueAt(draft, '/minSpend');
  const currency = textAt(draft, '/currency');
  return [
    ...(stores.length === 0 ? [] : filled(words.inStore, { stores: strong(storeText) })),
    ...(minSpend === undefined || minSpend === 0
      ? []
      : filled(words.fromBasket, { amount: strong(moneyText(minSpend, locale)) })),
    ...(currency === '' ? [] : filled(words.inCurrency, { currency: strong(currency) })),
    ...conditionParts(draft, names),
    ...earnOnParts(draft, names),
  ];
};

const conditionParts = (draft: JsonObject, names: ConditionNames): Parts => {
  const tree = valueAt(draft, '/conditions');
  const isEvents = isEventKind(textAt(draft, '/earningRule/type'));
  return tree === undefined || tree === null
    ? []
    : filled(words.when, { conditions: strong(onlyText(tree, isEvents ? 'events' : 'receipts', names)) });
};

const earnOnParts = (draft: JsonObject, names: ConditionNames): Parts => {
  const only = valueAt(draft, '/earnOn/lines');
  const except = valueAt(draft, '/earnOn/except');
  return [
    ...(only === undefined ? [] : filled(words.onLines, { lines: strong(linesOnlyText(only, names)) })),
    ...(except === undefined
      ? []
      : filled(words.exceptLines, { lines: strong(linesOnlyText(except, names)) })),
  ];
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const whenParts = (draft: JsonObject, locale?: string): Parts => {
  const from = textAt(draft, '/startDate');
  const to = textAt(draft, '/endDate');
  if (from === '' && to === '') return [];
  if (from !== '' && to !== '') return filled(words.between, { range: strong(rangeText(from, to, locale)) });
  return from === ''
    ? filled(words.until, { to: strong(boundText(to, locale)) })
    : filled(words.since, { from: strong(boundText(from, locale)) });
};

/** Dates of JavaScript take 31 February for 3 March. */
const isInCalendar = (text: string): boolean => {
  const instant = Date.parse(text);
  return !Number.isNaN(instant) && (!isDay(text) || new Date(instant).toISOString().startsWith(text));
};

const formatOf = (isWhole: boolean, locale?: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(
    locale,
    isWhole
      ? { dateStyle: 'long', timeZone: 'UTC' }
      : { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
  );

const boundText = (text: string, locale?: string): string =>
  isInCalendar(text) ? formatOf(isDay(text), locale).format(new Date(text)) : words.missing;

const rangeText = (from: string, to: string, locale?: string): string => {
  const isKnown = isInCalendar(from) && isInCalendar(to) && Date.parse(from) <= Date.parse(to);
  // A range that runs backwards is shown as it is written: the API says what is wrong.
  if (!isKnown) return `${boundText(from, locale)} – ${boundText(to, locale)}`;
  return formatOf(isDay(from) && isDay(to), locale).formatRange(new Date(from), new Date(to));
};

const budgetParts = (draft: JsonObject, locale?: string): Parts => {
  const budget = valueAt(draft, '/maxBudgetCents');
  return budget === undefined ? [] : filled(words.budget, { budget: strong(moneyText(budget, locale)) });
};

const limitParts = (draft: JsonObject, locale?: string): Parts => {
  const limits = listAt(draft, '/limits').map((limit) => strong(limitText(limit, locale)));
  return limits.length === 0 ? [] : filled(words.limits, { limits: joined(limits, words.and) });
};

const multiplierParts = (draft: JsonObject): Parts =>
  valueAt(draft, '/tierMultiplier') === true ? plain(words.multiplied) : [];

const groupParts = (draft: JsonObject, locale?: string): Parts => {
  const group = textAt(draft, '/exclusiveGroup');
  const priority = valueAt(draft, '/priority');
  return [
    ...(group === '' ? [] : filled(words.instead, { group: strong(groupWords.named(group)) })),
    ...(priority === undefined || priority === null || priority === 0
      ? []
      : filled(words.priority, { priority: strong(numberText(priority, locale)) })),
  ];
};

const expiryParts = (draft: JsonObject, locale?: string): Parts => {
  const at = (name: string): Json | undefined => valueAt(draft, `/earningRule/${name}`);
  const pending = at('pendingDays');
  const type = textAt(draft, '/earningRule/pointsExpiry/type');
  const days = strong(daysText(at('pointsExpiry/days'), locale));
  const unit = textAt(draft, '/earningRule/pointsExpiry/unit');
  return [
    ...(pending === undefined ? [] : filled(words.waits, { days: strong(daysText(pending, locale)) })),
    ...(type === 'NONE' || type === 'ROLLING' || type === 'CALENDAR' || type === 'SLIDING'
      ? filled(words.lapse[type], {
          days,
          unit: strong(unit === 'MONTH' || unit === 'YEAR' ? words.units[unit] : words.missing),
        })
      : []),
  ];
};

const redemptionParts = (draft: JsonObject, locale?: string): Parts => {
  if (!isJsonObject(draft['redemptionRule'])) return [];
  const at = (name: string): Json | undefined => valueAt(draft, `/redemptionRule/${name}`);
  const pointsOf = (name: string): Parts => strong(words.points(numberText(at(name), locale)));
  return [
    ...filled(words.redeem, {
      points: pointsOf('pointsPerRand'),
      amount: plain(plainCentsText(centsInUnit(), locale)),
    }),
    ...(at('minPointsPerRedemption') === undefined
      ? []
      : filled(words.redeemMin, { points: pointsOf('minPointsPerRedemption') })),
    ...(at('maxPointsPerRedemption') === undefined
      ? []
      : filled(words.redeemMax, { points: pointsOf('maxPointsPerRedemption') })),
    ...(at('maxDiscountPercentOfBasket') === undefined
      ? []
      : filled(words.redeemShare, {
          share: strong(percentText(at('maxDiscountPercentOfBasket'), locale)),
        })),
    ...plain(words.end),
  ];
};
