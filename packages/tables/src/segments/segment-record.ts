import type { HttpSchemas } from '@loyalty/contracts';
import type { SegmentId, TenantId } from '@loyalty/kernel';

/** STATIC: a list that people edit. DYNAMIC: a rule. */
export type SegmentType = HttpSchemas['SegmentType'];

/** The rules that select the members of a DYNAMIC segment (D57). */
export type SegmentRules = HttpSchemas['SegmentRules'];

/** The fields of a segment that its owner writes (D56). */
export interface SegmentContent {
  readonly name: string;
  readonly description: string | null;
  readonly type: SegmentType;
  /** Null for a STATIC segment, and only for it. */
  readonly rules: SegmentRules | null;
}

/**
 * A segment as the interface shows it (D56). The number of its members and its last refresh are stored elsewhere. Instants are ISO
 * 8601, UTC, milliseconds.
 */
export interface SegmentRecord extends SegmentContent {
  readonly id: SegmentId;
  readonly tenantId: TenantId;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A row of segments with the columns of {@link segmentColumns}. */
export type SegmentRow = Omit<SegmentRecord, 'createdAt' | 'updatedAt'> &
  Readonly<Record<'createdAt' | 'updatedAt', Date>>;

/** The columns of a {@link SegmentRow}; the table's alias is `s`. */
export const segmentColumns = `
  s.id, (SELECT e.tenant_id FROM environments e WHERE e.id = s.environment_id) AS "tenantId",
  s.name, s.description, s.type, s.rules,
  s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

/** Returns the record of a row. */
export const segmentRecordOf = (row: SegmentRow): SegmentRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Returns the fields that the owner of a segment wrote. */
export const segmentContentOf = ({ name, description, type, rules }: SegmentRecord): SegmentContent => ({
  name,
  description,
  type,
  rules,
});

/** The values of name, description, type and rules, in this order. */
export const segmentContentValues = (content: SegmentContent): readonly unknown[] => [
  content.name,
  content.description,
  content.type,
  content.rules === null ? null : JSON.stringify(content.rules),
];
