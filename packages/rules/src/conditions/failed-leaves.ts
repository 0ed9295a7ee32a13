import { dateText, timeText } from '../time/local-time.ts';
import { type ConditionField, type FoundValue, weekdays } from './condition-fields.ts';
import { foundBy, type JudgedActivity } from './conditions-hold.ts';
import type { FoundSegments, FoundTier } from './field-comparisons.ts';
import type { Condition, Conditions } from './read-conditions.ts';

/** A comparison that made a tree false, with what was found. */
export interface FailedCondition {
  /** The JSON pointer to it, with `/conditions` of its campaign in front. */
  readonly path: string;
  /** The tree that selects the lines, cut as `value` is; absent unless the comparison is over lines. */
  readonly lines?: unknown;
  readonly field: string;
  readonly op: string;
  /** The value as it was written; only the first 10 values of a list are kept. */
  readonly value: unknown;
  /**
   * What was found, in the form of `value`; null if it is missing. For segments, it has those of `value` that
   * the member is in.
   */
  readonly found: string | number | readonly string[] | null;
}

/** Nobody would read more than this. */
const leavesMax = 10;
const valuesMax = 10;
/** Texts of a receipt are no longer than this; those of a payload have no bound of their own. */
const textMax = 255;

/**
 * Returns the first 10 comparisons that make a tree false: for AND those that are false, for OR all. There
 * are none if the tree holds. `written` is what the tree was read from.
 */
export const failedLeaves = (
  conditions: Conditions,
  written: unknown,
  judged: JudgedActivity,
): readonly FailedCondition[] => {
  const whole = { tree: conditions, written: written as Written, path: '/conditions' };
  const failed = failedIn(whole, (leaf) => leaf.isMet(foundBy(leaf, judged)));
  return failed.slice(0, leavesMax).map((leaf) => shownLeaf(leaf, judged));
};

/** Null is absent (D125). */
interface Written {
  readonly operator?: string;
  readonly conditions?: readonly Written[] | null;
  readonly lines?: Written | null;
  readonly field?: string;
  readonly op?: string | null;
  readonly value?: unknown;
}

interface Place<Tree> {
  readonly tree: Tree;
  readonly written: Written;
  readonly path: string;
}

const failedIn = (
  { tree, written, path }: Place<Conditions>,
  isMet: (leaf: Condition) => boolean,
): readonly Place<Condition>[] => {
  if (!('conditions' in tree)) return isMet(tree) ? [] : [{ tree, written, path }];
  const parts = tree.conditions.flatMap((part, at) => {
    const own = written.conditions?.[at];
    const place = `${path}/conditions/${at.toString()}`;
    return own === undefined ? [] : [failedIn({ tree: part, written: own, path: place }, isMet)];
  });
  const holds = tree.operator === 'OR' && parts.some((failed) => failed.length === 0);
  return holds ? [] : parts.flat();
};

const shownLeaf = ({ tree, written, path }: Place<Condition>, judged: JudgedActivity): FailedCondition => {
  const found = foundBy(tree, judged);
  if ('lines' in tree) {
    // Lines alone ask for one of them.
    const { lines, op, value } = written;
    const sum = tree.sum === 'quantity' ? Number(found) / 1000 : Number(found);
    return {
      path,
      lines: shownTree(lines ?? {}),
      field: tree.sum,
      op: op ?? 'gte',
      value: value ?? 1,
      found: sum,
    };
  }
  const { field = '', op, value } = written;
  const show = shownBy[tree.field] ?? plain;
  return { path, field, op: op ?? '', value: shownValue(value), found: show(found, value) };
};

const shownTree = ({ operator, conditions, field, op, value }: Written): unknown =>
  conditions === undefined || conditions === null
    ? { field, op, value: shownValue(value) }
    : { operator, conditions: conditions.map(shownTree) };

const shownValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return (value as readonly unknown[]).slice(0, valuesMax).map(shownValue);
  return typeof value === 'string' ? value.slice(0, textMax).toWellFormed() : value;
};

type Shown = (found: FoundValue, value: unknown) => FailedCondition['found'];

const plain: Shown = (found) => {
  if (typeof found === 'number') return found;
  return typeof found === 'string' ? found.slice(0, textMax).toWellFormed() : null;
};

/** These fields are shown as callers write their values. All other fields show the value itself. */
const shownBy: Readonly<Partial<Record<ConditionField, Shown>>> = {
  weekday: (found) => weekdays[found as number] ?? null,
  date: (found) => dateText(found as number),
  time: (found) => timeText(found as number),
  tier_id: (found) => (found as FoundTier).id,
  segment_id: (found, value) =>
    ([value].flat() as readonly string[])
      .filter((id) => (found as FoundSegments).has(id.toLowerCase()))
      .slice(0, valuesMax),
};
