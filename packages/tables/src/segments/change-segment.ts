import { requestRefresh } from '@loyalty/accounts';
import { randomId, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import type { CreateResult, InvalidContent } from '../entity-result.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findExceeded } from '../limits/find-exceeded.ts';
import { growingWrite } from '../limits/growing-write.ts';
import { applySegmentPatch, blankSegment, type SegmentInput } from './segment-content.ts';
import { findRulesExceeded, findSegmentFaults } from './segment-rules.ts';
import {
  segmentColumns,
  segmentContentValues,
  segmentRecordOf,
  type SegmentContent,
  type SegmentRecord,
  type SegmentRow,
} from './segment-record.ts';

export type CreateSegmentResult = CreateResult<SegmentRecord, InvalidContent | LimitExceeded>;

/**
 * Creates a segment without members (D56); for a DYNAMIC one it requests a refresh. If the environment does not exist, nothing is
 * written.
 */
export const createSegment = async (
  db: Database,
  environmentId: EnvironmentId,
  input: SegmentInput,
): Promise<CreateSegmentResult> => {
  const content = applySegmentPatch(blankSegment(input), input);
  return growingWrite(db, environmentId, async (tx) => {
    const faults = await findSegmentFaults(tx, environmentId, content);
    if (faults.length > 0) return { outcome: 'invalid', faults };
    const exceeded =
      (await findExceeded(tx, environmentId, 'segments')) ??
      (await findRulesExceeded(tx, environmentId, { content, replacedId: null }));
    if (exceeded !== null) return exceeded;
    const record = await insertSegment(tx, environmentId, content);
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
    `INSERT INTO segments AS s (environment_id, id, name, description, type, rules)
     VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${segmentColumns}`,
    [environmentId, randomId(), ...segmentContentValues(content)],
  );
  return segmentRecordOf(onlyRow(rows, 'segments'));
};
