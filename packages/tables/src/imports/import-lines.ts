import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { countImported, findImport, type ImportedCounts, type ImportRecord } from './import-records.ts';
import { isOpened, judgeLines, memberOf, type JudgedLine, type OpenedLine } from './judge-line.ts';
import type { LineResult, MemberLine } from './member-lines.ts';
import { lockLineContext } from './read-line-context.ts';
import { writeLines } from './write-lines.ts';

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

const importIn = async (
  tx: Transaction,
  call: ImportCall,
  noteImported: NoteImported,
): Promise<ImportLinesResult> => {
  const { environmentId, source, lines, isDryRun } = call;
  const found = await findImport(tx, environmentId, source);
  // A dry run would leave an open import behind, for which segments wait.
  if (found === null && !isDryRun) return { outcome: 'not-found' };
  if (found?.state === 'CLOSED') return { outcome: 'closed' };
  const judged = judgeLines(await lockLineContext(tx, call), lines);
  const opened = judged.filter(isOpened);
  const results = judged.map(resultOf);
  if (opened.length === 0) return { outcome: 'imported', results, record: found };
  if (!(await writeLines(tx, { ...call, signedUp: found?.signedUp ?? true, opened })))
    throw new EnrolledMeanwhile();
  const counts = countsOf(opened);
  await noteImported(tx, counts);
  if (found === null) throw new RolledBack({ outcome: 'imported', results, record: null });
  const record = await countImported(tx, { environmentId, source }, counts);
  if (record === null) throw new RolledBack({ outcome: 'closed' });
  const result = { outcome: 'imported', results, record } as const;
  if (isDryRun) throw new RolledBack({ ...result, record: found });
  return result;
};

const resultOf = (judged: JudgedLine): LineResult =>
  isOpened(judged)
    ? {
        outcome: judged.isNew ? 'CREATED' : 'ADDED',
        memberId: memberOf(judged),
        tierId: judged.tierId,
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
  };
};
