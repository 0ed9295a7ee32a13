import type { Schemas } from '@loyalty/client';
import { centsField, numberField, typedCents, typedNumber } from '../../model/numbers/typed-number.ts';

type Condition = Schemas['SegmentCondition'];
type Rules = Schemas['SegmentRules'];

/** A group as it is typed: values are texts, and every line has a key of its own while it moves. */
export interface GroupLine {
  readonly key: number;
  readonly operator: 'AND' | 'OR';
  readonly lines: readonly RuleLine[];
}

export interface RuleComparison {
  readonly key: number;
  readonly field: Schemas['SegmentField'];
  readonly op: Schemas['ComparisonOperator'];
  readonly text: string;
}

export type RuleLine = GroupLine | RuleComparison;

/** The path from the outermost group, with the place in each group. */
export type RulePath = readonly number[];

export type FieldKind = 'cents' | 'count' | 'days' | 'points' | 'tier' | 'state';

export const isGroup = (line: RuleLine): line is GroupLine => 'lines' in line;

export const kindOfField = (field: string): FieldKind => {
  if (field === 'tier_id') return 'tier';
  if (field === 'state') return 'state';
  if (field.includes('cents')) return 'cents';
  if (field.startsWith('days')) return 'days';
  return field.includes('points') ? 'points' : 'count';
};

let lastKey = 0;
const nextKey = (): number => {
  lastKey += 1;
  return lastKey;
};

export const newComparison = (): RuleComparison => ({
  key: nextKey(),
  field: 'spend_cents_30d',
  op: 'gte',
  text: '',
});

export const newGroup = (operator: GroupLine['operator'] = 'AND'): GroupLine => ({
  key: nextKey(),
  operator,
  lines: [newComparison()],
});

/** Returns a line with another field, an empty value, and an operator that the field has. */
export const withField = (line: RuleComparison, field: RuleComparison['field']): RuleComparison => {
  const [kind, newKind] = [kindOfField(line.field), kindOfField(field)];
  const { key, op, text } = line;
  if (kind === newKind) return { key, field, op, text };
  const isChoice = newKind === 'tier' || newKind === 'state';
  return {
    key,
    field,
    op: isChoice ? 'eq' : op === 'eq' ? 'gte' : op,
    text: newKind === 'state' ? 'active' : '',
  };
};

/** Reads rules of the API. A tier of null becomes the empty text. */
export const groupOf = ({ operator, conditions }: Rules, locale?: string): GroupLine => ({
  key: nextKey(),
  operator,
  lines: conditions.map((condition) => lineOf(condition, locale)),
});

const lineOf = (condition: Condition, locale?: string): RuleLine => {
  if ('conditions' in condition) return groupOf(condition, locale);
  const { field, op, value } = condition;
  return { key: nextKey(), field, op, text: textOf(field, value, locale) };
};

const textOf = (field: string, value: Schemas['SegmentComparison']['value'], locale?: string): string => {
  if (value === null) return '';
  if (typeof value !== 'number') return value;
  return kindOfField(field) === 'cents' ? centsField(value, locale) : numberField(value, locale);
};

/**
 * Returns the body for the API. Text that is not a number is sent as it is, so that the API says what it
 * expects.
 */
export const rulesOf = (group: GroupLine, locale?: string): Rules => ({
  operator: group.operator,
  conditions: group.lines.map((line) =>
    isGroup(line)
      ? rulesOf(line, locale)
      : ({ field: line.field, op: line.op, value: valueOf(line, locale) } as Condition),
  ),
});

const valueOf = ({ field, text }: RuleComparison, locale?: string): unknown => {
  const kind = kindOfField(field);
  if (kind === 'tier') return text === '' ? null : text;
  if (kind === 'state') return text;
  return (kind === 'cents' ? typedCents(text, locale) : typedNumber(text, locale)) ?? text;
};

/** Returns true if every line has a value: rules that somebody is still typing are not worth a count. */
export const isFilled = (group: GroupLine): boolean =>
  group.lines.length > 0 &&
  group.lines.every((line) =>
    isGroup(line) ? isFilled(line) : kindOfField(line.field) === 'tier' || line.text.trim() !== '',
  );

/** Returns the tree with another line at a place; null removes the line. */
export const changedAt = (
  group: GroupLine,
  [place = 0, ...rest]: RulePath,
  change: (line: RuleLine) => RuleLine | null,
): GroupLine => ({
  key: group.key,
  operator: group.operator,
  lines: group.lines.flatMap((line, at) => {
    if (at !== place) return [line];
    const changed = rest.length > 0 && isGroup(line) ? changedAt(line, rest, change) : change(line);
    return changed === null ? [] : [changed];
  }),
});

/** Returns the API's pointer of a line. */
export const pointerOf = (path: RulePath): string =>
  path.reduce((pointer, place) => `${pointer}/conditions/${place.toString()}`, '/rules');

/** Returns the comparisons in rules. */
export const comparisonsOf = (rules: Rules): readonly Schemas['SegmentComparison'][] =>
  rules.conditions.flatMap((condition) =>
    'conditions' in condition ? comparisonsOf(condition) : [condition],
  );
