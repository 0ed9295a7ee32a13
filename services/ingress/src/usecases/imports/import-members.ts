import { type Clock, Fault } from '@loyalty/kernel';
import { createShareSlots, noSlot } from '@loyalty/kernel/shares';
import type { DatabaseShares } from '@loyalty/storage';
import {
  importLines,
  type ImportLinesResult,
  type ImportedCounts,
  type LineResult,
  rejectedLine,
} from '@loyalty/tables/imports';
import { authorOfCall, type ManagementCall, noteCall } from '../../audited-calls.ts';
import type { LineReading } from './read-line.ts';

interface ImportMembersCall {
  readonly caller: ManagementCall;
  readonly source: string;
  readonly readings: readonly LineReading[];
  readonly isDryRun: boolean;
}

export type ImportMembers = (call: ImportMembersCall) => Promise<ImportLinesResult>;

/** A call locks a hundred members for some 50 ms: one at a time leaves the rest of the pool to others. */
const limits = { share: 1, whole: 4, waitingMax: 4, waitMs: 5_000 };

/** Creates a function that imports members. A call of an environment waits for the one before it. */
export const createImportMembers = ({
  db,
  clock,
}: {
  readonly db: DatabaseShares;
  readonly clock: Pick<Clock, 'now'>;
}): ImportMembers => {
  const slots = createShareSlots(limits);
  return async ({ caller, source, readings, isDryRun }) => {
    const { environmentId } = caller.credential;
    const lines = readings.flatMap((reading) => (reading.outcome === 'read' ? [reading.line] : []));
    const call = { environmentId, source, lines, isDryRun, author: authorOfCall(caller.credential) };
    const imported = await slots.run(environmentId, () =>
      importLines(db.of(environmentId), { ...call, atMs: clock.now() }, (tx, counts) =>
        noteCall(tx, caller, notedImport(source, counts)),
      ),
    );
    if (imported === noSlot)
      throw new Fault('OVERLOADED', 'too many calls of an import wait for each other', { retry: true });
    return imported.outcome === 'imported'
      ? { ...imported, results: inOrder(readings, imported.results) }
      : imported;
  };
};

/** The results of the lines that could be read are in their order. */
const inOrder = (readings: readonly LineReading[], results: readonly LineResult[]): LineResult[] => {
  const left = results.values();
  return readings.map((reading) =>
    reading.outcome === 'invalid'
      ? rejectedLine('VALIDATION_ERROR', reading.errors)
      : (left.next().value ?? rejectedLine('VALIDATION_ERROR', [])),
  );
};

const notedImport = (source: string, { members, created, points, references }: ImportedCounts) => ({
  objectId: source,
  objectName: source,
  changes: [
    { pointer: '/members', from: null, to: members },
    { pointer: '/created', from: null, to: created },
    { pointer: '/points', from: null, to: Number(points) },
    ...(references > 0 ? [{ pointer: '/references', from: null, to: references }] : []),
  ],
});
