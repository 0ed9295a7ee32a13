import type { HttpSchemas } from '@loyalty/contracts/http';
import type { EnvironmentId, TenantId, TierId } from '@loyalty/kernel';
import type { Queryable, Transaction } from '@loyalty/storage';
import { runBuilt, sql } from '@loyalty/storage/lists';
import { type RowOf, tenantIdColumn } from '../configuration/entity-rows.ts';

export interface TierPage {
  /** The last tier of the page before; the page starts after it. */
  readonly after?: { readonly sortOrder: number; readonly id: string };
  /** At least 1; all of them when absent. */
  readonly limit?: number;
}

/** Lists the tiers of an environment by (sortOrder, id) (D11). */
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
 * Returns the tiers of an environment, all locked until the transaction ends: a change of one is checked
 * against the others (D54). If there are none yet, creations wait for each other (`growingWrite`).
 */
export const lockTiers = async (tx: Transaction, environmentId: EnvironmentId): Promise<TierRecord[]> => {
  // A statement of its own: one that also reads would miss tiers that were added while it waited.
  await tx.query('SELECT id FROM tiers WHERE environment_id = $1 ORDER BY id FOR UPDATE', [environmentId]);
  return listTiers(tx, environmentId);
};

/** Two tiers cannot have the same threshold: respond with 409 DUPLICATE_KEY (D54). */
export interface DuplicateThreshold {
  readonly outcome: 'duplicate';
  readonly field: 'minLifetimePoints';
}

/** The refusal of a threshold that another tier has. */
export const duplicateThreshold: DuplicateThreshold = { outcome: 'duplicate', field: 'minLifetimePoints' };

/** A benefit of a tier (interface 2.3). */
export type TierBenefit = HttpSchemas['TierBenefit'];

export interface TierContent {
  readonly name: string;
  /** Lifetime points with which a member enters the tier. */
  readonly minLifetimePoints: number;
  readonly benefits: readonly TierBenefit[];
  readonly sortOrder: number;
  readonly badgeUrl: string | null;
}

/** A tier as the interface shows it (interface 2.3). Instants are ISO 8601, UTC, milliseconds. */
export interface TierRecord extends TierContent {
  readonly id: TierId;
  readonly tenantId: TenantId;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type TierRow = RowOf<TierRecord>;

/** The columns of a {@link TierRow}; the table's alias is `t`. */
export const tierColumns = `
  t.id, ${tenantIdColumn('t')},
  t.name, t.min_lifetime_points AS "minLifetimePoints", t.benefits, t.sort_order AS "sortOrder",
  t.badge_url AS "badgeUrl", t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

export const tierRecordOf = (row: TierRow): TierRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const tierContentOf = (tier: TierRecord): TierContent => ({
  name: tier.name,
  minLifetimePoints: tier.minLifetimePoints,
  benefits: tier.benefits,
  sortOrder: tier.sortOrder,
  badgeUrl: tier.badgeUrl,
});

/** The values of name, min_lifetime_points, benefits, sort_order and badge_url, in this order. */
export const tierContentValues = (content: TierContent): readonly unknown[] => [
  content.name,
  content.minLifetimePoints,
  JSON.stringify(content.benefits),
  content.sortOrder,
  content.badgeUrl,
];

/** A change of a tier: absent fields stay, null clears. The caller checks shapes and bounds of fields. */
export interface TierPatch {
  readonly name?: string;
  readonly minLifetimePoints?: number;
  readonly benefits?: readonly TierBenefit[];
  readonly sortOrder?: number;
  readonly badgeUrl?: string | null;
  /** True: members who enter the tier by this change get its rewards (D93). It is not stored. */
  readonly grantFreeRewards?: boolean;
}

export interface TierInput extends TierPatch {
  readonly name: string;
  readonly minLifetimePoints: number;
}

export const blankTier = ({ name, minLifetimePoints }: TierInput): TierContent => ({
  name,
  minLifetimePoints,
  benefits: [],
  sortOrder: 0,
  badgeUrl: null,
});

export const applyTierPatch = (current: TierContent, patch: TierPatch): TierContent => ({
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
