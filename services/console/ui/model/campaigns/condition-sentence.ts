import { conditionSentenceWords as words } from '../../words/condition-sentence.ts';
import { sentenceWords } from '../../words/sentence.ts';
import { isJsonList, type Json } from '../drafts/draft.ts';
import { pointsText } from '../numbers/figures.ts';
import {
  type ComparisonRow,
  type ConditionRow,
  type LinesRow,
  type RowField,
  rowOf,
  treeOf,
  weekdays,
} from './condition-rows.ts';
import {
  type ConditionNames,
  conditionText,
  daysText,
  joinedText,
  moneyText,
  namesMax,
  numberText,
  valueText,
} from './sentence-texts.ts';

/** Returns the conditions as a phrase, such as «only at weekends and between 17:00 and 19:00». */
export const onlyText = (tree: Json, scope: 'receipts' | 'events', names: ConditionNames): string =>
  words.only(rowText(rowOf(tree, scope), names));

/** Returns which lines are meant, such as «the category coffee». */
export const linesOnlyText = (tree: Json, names: ConditionNames): string =>
  rowText(rowOf(tree, 'lines'), names);

const rowText = (row: ConditionRow, names: ConditionNames): string => {
  switch (row.kind) {
    case 'group':
      return joinedText(
        row.rows.map((one) => {
          const text = rowText(one.row, names);
          return one.row.kind === 'group' && row.rows.length > 1 ? `(${text})` : text;
        }),
        row.operator,
        names,
      );
    case 'comparison':
      return comparisonText(row, names);
    case 'lines':
      return linesText(row, names);
    case 'between':
      return words.between(row.from || sentenceWords.missing, row.to || sentenceWords.missing);
    case 'json':
      return conditionText(row.json, names);
  }
};

/** These are texts of operators that compare with one value. */
type OpTexts = Readonly<Record<string, (value: string) => string>>;

/** Says `in` and `not_in` with the texts of `eq` and `neq`, with several values. */
const saidBy = (texts: OpTexts, op: string, value: string): string | null => {
  const one = op === 'in' ? 'eq' : op === 'not_in' ? 'neq' : op;
  return Object.hasOwn(texts, one) ? (texts[one]?.(value) ?? null) : null;
};

const comparisonText = (row: ComparisonRow, names: ConditionNames): string =>
  ownTexts[row.field](row, names) ?? conditionText(treeOf(row), names);

type RowText = (row: ComparisonRow, names: ConditionNames) => string | null;

const saidWith =
  (texts: OpTexts, textOf: (one: Json, names: ConditionNames) => string): RowText =>
  ({ op, value }, names) =>
    saidBy(
      texts,
      op,
      orText(value, (one) => textOf(one, names), names),
    );

const storeText: RowText = (row, names) => {
  if (row.op === 'exists') return row.value === false ? words.storeMissing : words.storeThere;
  return saidWith(words.store, plainOf)(row, names);
};

const tierText: RowText = (row, names) => {
  if (row.value === null) return row.op === 'neq' ? words.withTier : words.withoutTier;
  return saidWith(words.tier, (one) => valueText(one, 'tier_id', names))(row, names);
};

const ownTexts: Readonly<Record<RowField, RowText>> = {
  weekday: (row, names) => weekText(row, names),
  date: saidWith(words.date, (one, { locale }) => dateText(one, locale)),
  time: saidWith(words.time, (one) => plainOf(one)),
  day_of_month: saidWith(words.monthDay, (one, { locale }) => numberText(one, locale)),
  store_ref: storeText,
  attributes: (row, names) => attributeText(row, names),
  tier_id: tierText,
  segment_id: saidWith(words.segment, (one, names) => valueText(one, 'segment_id', names)),
  purchase_number: saidWith(words.purchase, (one, { locale }) => nthText(one, locale)),
  days_since_last_txn: saidWith(words.lastPurchase, (one, { locale }) => daysText(one, locale)),
  payload: (row, names) => words.payload(conditionText(treeOf(row), names)),
  path: () => null,
  category: (row, names) => lineText(row, names),
  sku: (row, names) => lineText(row, names),
  unit_price_cents: (row, names) => lineText(row, names),
};

const plainOf = (value: Json): string => (typeof value === 'string' ? value : '') || sentenceWords.missing;

/** The first few values, as «a, b or c». */
const orText = (
  value: Json | undefined,
  textOf: (one: Json) => string,
  { locale }: ConditionNames,
): string => {
  const items = isJsonList(value) ? value : value === undefined ? [] : [value];
  const texts = items.slice(0, namesMax).map(textOf);
  const rest = items.length - texts.length;
  const all = rest > 0 ? texts.concat(sentenceWords.andMore(pointsText(rest, locale))) : texts;
  const [last = sentenceWords.missing] = all.slice(-1);
  const before = all.slice(0, -1);
  return before.length === 0 ? last : `${before.join(sentenceWords.comma)}${sentenceWords.or}${last}`;
};

const dayName = (day: Json): string =>
  weekdays.some((one) => one === day) ? words.days[day as keyof typeof words.days] : plainOf(day);

const weekText = ({ op, value }: ComparisonRow, names: ConditionNames): string => {
  const days = isJsonList(value) ? value : [];
  const isNot = op === 'not_in' || op === 'neq';
  if (!isNot && days.length === 2 && days.includes('SAT') && days.includes('SUN')) return words.weekend;
  if (isRunOf(days)) {
    const run = [dayName(days[0] ?? ''), dayName(days.at(-1) ?? '')] as const;
    return isNot ? words.notFromDays(...run) : words.fromDays(...run);
  }
  const text = orText(value, dayName, names);
  return isNot ? words.notOnDays(text) : words.onDays(text);
};

/** Tells whether these are three or more consecutive days. */
const isRunOf = (days: readonly Json[]): boolean => {
  const first = weekdays.findIndex((one) => one === days[0]);
  return days.length > 2 && days.every((one, at) => one === weekdays[first + at]);
};

const dateText = (value: Json, locale?: string): string => {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(instant)) return plainOf(value);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(instant);
};

const attributeText = ({ name, op, value }: ComparisonRow, names: ConditionNames): string | null => {
  const shown = name || sentenceWords.missing;
  const { there, missing, eq, neq } = words.attribute;
  if (op === 'exists') return value === false ? missing(shown) : there(shown);
  const text = orText(value, plainOf, names);
  return op === 'neq' || op === 'not_in' ? neq(shown, text) : eq(shown, text);
};

const nthText = (value: Json, locale?: string): string =>
  value === 1 ? words.first : sentenceWords.nth(numberText(value, locale));

const lineText = ({ field, op, value }: ComparisonRow, names: ConditionNames): string | null => {
  if (field === 'unit_price_cents') {
    const amount = saidBy(
      words.amounts,
      op,
      orText(value, (one) => moneyText(one, names.locale), names),
    );
    return amount === null ? null : words.price(amount);
  }
  const text = orText(value, plainOf, names);
  const isMany = isJsonList(value) && value.length > 1;
  const shown = field === 'sku' ? text : isMany ? words.categories(text) : words.category(text);
  return op === 'neq' || op === 'not_in' ? words.not(shown) : shown;
};

const linesText = ({ lines, sum }: LinesRow, names: ConditionNames): string => {
  const text = rowText(lines, names);
  if (sum === null) return words.inBasket(text);
  const { field, op, value = null } = sum;
  const shown = field === 'spend_cents' ? moneyText(value, names.locale) : numberText(value, names.locale);
  return words.sums[field](saidBy(words.amounts, op, shown) ?? shown, text);
};
