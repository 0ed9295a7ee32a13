import { isDeepStrictEqual } from 'node:util';
import { requestRefresh } from '@loyalty/accounts';
import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { changeEntity, type ChangeDecision } from '../change-entity.ts';
import type { ChangeResult, InvalidContent } from '../entity-result.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { applySegmentPatch, type SegmentPatch } from './segment-content.ts';
import {
  segmentColumns,
  segmentContentOf,
  segmentContentValues,
  segmentRecordOf,
  type SegmentContent,
  type SegmentRecord,
  type SegmentRow,
} from './segment-record.ts';
import { findRulesExceeded, findSegmentFaults } from './segment-rules.ts';
import { lockSegment } from './segments.ts';

export type UpdateSegmentResult = ChangeResult<SegmentRecord, InvalidContent | LimitExceeded>;

export interface SegmentChange {
  readonly segmentId: string;
  readonly patch: SegmentPatch;
}

/**
 * Changes the name, the description or, of a DYNAMIC segment, the rules (D56). New rules request a refresh. An update without a
 * change writes nothing.
 */
export const updateSegment = (
  db: Database,
  environmentId: EnvironmentId,
  { segmentId, patch }: SegmentChange,
): Promise<UpdateSegmentResult> =>
  changeEntity(db, environmentId, {
    kind: 'segments',
    mayGrow: patch.rules !== undefined,
    lock: (tx) => lockSegment(tx, environmentId, segmentId),
    decide: (current, tx) => decideUpdate(tx, environmentId, { current, patch }),
    store: async (tx, content, current) => {
      const stored = await storeSegment(tx, environmentId, { ...content, id: current.id });
      if (!isDeepStrictEqual(content.rules, current.rules))
        await requestRefresh(tx, environmentId, [current.id]);
      return stored;
    },
  });

type SegmentRefusal = InvalidContent | LimitExceeded;

const decideUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { current, patch }: { readonly current: SegmentRecord; readonly patch: SegmentPatch },
): Promise<ChangeDecision<SegmentContent, SegmentRecord, SegmentRefusal>> => {
  const before = segmentContentOf(current);
  const content = applySegmentPatch(before, patch);
  if (isDeepStrictEqual(content, before)) return { keep: current };
  const faults = await findSegmentFaults(tx, environmentId, content);
  if (faults.length > 0) return { refuse: { outcome: 'invalid', faults } };
  const exceeded = await findRulesExceeded(tx, environmentId, { content, replacedId: current.id });
  return exceeded === null ? { store: content } : { refuse: exceeded };
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
