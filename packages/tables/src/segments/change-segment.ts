import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@loyalty/contracts/http';
import { type CampaignId, type EnvironmentId, isUuid, randomId, type SegmentId } from '@loyalty/kernel';
import type { CampaignState } from '@loyalty/rules/campaigns';
import { comparisonsOf, readSegmentRule } from '@loyalty/rules/segments';
import {
  type Database,
  onlyRow,
  type Queryable,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';
import { type AnotherPersonNeeded, findSameAuthor } from '../audit/live-changes.ts';
import { raiseConfigVersion } from '../configuration/config-version.ts';
import {
  claimKey,
  duplicateKey,
  type DuplicateKey,
  findDuplicateKey,
  storedKeyOf,
} from '../configuration/entity-keys.ts';
import { type ChangeTerms, findOutdated, type OutdatedChange } from '../configuration/entity-version.ts';
import {
  type ChangeDecision,
  changeEntity,
  type ChangeResult,
  configurationLimits,
  type CreateResult,
  findExceeded,
  growingWrite,
  type InvalidContent,
  limitExceeded,
  type LimitExceeded,
} from '../configuration/write-configuration.ts';
import { listTiers } from '../tiers/tiers.ts';
import { requestClearing } from '../memberships.ts';
import { requestRefresh } from './segment-refreshes.ts';
import {
  applySegmentPatch,
  blankSegment,
  faultsOfSegment,
  lockSegment,
  segmentColumns,
  type SegmentContent,
  segmentContentOf,
  segmentContentValues,
  type SegmentInput,
  type SegmentPatch,
  type SegmentRecord,
  segmentRecordOf,
  type SegmentRow,
  type SegmentRules,
  segmentVersionOf,
} from './segments.ts';

/**
 * Creates a segment without members (D56); a DYNAMIC one is refreshed. If the environment does not exist,
 * nothing is written.
 */
export const createSegment = async (
  db: Database,
  environmentId: EnvironmentId,
  input: SegmentInput,
): Promise<CreateResult<SegmentRecord, InvalidContent | DuplicateKey | LimitExceeded>> => {
  const content = applySegmentPatch(blankSegment(input), input);
  return growingWrite(db, environmentId, async (tx) => {
    const faults = await findSegmentFaults(tx, environmentId, content);
    if (faults.length > 0) return { outcome: 'invalid', faults };
    const key = await claimKey(tx, environmentId, {
      kind: 'segment',
      name: content.name,
      given: content.key,
    });
    if (key === null) return duplicateKey;
    const exceeded =
      (await findExceeded(tx, environmentId, 'segments')) ??
      (await findRulesExceeded(tx, environmentId, { content, replacedId: null }));
    if (exceeded !== null) return exceeded;
    const record = await insertSegment(tx, environmentId, { ...content, key });
    if (content.rules !== null) await requestRefresh(tx, environmentId, [record.id]);
    await raiseConfigVersion(tx, environmentId, 'segments');
    return { outcome: 'created', record };
  });
};

const insertSegment = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  content: SegmentContent,
): Promise<SegmentRecord> => {
  const rows = await tx.query<SegmentRow>(
    `INSERT INTO segments AS s (environment_id, id, key, name, description, type, rules)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     RETURNING ${segmentColumns}`,
    [environmentId, randomId(), ...segmentContentValues(content)],
  );
  return segmentRecordOf(onlyRow(rows, 'segments'));
};

/** Updates a segment. New rules request a refresh (D56). If nothing changes, nothing is written. */
export const updateSegment = (
  db: Database,
  environmentId: EnvironmentId,
  { segmentId, patch, terms = {} }: SegmentChange,
): Promise<ChangeResult<SegmentRecord, UpdateRefusal>> =>
  changeEntity(db, environmentId, {
    kind: 'segments',
    mayGrow: patch.rules !== undefined || patch.key !== undefined,
    lock: (tx) => lockSegment(tx, environmentId, segmentId),
    recordOf: (current) => current,
    versionOf: segmentVersionOf,
    terms,
    isPatch: true,
    decide: (current, tx) => decideUpdate(tx, environmentId, { current, patch, terms }),
    store: async (tx, content, current) => {
      const stored = await storeSegment(tx, environmentId, { ...content, id: current.id });
      if (!isDeepStrictEqual(content.rules, current.rules))
        await requestRefresh(tx, environmentId, [current.id]);
      return stored;
    },
  });

interface SegmentChange {
  readonly segmentId: string;
  readonly patch: SegmentPatch;
  readonly terms?: ChangeTerms;
}

type UpdateRefusal = InvalidContent | DuplicateKey | LimitExceeded | AnotherPersonNeeded;

const decideUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    current,
    patch,
    terms,
  }: { readonly current: SegmentRecord; readonly patch: SegmentPatch; readonly terms: ChangeTerms },
): Promise<ChangeDecision<SegmentContent, UpdateRefusal>> => {
  const before = segmentContentOf(current);
  const patched = applySegmentPatch(before, patch);
  const content = { ...patched, key: storedKeyOf({ id: current.id, key: patched.key ?? current.id }) };
  if (isDeepStrictEqual(content, before)) return 'keep';
  const faults = await findSegmentFaults(tx, environmentId, content);
  if (faults.length > 0) return { refuse: { outcome: 'invalid', faults } };
  const refusal =
    (await findDuplicateKey(tx, environmentId, {
      kind: 'segment',
      id: current.id,
      before: before.key,
      key: content.key,
    })) ??
    (await findRulesExceeded(tx, environmentId, { content, replacedId: current.id })) ??
    (await findSameAuthorOf(tx, environmentId, { segmentId: current.id, terms }));
  return refusal === null ? { store: content } : { refuse: refusal };
};

/** A segment that no live campaign names decides nothing yet (D306). */
const findSameAuthorOf = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { segmentId, terms }: { readonly segmentId: SegmentId; readonly terms: ChangeTerms },
): Promise<AnotherPersonNeeded | null> => {
  if (terms.author === undefined) return null;
  const naming = await campaignsNaming(tx, environmentId, segmentId);
  const isLive = naming.some(({ state }) => state === 'ACTIVE' || state === 'PAUSED');
  return isLive ? findSameAuthor(tx, environmentId, terms, { type: 'segment', id: segmentId }) : null;
};

const storeSegment = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segment: SegmentContent & Pick<SegmentRecord, 'id'>,
): Promise<SegmentRecord> => {
  const rows = await tx.query<SegmentRow>(
    `UPDATE segments AS s SET key = $3, name = $4, description = $5, type = $6, rules = $7, updated_at = now()
      WHERE s.environment_id = $1 AND s.id = $2
     RETURNING ${segmentColumns}`,
    [environmentId, segment.id, ...segmentContentValues(segment)],
  );
  return segmentRecordOf(onlyRow(rows, 'segments'));
};

type DeleteSegmentResult =
  | {
      readonly outcome: 'deleted';
      readonly before: SegmentRecord;
      /** They targeted it, and match more members now (D29). Without archived ones. */
      readonly campaignIds: readonly CampaignId[];
    }
  | { readonly outcome: 'not-found' }
  | OutdatedChange
  | AnotherPersonNeeded;

/**
 * Deletes a segment. Its memberships are deleted later, in chunks (D56); until then none can be added, and no
 * decision reads them.
 */
export const deleteSegment = async (
  db: Database,
  environmentId: EnvironmentId,
  segmentId: string,
  terms: ChangeTerms = {},
): Promise<DeleteSegmentResult> => {
  if (!isUuid(segmentId)) return { outcome: 'not-found' };
  return writeTransaction(db, async (tx) => {
    const before = await lockSegment(tx, environmentId, segmentId);
    if (before === null) return { outcome: 'not-found' };
    const refusal =
      (await findSameAuthorOf(tx, environmentId, { segmentId: before.id, terms })) ??
      findOutdated(terms, segmentVersionOf(before));
    if (refusal !== null) return refusal;
    await tx.query('DELETE FROM segments WHERE environment_id = $1 AND id = $2', [environmentId, segmentId]);
    await requestClearing(tx, { environmentId, segmentId });
    const campaignIds = (await campaignsNaming(tx, environmentId, segmentId)).map(({ id }) => id);
    await raiseConfigVersion(tx, environmentId, 'segments');
    return { outcome: 'deleted', before, campaignIds };
  });
};

/** Campaigns may name a segment as a target or in conditions. */
const campaignsNaming = (
  tx: Transaction,
  environmentId: EnvironmentId,
  segmentId: string,
): Promise<{ readonly id: CampaignId; readonly state: CampaignState }[]> =>
  tx.query<{ id: CampaignId; state: CampaignState }>(
    `SELECT id, state FROM campaigns
      WHERE environment_id = $1 AND state <> 'ARCHIVED'
        AND ($3::uuid = ANY (target_segment_ids) OR strpos(lower(conditions::text), $2::text) > 0)
      ORDER BY id`,
    [environmentId, segmentId.toLowerCase(), segmentId],
  );

const findSegmentFaults = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  content: SegmentContent,
): Promise<FieldError[]> => {
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
): Promise<FieldError[]> => {
  const named = namedTiers(rules, '/rules');
  if (named.length === 0) return [];
  const known = new Set<string>((await listTiers(tx, environmentId)).map(({ id }) => id));
  return named
    .filter(({ tierId }) => !known.has(tierId.toLowerCase()))
    .map(({ pointer }) => ({ pointer, message: 'must name a tier that exists, or be null' }));
};

const namedTiers = (
  { conditions }: SegmentRules,
  pointer: string,
): { readonly tierId: string; readonly pointer: string }[] =>
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
 * Checks the limits on DYNAMIC segments and their comparisons (D105). The result is valid until the end of a
 * `growingWrite`.
 */
const findRulesExceeded = async (
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

/**
 * Returns the number of comparisons in rules. Rules that this build cannot read count as 0, because it does
 * not evaluate them.
 */
export const countComparisons = (rules: unknown): number => {
  const rule = readSegmentRule(rules);
  return rule === null ? 0 : comparisonsOf(rule);
};
