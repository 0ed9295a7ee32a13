import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { countImported, findImportToFill, type ImportedCounts, type ImportRecord } from './import-records.ts';
import { noteReferences } from '../members/references.ts';
import {
  countAdded,
  isOpened,
  judgeLines,
  memberOf,
  type JudgedLine,
  type OpenedLine,
} from './judge-line.ts';
import type { LineResult, MemberLine } from './member-lines.ts';
import { leadLines, lockLineContext } from './read-line-context.ts';
import { type LinesToWrite, writeLines } from './write-lines.ts';

interface ImportCall {
  readonly environmentId: EnvironmentId;
  readonly source: string;
  /** At most as many as one transaction locks (`lockedAtOnceMax`). */
  readonly lines: readonly MemberLine[];
  readonly atMs: number;
  /** Who imports, in the form of `authorBytesOf`. */
  readonly author: Buffer;
  /** True to do everything, and then roll it back (D341). */
  readonly isDryRun: boolean;
}

export type ImportLinesResult =
  | {
      readonly outcome: 'imported';
      readonly results: readonly LineResult[];
      /** Null after a dry run of an import that was never opened. */
      readonly record: ImportRecord | null;
    }
  | { readonly outcome: 'not-found' | 'closed' };

/** Runs in the transaction of a call that imported somebody. */
export type NoteImported = (tx: Transaction, imported: ImportedCounts) => Promise<void>;

/**
 * Imports members in one transaction (D341). A line is stored wholly or not at all, and once for each member and
 * source, whatever repeats it (D341). No fact of a member is published.
 */
export const importLines = async (
  db: Database,
  call: ImportCall,
  noteImported: NoteImported,
): Promise<ImportLinesResult> => {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const result = await attempt(db, call, noteImported);
    if (result !== null) return result;
  }
  throw new Fault('BUSY', 'members of an import were enrolled again and again meanwhile', { retry: true });
};

/** Each try meets members whom a till enrolled since; three in a row are next to impossible. */
const triesMax = 3;

/** Rolls back: a till, or another call, has enrolled a member meanwhile. */
class EnrolledMeanwhile extends Error {
  override readonly name = 'EnrolledMeanwhile';
}

/** Rolls back with this result. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly result: ImportLinesResult;

  constructor(result: ImportLinesResult) {
    super('an import is rolled back');
    this.result = result;
  }
}

const attempt = async (
  db: Database,
  call: ImportCall,
  noteImported: NoteImported,
): Promise<ImportLinesResult | null> => {
  try {
    return await writeTransaction(db, (tx) => importIn(tx, call, noteImported));
  } catch (failure) {
    if (failure instanceof EnrolledMeanwhile) return null;
    if (failure instanceof RolledBack) return failure.result;
    throw failure;
  }
};

/** Whether the environment has further references is found by looking for them. */
const unopened = { record: null, hasReferences: true } as const;

const importIn = async (
  tx: Transaction,
  call: ImportCall,
  noteImported: NoteImported,
): Promise<ImportLinesResult> => {
  const { environmentId, source, isDryRun } = call;
  const toFill = await findImportToFill(tx, environmentId, source);
  // A dry run needs no import: one that nobody goes on with would stay open (D341).
  if (toFill === null && !isDryRun) return { outcome: 'not-found' };
  const { record: found, hasReferences } = toFill ?? unopened;
  if (found?.state === 'CLOSED') return { outcome: 'closed' };
  const judged = await judgeCall(tx, call, hasReferences);
  const opened = judged.filter(isOpened);
  const results = judged.map(resultOf);
  if (opened.length === 0) return { outcome: 'imported', results, record: found };
  const lines = { ...call, signedUp: found === null || found.signedUp, opened };
  const record = await storeLines(tx, lines, noteImported);
  if (record === null && found !== null) throw new RolledBack({ outcome: 'closed' });
  if (record === null || isDryRun) throw new RolledBack({ outcome: 'imported', results, record: found });
  return { outcome: 'imported', results, record };
};

const judgeCall = async (
  tx: Transaction,
  call: ImportCall,
  hasReferences: boolean,
): Promise<readonly JudgedLine[]> => {
  const lines = hasReferences ? await leadLines(tx, call) : call.lines;
  return judgeLines(await lockLineContext(tx, { ...call, lines }), lines);
};

/** Returns the import afterwards, or null if there is none that is open. */
const storeLines = async (
  tx: Transaction,
  lines: LinesToWrite,
  noteImported: NoteImported,
): Promise<ImportRecord | null> => {
  if (!(await writeLines(tx, lines))) throw new EnrolledMeanwhile();
  const counts = countsOf(lines.opened);
  await noteImported(tx, counts);
  const record = await countImported(tx, lines, counts);
  if (lines.opened.some(({ links }) => links.length > 0)) await noteReferences(tx, lines.environmentId);
  return record;
};

const resultOf = (judged: JudgedLine): LineResult =>
  isOpened(judged)
    ? {
        outcome: judged.isNew ? 'CREATED' : 'ADDED',
        memberId: memberOf(judged),
        tierId: judged.tierId,
        referencesAdded: countAdded(judged),
        code: null,
        errors: [],
      }
    : judged;

const countsOf = (opened: readonly OpenedLine[]): ImportedCounts => {
  const sum = (of: (one: OpenedLine) => number): bigint =>
    opened.reduce((total, one) => total + BigInt(of(one)), 0n);
  return {
    members: opened.length,
    created: opened.filter(({ isNew }) => isNew).length,
    points: sum(({ line: { opening } }) => opening.balance),
    lifetimePoints: sum(({ line: { opening } }) => opening.lifetimePoints),
    references: opened.reduce((total, one) => total + countAdded(one), 0),
  };
};
