import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import type { FieldFault } from '@loyalty/rules';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import { writeTransaction } from '../write-transaction.ts';
import { applySegmentPatch, faultsOfSegment, type SegmentPatch } from './segment-content.ts';
import {
  segmentColumns,
  segmentContentOf,
  segmentContentValues,
  segmentRecordOf,
  type SegmentContent,
  type SegmentRecord,
  type SegmentRow,
} from './segment-record.ts';
import { lockSegment } from './segments.ts';

export type UpdateSegmentResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly segment: SegmentRecord }
  | { readonly outcome: 'not-found' }
  /** Answer 400 VALIDATION_ERROR with these. */
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] };

export interface SegmentChange {
  readonly segmentId: string;
  readonly patch: SegmentPatch;
}

/** Changes name, description or, of a DYNAMIC segment, the rules (D56). A change of nothing writes nothing. */
export const updateSegment = (
  db: Database,
  environmentId: EnvironmentId,
  { segmentId, patch }: SegmentChange,
): Promise<UpdateSegmentResult> =>
  writeTransaction(db, async (tx) => {
    const current = await lockSegment(tx, environmentId, segmentId);
    if (current === null) return { outcome: 'not-found' };
    const before = segmentContentOf(current);
    const content = applySegmentPatch(before, patch);
    const faults = faultsOfSegment(content);
    if (faults.length > 0) return { outcome: 'invalid', faults };
    if (isDeepStrictEqual(content, before)) return { outcome: 'unchanged', segment: current };
    const segment = await storeSegment(tx, environmentId, { ...current, ...content });
    await raiseConfigVersion(tx, environmentId);
    return { outcome: 'changed', segment };
  });

const storeSegment = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segment: SegmentContent & Pick<SegmentRecord, 'id'>,
): Promise<SegmentRecord> => {
  const rows = await tx.query<SegmentRow>(
    `UPDATE segments AS s SET name = $3, description = $4, type = $5, rules = $6, updated_at = now()
      WHERE s.environment_id = $1 AND s.id = $2
     RETURNING ${segmentColumns}`,
    [environmentId, segment.id, ...segmentContentValues(segment)],
  );
  return segmentRecordOf(onlyRow(rows, 'segments'));
};
