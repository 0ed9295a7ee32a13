import { sentenceWords as words } from '../../words/sentence.ts';
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  textAt,
  valueAt,
} from '../drafts/draft.ts';
import { centsInUnit, shownCurrency } from '../numbers/currency.ts';
import { centsText, pointsText } from '../numbers/figures.ts';

/** The maximum number of names in a sentence; the others are counted. */
export const namesMax = 3;

export const numberText = (value: Json | undefined, locale?: string): string =>
  typeof value === 'number'
    ? new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(value)
    : words.missing;

export const pointsAt = (draft: JsonObject, pointer: string, locale?: string): string =>
  words.points(numberText(valueAt(draft, pointer), locale));

export const percentText = (value: Json | undefined, locale?: string): string =>
  typeof value === 'number'
    ? new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(value / 100)
    : words.missing;

export const daysText = (value: Json | undefined, locale?: string): string =>
  words.days(numberText(value, locale));

export const moneyText = (value: Json | undefined, locale?: string): string =>
  typeof value === 'number' ? centsText(value, locale) : words.missing;

/** Returns the text of a reward with its points, from a grant or from a rule with the same members. */
export const rewardText = (grant: Json | undefined, locale?: string): string => {
  if (!isJsonObject(grant)) return words.missing;
  const points = grant['points'];
  const texts = [
    ...(points === undefined ? [] : [words.points(numberText(points, locale))]),
    ...(grant['rewardType'] === undefined
      ? []
      : [thingText(textAt(grant, '/rewardType'), valueAt(grant, '/value') ?? {}, locale)]),
  ];
  return texts.length === 0 ? words.missing : texts.join(words.and);
};

const thingText = (type: string, value: Json, locale?: string): string => {
  const description = textAt(value, '/description');
  switch (type) {
    case 'GIFT_CARD':
      return words.giftCard(giftText(value, locale));
    case 'DISCOUNT_VOUCHER': {
      const isMoney = textAt(value, '/discountType') === 'FIXED';
      const off = valueAt(value, '/value');
      return words.off(isMoney ? moneyText(off, locale) : percentText(off, locale));
    }
    case 'COUPON_VOUCHER': {
      const text = description || textAt(value, '/provider');
      return text === '' ? words.aCoupon : words.coupon(text);
    }
    case 'FREE_ITEM':
      return description === '' ? words.aFreeItem : words.free(description);
    default:
      return type;
  }
};

const giftText = (value: Json, locale?: string): string => {
  const amount = valueAt(value, '/amount');
  const currency = textAt(value, '/currency') || shownCurrency();
  if (typeof amount !== 'number') return words.missing;
  if (currency === shownCurrency() || !/^[A-Z]{3}$/.test(currency)) return centsText(amount, locale);
  return `${currency} ${numberText(amount / centsInUnit(currency), locale)}`;
};

/** Returns null if it is not known. */
type NameOf = (id: string) => string | null;

export interface ConditionNames {
  readonly segment: NameOf;
  /** Returns the name of a tier; absent if no tier is known. */
  readonly tier?: NameOf | undefined;
  readonly locale?: string | undefined;
}

/** Returns a tree of conditions in words, with nested groups in brackets. */
export const conditionText = (condition: Json, names: ConditionNames): string =>
  isJsonList(valueAt(condition, '/conditions'))
    ? joinedText(
        listAt(condition, '/conditions').map((one) => {
          const text = conditionText(one, names);
          return isJsonList(valueAt(one, '/conditions')) ? `(${text})` : text;
        }),
        textAt(condition, '/operator'),
        names,
      )
    : leafText(condition, names);

/** Joins the first few texts with the words of an operator. */
export const joinedText = (
  texts: readonly string[],
  operator: string,
  { locale }: ConditionNames,
): string => {
  const shown = texts.slice(0, namesMax);
  const rest = texts.length - shown.length;
  const all = rest > 0 ? shown.concat(words.andMore(pointsText(rest, locale))) : shown;
  return all.join(operator === 'OR' ? words.or : words.and) || words.missing;
};

export const signs: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
};

const payloadPrefix = 'payload.';

const leafText = (leaf: Json, names: ConditionNames): string => {
  const lines = valueAt(leaf, '/lines');
  const written = textAt(leaf, '/field');
  if (lines !== undefined && written === '') return words.aLine(conditionText(lines, names));
  const field =
    lines === undefined
      ? conditionFieldText(written)
      : words.ofLines(conditionFieldText(written), conditionText(lines, names));
  const value = valueAt(leaf, '/value');
  const op = textAt(leaf, '/op');
  const text = plainText(value, nameOfValue(written, names), names.locale);
  if (written === 'tier_id' && op === 'gte') return words.tierFrom(text);
  if (op === 'exists') return value === false ? words.notThere(field) : words.there(field);
  if (op === 'in') return words.oneOf(field, text);
  if (op === 'not_in') return words.noneOf(field, text);
  if (op === 'contains') return words.contains(field, text);
  return `${field} ${signs[op] ?? op} ${text}`;
};

export const conditionFieldText = (field: string): string => {
  const known: Readonly<Record<string, string>> = words.conditionFields;
  if (Object.hasOwn(known, field)) return known[field] ?? field;
  const shown = field.startsWith(payloadPrefix) ? field.slice(payloadPrefix.length) : field;
  return shown || words.missing;
};

type ValueText = (value: Json) => string | null;

/** The text of an id is a name, or the id itself. */
const nameOfValue =
  (field: string, { segment, tier }: ConditionNames): ValueText =>
  (value) => {
    if (field === 'tier_id') {
      if (value === null) return words.noTier;
      return typeof value === 'string' ? (tier?.(value.toLowerCase()) ?? null) : null;
    }
    return field === 'segment_id' && typeof value === 'string' ? segment(value.toLowerCase()) : null;
  };

const plainText = (value: Json | undefined, nameOf: ValueText, locale?: string): string => {
  if (isJsonList(value)) {
    const shown = value.slice(0, namesMax).map((one) => plainText(one, nameOf, locale));
    const rest = value.length - shown.length;
    return (rest > 0 ? shown.concat(words.andMore(pointsText(rest, locale))) : shown).join(words.comma);
  }
  if (value === undefined || isJsonObject(value)) return words.missing;
  return nameOf(value) ?? (typeof value === 'number' ? numberText(value, locale) : String(value));
};

/** Returns the text of one value of a comparison, with names in place of ids. */
export const valueText = (value: Json, field: string, names: ConditionNames): string =>
  plainText(value, nameOfValue(field, names), names.locale);

/** Returns true if the sentence names a tier; tiers are then read. */
export const namesTier = (condition: Json | undefined): boolean =>
  textAt(condition ?? null, '/field') === 'tier_id' ||
  listAt(condition ?? null, '/conditions').some((one) => namesTier(one));
