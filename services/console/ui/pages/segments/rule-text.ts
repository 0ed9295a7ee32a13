import type { Schemas } from '@loyalty/client';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { kindOfField } from './rule-tree.ts';

type Comparison = Schemas['SegmentComparison'];
type Rules = Schemas['SegmentRules'];

/** The words of a rule, in the language of the reader. */
export interface RuleWords {
  readonly fields: Readonly<Record<string, string>>;
  readonly ops: Readonly<Record<string, string>>;
  readonly choiceOps: Readonly<Record<string, string>>;
  readonly states: Readonly<Record<string, string>>;
  readonly and: string;
  readonly or: string;
  readonly noTier: string;
  /** Returns the name of a tier, or its id if the tier is not known. */
  readonly tierOf: (id: string) => string;
}

interface ComparisonTexts {
  readonly field: string;
  readonly op: string;
  readonly value: string;
}

/** Returns the three parts of a line in words. */
export const comparisonTexts = (
  { field, op, value }: Comparison,
  words: RuleWords,
  locale?: string,
): ComparisonTexts => {
  const kind = kindOfField(field);
  const isChoice = kind === 'tier' || kind === 'state';
  return {
    field: words.fields[field] ?? field,
    op: (isChoice ? words.choiceOps[op] : words.ops[op]) ?? op,
    value: valueText(kind, value, words, locale),
  };
};

const valueText = (
  kind: ReturnType<typeof kindOfField>,
  value: Comparison['value'],
  words: RuleWords,
  locale?: string,
): string => {
  if (value === null) return words.noTier;
  if (typeof value === 'number')
    return kind === 'cents' ? centsText(value, locale) : pointsText(value, locale);
  return kind === 'tier' ? words.tierOf(value) : (words.states[value] ?? value);
};

/** Returns rules as one sentence, with nested groups in brackets. */
export const ruleText = (rules: Rules, words: RuleWords, locale?: string): string =>
  rules.conditions
    .map((condition) => {
      if ('conditions' in condition) {
        const inner = ruleText(condition, words, locale);
        return condition.conditions.length > 1 ? `(${inner})` : inner;
      }
      const { field, op, value } = comparisonTexts(condition, words, locale);
      return `${field} ${op} ${value}`;
    })
    .join(rules.operator === 'AND' ? words.and : words.or);
