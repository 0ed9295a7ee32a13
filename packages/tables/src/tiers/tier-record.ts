import type { HttpSchemas } from '@loyalty/contracts';
import type { TenantId, TierId } from '@loyalty/kernel';

/** A benefit of a tier (interface 2.3). */
export type TierBenefit = HttpSchemas['TierBenefit'];

/** The fields of a tier that its owner writes (interface 4.4). */
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

/** A row of tiers with the columns of {@link tierColumns}. */
export type TierRow = Omit<TierRecord, 'createdAt' | 'updatedAt'> &
  Readonly<Record<'createdAt' | 'updatedAt', Date>>;

/** The columns of a {@link TierRow}; the table's alias is `t`. */
export const tierColumns = `
  t.id, (SELECT e.tenant_id FROM environments e WHERE e.id = t.environment_id) AS "tenantId",
  t.name, t.min_lifetime_points AS "minLifetimePoints", t.benefits, t.sort_order AS "sortOrder",
  t.badge_url AS "badgeUrl", t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

/** Returns the record of a row. */
export const tierRecordOf = (row: TierRow): TierRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Returns the fields that the owner of a tier wrote. */
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
