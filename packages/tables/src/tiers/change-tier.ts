import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@loyalty/contracts/http';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { type LifetimePointsRange, rangeOfTier } from '@loyalty/rules/tiers';
import { type Database, onlyRow, type Statement, type Transaction, writeTransaction } from '@loyalty/storage';
import { type AnotherPersonNeeded, findSameAuthor } from '../audit/live-changes.ts';
import { raiseConfigVersion } from '../configuration/config-version.ts';
import {
  claimKey,
  duplicateKey,
  type DuplicateKey,
  findDuplicateKey,
  storedKeyOf,
} from '../configuration/entity-keys.ts';
import { type ChangeTerms, findOutdated } from '../configuration/entity-version.ts';
import {
  type ChangeDecision,
  changeEntity,
  type ChangeResult,
  type CreateResult,
  type DeleteResult,
  findExceeded,
  growingWrite,
  type InvalidContent,
  type LimitExceeded,
} from '../configuration/write-configuration.ts';
import { storeThresholds } from './retierings.ts';
import {
  applyTierPatch,
  blankTier,
  duplicateThreshold,
  type DuplicateThreshold,
  listTiers,
  lockTiers,
  type TierBenefit,
  tierColumns,
  type TierContent,
  tierContentOf,
  tierContentValues,
  type TierInput,
  type TierPatch,
  type TierRecord,
  tierRecordOf,
  type TierRow,
  tierVersionOf,
} from './tiers.ts';

/** Creates a tier (interface 4.4, D54). If the environment does not exist, nothing is written. */
export const createTier = (
  db: Database,
  environmentId: EnvironmentId,
  input: TierInput,
  terms: ChangeTerms = {},
): Promise<
  CreateResult<
    TierRecord,
    InvalidContent | DuplicateKey | DuplicateThreshold | LimitExceeded | AnotherPersonNeeded
  >
> =>
  growingWrite(db, environmentId, async (tx) => {
    const content = applyTierPatch(blankTier(input), input);
    const faults = await findCampaignFaults(tx, environmentId, { before: null, after: content });
    if (faults.length > 0) return { outcome: 'invalid', faults };
    const tiers = await lockTiers(tx, environmentId);
    const key = await claimKey(tx, environmentId, { kind: 'tier', name: content.name, given: content.key });
    if (key === null) return duplicateKey;
    if (tiers.some(({ minLifetimePoints }) => minLifetimePoints === content.minLifetimePoints))
      return duplicateThreshold;
    const refusal =
      (await findExceeded(tx, environmentId, 'tiers')) ??
      (await findSameAuthor(tx, environmentId, terms, { type: 'tier' }));
    if (refusal !== null) return refusal;
    const record = await insertTier(tx, environmentId, { ...content, key });
    if (record === null) return duplicateThreshold;
    await storeThresholds(tx, environmentId, input.grantFreeRewards === true ? [record.id] : []);
    await raiseConfigVersion(tx, environmentId, 'tiers');
    return { outcome: 'created', record };
  });

/** Returns null if another tier has the same threshold. */
const insertTier = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  content: TierContent,
): Promise<TierRecord | null> => {
  const [row] = await tx.query<TierRow>(
    `INSERT INTO tiers AS t (environment_id, id, key, name, min_lifetime_points, benefits, sort_order, badge_url)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (environment_id, min_lifetime_points) DO NOTHING
     RETURNING ${tierColumns}`,
    [environmentId, randomId(), ...tierContentValues(content)],
  );
  return row === undefined ? null : tierRecordOf(row);
};

/** Updates a tier (interface 4.4, D54). If nothing changes, nothing is written. */
export const updateTier = (
  db: Database,
  environmentId: EnvironmentId,
  { tierId, patch, terms = {} }: TierChange,
): Promise<ChangeResult<TierRecord, UpdateRefusal>> =>
  changeEntity(db, environmentId, {
    kind: 'tiers',
    mayGrow: false,
    lock: async (tx) => tierAmong(await lockTiers(tx, environmentId), tierId),
    recordOf: ({ tier }) => tier,
    versionOf: tierVersionOf,
    terms,
    isPatch: true,
    decide: (current, tx) => decideUpdate(tx, environmentId, { current, patch, terms }),
    store: async (tx, content, { tier: { id, minLifetimePoints } }) => {
      const stored = await storeTier(tx, environmentId, { ...content, id });
      if (content.minLifetimePoints !== minLifetimePoints)
        await storeThresholds(tx, environmentId, patch.grantFreeRewards === true ? [id] : []);
      return stored;
    },
  });

interface TierChange {
  readonly tierId: string;
  readonly patch: TierPatch;
  readonly terms?: ChangeTerms;
}

type UpdateRefusal = InvalidContent | DuplicateKey | DuplicateThreshold | AnotherPersonNeeded;

interface TierAmongOthers {
  readonly tier: TierRecord;
  readonly others: readonly TierRecord[];
}

const tierAmong = (tiers: readonly TierRecord[], tierId: string): TierAmongOthers | null => {
  const tier = tiers.find(({ id }) => id === tierId.toLowerCase());
  return tier === undefined ? null : { tier, others: tiers.filter((other) => other !== tier) };
};

const decideUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  {
    current: { tier, others },
    patch,
    terms,
  }: { readonly current: TierAmongOthers; readonly patch: TierPatch; readonly terms: ChangeTerms },
): Promise<ChangeDecision<TierContent, UpdateRefusal>> => {
  const before = tierContentOf(tier);
  const patched = applyTierPatch(before, patch);
  const content = { ...patched, key: storedKeyOf({ id: tier.id, key: patched.key ?? tier.id }) };
  if (isDeepStrictEqual(content, before)) return 'keep';
  const faults = await findCampaignFaults(tx, environmentId, { before, after: content });
  if (faults.length > 0) return { refuse: { outcome: 'invalid', faults } };
  const isTaken = others.some(({ minLifetimePoints }) => minLifetimePoints === content.minLifetimePoints);
  const refusal =
    (await findDuplicateKey(tx, environmentId, {
      kind: 'tier',
      id: tier.id,
      before: before.key,
      key: content.key,
    })) ?? (isTaken ? duplicateThreshold : await findSameAuthor(tx, environmentId, terms, { type: 'tier' }));
  return refusal === null ? { store: content } : { refuse: refusal };
};

const storeTier = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  tier: TierContent & Pick<TierRecord, 'id'>,
): Promise<TierRecord> => {
  const rows = await tx.query<TierRow>(
    `UPDATE tiers AS t
        SET key = $3, name = $4, min_lifetime_points = $5, benefits = $6, sort_order = $7, badge_url = $8,
            updated_at = now(),
            threshold_set_at = CASE WHEN t.min_lifetime_points = $5 THEN t.threshold_set_at ELSE now() END
      WHERE t.environment_id = $1 AND t.id = $2
     RETURNING ${tierColumns}`,
    [environmentId, tier.id, ...tierContentValues(tier)],
  );
  return tierRecordOf(onlyRow(rows, 'tiers'));
};

type DeleteTierResult =
  | DeleteResult<TierRecord>
  | AnotherPersonNeeded
  /** 409 TIER_HAS_MEMBERS with the count as context. */
  | ({ readonly outcome: 'has-members' } & TierMembers);

export interface TierMembers {
  readonly memberCount: number;
  /** If this is false, there may be more members. */
  readonly isWhole: boolean;
}

interface TierDeletion {
  readonly tierId: string;
  readonly isForced: boolean;
  readonly terms?: ChangeTerms;
  readonly countMembers: (range: LifetimePointsRange) => Promise<TierMembers>;
}

const nobody: TierMembers = { memberCount: 0, isWhole: true };

/**
 * Deletes a tier that has no members, or deletes it by force (D55): its members then get the next lower tier.
 * They are counted before anything is locked, because that takes a while; members who enter meanwhile are
 * moved. After an incomplete count the tier does not count as empty.
 */
export const deleteTier = async (
  db: Database,
  environmentId: EnvironmentId,
  { tierId, isForced, terms = {}, countMembers }: TierDeletion,
): Promise<DeleteTierResult> => {
  const range = rangeOfTier(await listTiers(db, environmentId), tierId);
  if (range === null) return { outcome: 'not-found' };
  const members = isForced ? nobody : await countMembers(range);
  if (members.memberCount > 0 || !members.isWhole) return { outcome: 'has-members', ...members };
  return writeTransaction(db, async (tx) => {
    const before = tierAmong(await lockTiers(tx, environmentId), tierId)?.tier;
    if (before === undefined) return { outcome: 'not-found' };
    const refusal =
      (await findSameAuthor(tx, environmentId, terms, { type: 'tier' })) ??
      findOutdated(terms, tierVersionOf(before));
    if (refusal !== null) return refusal;
    await tx.query('DELETE FROM tiers WHERE environment_id = $1 AND id = $2', [environmentId, tierId]);
    await storeThresholds(tx, environmentId, []);
    await raiseConfigVersion(tx, environmentId, 'tiers');
    return { outcome: 'deleted', before };
  });
};

const existingStatement: Statement = {
  name: 'tier-campaigns',
  text: 'SELECT id FROM campaigns WHERE environment_id = $1 AND id = ANY ($2::uuid[])',
};

/** Opened campaigns must exist (D78), but for those the tier names already. Never deleted, so not locked. */
const findCampaignFaults = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { before, after }: { readonly before: TierContent | null; readonly after: TierContent },
): Promise<FieldError[]> => {
  const kept = new Set(before?.benefits.map(campaignOf));
  const named = after.benefits.map(campaignOf);
  const unsure = named.filter((id) => id !== null && !kept.has(id));
  if (unsure.length === 0) return [];
  const rows = await tx.query<{ id: string }>(existingStatement, [environmentId, unsure]);
  const known = new Set([...kept, ...rows.map(({ id }) => id)]);
  return named.flatMap((id, n) => (id === null || known.has(id) ? [] : [faultAt(n)]));
};

const campaignOf = (benefit: TierBenefit): string | null =>
  benefit.type === 'EXCLUSIVE_CAMPAIGN' ? benefit.campaignId : null;

const faultAt = (n: number): FieldError => ({
  pointer: `/benefits/${n.toString()}/campaignId`,
  message: 'must be the id of an existing campaign',
});
