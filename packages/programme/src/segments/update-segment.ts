import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { changeEntity, type ChangeDecision } from '../change-entity.ts';
import type { ChangeResult, InvalidContent } from '../entity-result.ts';
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

export type UpdateSegmentResult = ChangeResult<SegmentRecord, InvalidContent>;

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
  changeEntity(db, environmentId, {
    mayGrow: false,
    lock: (tx) => lockSegment(tx, environmentId, segmentId),
    decide: (current) => decideUpdate(current, patch),
    store: (tx, content, { id }) => storeSegment(tx, environmentId, { ...content, id }),
  });

const decideUpdate = (
  current: SegmentRecord,
  patch: SegmentPatch,
): ChangeDecision<SegmentContent, SegmentRecord, InvalidContent> => {
  const before = segmentContentOf(current);
  const content = applySegmentPatch(before, patch);
  const faults = faultsOfSegment(content);
  if (faults.length > 0) return { refuse: { outcome: 'invalid', faults } };
  return isDeepStrictEqual(content, before) ? { keep: current } : { store: content };
};

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
