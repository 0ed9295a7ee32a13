import type { EnvironmentId } from '@loyalty/kernel';
import { comparisonsOf, readSegmentRule, type FieldFault } from '@loyalty/rules';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { configurationLimits, limitExceeded, type LimitExceeded } from '../limits/configuration-limits.ts';
import { listTiers } from '../tiers/tiers.ts';
import { faultsOfSegment } from './segment-content.ts';
import type { SegmentContent, SegmentRules } from './segment-record.ts';

/** Returns the faults of a segment, including tiers in its rules that do not exist. */
export const findSegmentFaults = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  content: SegmentContent,
): Promise<FieldFault[]> => {
  const faults = faultsOfSegment(content);
  return content.rules === null
    ? faults
    : [...faults, ...(await findRuleFaults(tx, environmentId, content.rules))];
};

/** Returns a fault for each named tier that does not exist, with its place in the rules. */
export const findRuleFaults = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  rules: SegmentRules,
): Promise<FieldFault[]> => {
  const named = namedTiers(rules, '/rules');
  if (named.length === 0) return [];
  const known = new Set<string>((await listTiers(tx, environmentId)).map(({ id }) => id));
  return named
    .filter(({ tierId }) => !known.has(tierId.toLowerCase()))
    .map(({ pointer }) => ({ pointer, message: 'must name a tier that exists, or be null' }));
};

interface NamedTier {
  readonly tierId: string;
  readonly pointer: string;
}

const namedTiers = ({ conditions }: SegmentRules, pointer: string): NamedTier[] =>
  conditions.flatMap((condition, n) => {
    const place = `${pointer}/conditions/${n.toString()}`;
    if ('conditions' in condition) return namedTiers(condition, place);
    return condition.field === 'tier_id' && condition.value !== null
      ? [{ tierId: condition.value, pointer: `${place}/value` }]
      : [];
  });

const othersStatement: Statement = {
  name: 'segments-other-rules',
  text: `SELECT rules FROM segments WHERE environment_id = $1 AND type = 'DYNAMIC' AND id IS DISTINCT FROM $2`,
};

/**
 * Returns the limit on DYNAMIC segments or on their comparisons that this one would exceed, or null (D105). The result holds until
 * the end of a `growingWrite`.
 */
export const findRulesExceeded = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    content: { rules },
    replacedId,
  }: { readonly content: SegmentContent; readonly replacedId: string | null },
): Promise<LimitExceeded | null> => {
  if (rules === null) return null;
  const others = await tx.query<{ rules: unknown }>(othersStatement, [environmentId, replacedId]);
  if (others.length >= configurationLimits.dynamicSegments) return limitExceeded('dynamicSegments');
  const comparisons = [...others.map((other) => other.rules), rules].map(countComparisons);
  const sum = comparisons.reduce((all, count) => all + count, 0);
  return sum > configurationLimits.segmentComparisons ? limitExceeded('segmentComparisons') : null;
};

/** Rules that this build cannot read count as 0: it does not evaluate them. */
const countComparisons = (rules: unknown): number => {
  const rule = readSegmentRule(rules);
  return rule === null ? 0 : comparisonsOf(rule);
};
