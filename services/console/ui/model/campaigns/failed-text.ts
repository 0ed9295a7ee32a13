import { sentenceWords as words } from '../../words/sentence.ts';
import { isJsonList, type Json } from '../drafts/draft.ts';
import { pointsText } from '../numbers/figures.ts';
import { namedText } from '../shown-text.ts';
import {
  type ConditionNames,
  conditionFieldText,
  conditionText,
  namesMax,
  signs,
  valueText,
} from './sentence-texts.ts';

/** A comparison that made conditions false, as explain returns it. */
export interface FailedComparison {
  /** The tree over lines; absent unless the comparison is over lines. */
  readonly lines?: unknown;
  readonly field: string;
  readonly op: string;
  readonly value: unknown;
  readonly found: unknown;
}

/** Returns what was found and what is required, for example “weekday is SAT (required: MON to FRI)”. */
export const failedText = (
  { lines, field, op, value, found }: FailedComparison,
  names: ConditionNames,
): string => {
  const wanted = value as Json;
  if (field === 'segment_id') {
    const isWithin = op === 'neq' || op === 'not_in';
    const text = listText(listOf((isWithin ? found : value) as Json), field, names);
    return isWithin ? words.failed.within(text) : words.failed.outside(text);
  }
  const ofField = conditionFieldText(namedText(field));
  const shown =
    lines === undefined ? ofField : words.ofLines(ofField, namedText(conditionText(lines as Json, names)));
  const isMissing = found === null && field !== 'tier_id';
  const own = isMissing ? words.failed.missing : words.failed.is(textOf(found as Json, field, names));
  return op === 'exists' && isMissing
    ? words.failed.alone(shown, own)
    : words.failed.wanted(shown, own, wantedText({ field, op, value: wanted }, names));
};

interface Wanted {
  readonly field: string;
  readonly op: string;
  readonly value: Json;
}

const wantedText = ({ field, op, value }: Wanted, names: ConditionNames): string => {
  if (op === 'exists') return words.failed.none;
  const list = listOf(value);
  const run = field === 'weekday' ? runOf(list) : null;
  const text = run ?? listText(list, field, names);
  if (field === 'tier_id' && op === 'gte') return words.failed.orHigher(text);
  return signedText(op, text, run !== null || list.length === 1);
};

const signedText = (op: string, text: string, isOne: boolean): string => {
  switch (op) {
    case 'eq':
      return text;
    case 'neq':
      return words.failed.not(text);
    case 'in':
      return isOne ? text : words.failed.oneOf(text);
    case 'not_in':
      return isOne ? words.failed.not(text) : words.failed.noneOf(text);
    default:
      return `${signs[op] ?? op} ${text}`;
  }
};

const listOf = (value: Json): readonly Json[] => (isJsonList(value) ? value : [value]);

/** The API cuts lists to this many. */
const valuesMax = 10;

const listText = (list: readonly Json[], field: string, names: ConditionNames): string => {
  const shown = list.slice(0, namesMax).map((one) => textOf(one, field, names));
  const rest = list.length - shown.length;
  if (rest === 0) return shown.join(words.comma);
  const more = list.length < valuesMax ? words.andMore(pointsText(rest, names.locale)) : words.failed.others;
  return shown.concat(more).join(words.comma);
};

const textOf = (value: Json, field: string, names: ConditionNames): string =>
  namedText(valueText(value, field, names));

const week = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];

/** Three days or more that follow each other; null where they do not. */
const runOf = (days: readonly Json[]): string | null => {
  const first = week.findIndex((day) => day === days[0]);
  const run = week.slice(first, first + days.length);
  const isRun = first >= 0 && days.length > 2 && days.every((day, at) => day === run[at]);
  return isRun ? words.failed.run(run[0] ?? '', run.at(-1) ?? '') : null;
};

interface Failing {
  readonly failed?: readonly FailedComparison[];
}

/** Returns true if names must be read, because a comparison that failed contains ids of this kind. */
export const asksNames = (campaigns: readonly Failing[], field: 'tier_id' | 'segment_id'): boolean =>
  campaigns.some(({ failed = [] }) => failed.some((one) => one.field === field));
