import type { HttpSchemas } from '@loyalty/contracts/http';
import type { EnvironmentId, TenantId, TierId } from '@loyalty/kernel';
import type { Queryable, Transaction } from '@loyalty/storage';
import { runBuilt, sql } from '@loyalty/storage/lists';
import { shownKey, storedKeyOf } from '../configuration/entity-keys.ts';
import { versionOf } from '../configuration/entity-version.ts';
import { type RowOf, tenantIdColumn } from '../configuration/entity-rows.ts';

export interface TierPage {
  /** The tier after which the page starts. */
  readonly after?: { readonly sortOrder: number; readonly id: string };
  /** The maximum number of tiers, at least 1. If it is absent, all are returned. */
  readonly limit?: number;
}

/** Lists tiers in the order of (sortOrder, id) (D11). */
export const listTiers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { after, limit }: TierPage = {},
): Promise<TierRecord[]> => {
  const query = sql('tiers as t')
    .select(sql.raw(tierColumns))
    .where('t.environment_id', environmentId)
    .orderBy(['t.sort_order', 't.id']);
  if (limit !== undefined) void query.limit(limit);
  if (after !== undefined) {
    void query.whereRaw('(t.sort_order, t.id) > (?::int, ?::uuid)', [after.sortOrder, after.id]);
  }
  return (await runBuilt<TierRow>(db, query)).map(tierRecordOf);
};

/**
 * Locks all tiers, because one is checked against the others (D54). If there are none, creations wait
 * (`growingWrite`).
 */
export const lockTiers = async (tx: Transaction, environmentId: EnvironmentId): Promise<TierRecord[]> => {
  // A statement of its own: one that also reads would miss tiers that were added while it waited.
  await tx.query('SELECT id FROM tiers WHERE environment_id = $1 ORDER BY id FOR UPDATE', [environmentId]);
  return listTiers(tx, environmentId);
};

/** Another tier has the same threshold: 409 DUPLICATE_KEY (D54). */
export interface DuplicateThreshold {
  readonly outcome: 'duplicate';
  readonly field: 'minLifetimePoints';
}

export const duplicateThreshold: DuplicateThreshold = { outcome: 'duplicate', field: 'minLifetimePoints' };

/** A benefit of a tier (interface 2.3). */
export type TierBenefit = HttpSchemas['TierBenefit'];

export interface TierContent {
  /** The key by which documents name it; null if that is its id (D343). */
  readonly key: string | null;
  readonly name: string;
  readonly minLifetimePoints: number;
  readonly benefits: readonly TierBenefit[];
  readonly sortOrder: number;
  readonly badgeUrl: string | null;
}

/** A tier as the interface shows it (interface 2.3). Instants are in ISO 8601 in UTC, with milliseconds. */
export interface TierRecord extends TierContent {
  readonly id: TierId;
  readonly tenantId: TenantId;
  readonly key: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type TierRow = RowOf<TierRecord>;

export const tierColumns = `
  t.id, ${tenantIdColumn('t')},
  ${shownKey('t')}, t.name, t.min_lifetime_points AS "minLifetimePoints", t.benefits, t.sort_order AS "sortOrder",
  t.badge_url AS "badgeUrl", t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

export const tierRecordOf = (row: TierRow): TierRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const tierContentOf = (tier: TierRecord): TierContent => ({
  key: storedKeyOf(tier),
  name: tier.name,
  minLifetimePoints: tier.minLifetimePoints,
  benefits: tier.benefits,
  sortOrder: tier.sortOrder,
  badgeUrl: tier.badgeUrl,
});

export const tierVersionOf = (tier: TierRecord): string => {
  const { id, updatedAt } = tier;
  return versionOf({ id, updatedAt, ...tierContentOf(tier) });
};

/** Returns key, name, min_lifetime_points, benefits, sort_order and badge_url. */
export const tierContentValues = (content: TierContent): readonly unknown[] => [
  content.key,
  content.name,
  content.minLifetimePoints,
  JSON.stringify(content.benefits),
  content.sortOrder,
  content.badgeUrl,
];

/**
 * A change of a tier. Absent fields stay, and null clears a field. The caller checks shapes and bounds of
 * fields.
 */
export interface TierPatch {
  readonly key?: string;
  readonly name?: string;
  readonly minLifetimePoints?: number;
  readonly benefits?: readonly TierBenefit[];
  readonly sortOrder?: number;
  readonly badgeUrl?: string | null;
  /** True if members who enter the tier by this change get its rewards (D93). It is not stored. */
  readonly grantFreeRewards?: boolean;
}

export interface TierInput extends TierPatch {
  readonly name: string;
  readonly minLifetimePoints: number;
}

export const blankTier = ({ name, minLifetimePoints }: TierInput): TierContent => ({
  key: null,
  name,
  minLifetimePoints,
  benefits: [],
  sortOrder: 0,
  badgeUrl: null,
});

export const applyTierPatch = (current: TierContent, patch: TierPatch): TierContent => ({
  key: patch.key ?? current.key,
  name: patch.name ?? current.name,
  minLifetimePoints: patch.minLifetimePoints ?? current.minLifetimePoints,
  benefits: patch.benefits?.map(benefitOf) ?? current.benefits,
  sortOrder: patch.sortOrder ?? current.sortOrder,
  badgeUrl: patch.badgeUrl === undefined ? current.badgeUrl : patch.badgeUrl,
});

/** Lower case, as campaign ids are stored, so that they can be compared. */
const benefitOf = (benefit: TierBenefit): TierBenefit =>
  benefit.type === 'EXCLUSIVE_CAMPAIGN'
    ? { ...benefit, campaignId: benefit.campaignId.toLowerCase() }
    : benefit;
