import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { type EnvironmentId, Fault, isUuid, type MemberId } from '@loyalty/kernel';
import type { KeptErasure } from '@loyalty/tables/erasure';

const keyBytes = 16;

/** Returns a unique key: member keys are derived with an environment's secret. */
export const erasureKeyOf = ({ memberKey }: Pick<KeptErasure, 'memberKey'>): string =>
  memberKey.toString('base64url');

export const distinctErasures = (erasures: readonly KeptErasure[]): readonly KeptErasure[] => [
  ...new Map(erasures.map((erasure) => [erasureKeyOf(erasure), erasure])).values(),
];

/**
 * Reads a file with one JSON object in each line, `{environmentId, memberId, memberKey, erasedAt}`, which
 * names no person. Throws a Fault `FILE_MISSING`, or `NOT_ERASURES` for another form. An unfinished last line
 * is left out.
 */
export const readErasuresFile = (path: string): readonly KeptErasure[] => {
  if (!existsSync(path)) throw new Fault('FILE_MISSING', `There is no file ${path}. Nothing was done.`);
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.pop();
  return lines.map((line, at) => {
    const erasure = erasureIn(line);
    if (erasure === null)
      throw new Fault(
        'NOT_ERASURES',
        `${path}: line ${(at + 1).toString()} is not an erasure. Nothing was done.`,
      );
    return erasure;
  });
};

const erasureIn = (line: string): KeptErasure | null => {
  const { environmentId, memberId, memberKey, erasedAt } = fieldsIn(line);
  const key = Buffer.from(textIn(memberKey), 'base64url');
  const erasedAtMs = Date.parse(textIn(erasedAt));
  const isErasure =
    Number.isSafeInteger(environmentId) &&
    isUuid(textIn(memberId)) &&
    key.length === keyBytes &&
    !Number.isNaN(erasedAtMs);
  if (!isErasure) return null;
  return {
    environmentId: environmentId as EnvironmentId,
    memberId: memberId as MemberId,
    memberKey: key,
    erasedAtMs,
  };
};

const fieldsIn = (line: string): Readonly<Record<string, unknown>> => {
  try {
    return (JSON.parse(line) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
};

const textIn = (field: unknown): string => (typeof field === 'string' ? field : '');

/** Appends only erasures that the file lacks, and flushes them to the disk. Returns how many. */
export const appendErasures = (path: string, erasures: readonly KeptErasure[]): number => {
  const kept = new Set((existsSync(path) ? readErasuresFile(path) : []).map(erasureKeyOf));
  const lacking = erasures.filter((erasure) => !kept.has(erasureKeyOf(erasure)));
  const file = openSync(path, 'a', 0o600);
  try {
    ftruncateSync(file, finishedBytes(path));
    for (const erasure of lacking) writeSync(file, `${lineOf(erasure)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return lacking.length;
};

/** A last line that was being written when the machine failed is not counted. */
const finishedBytes = (path: string): number => readFileSync(path).lastIndexOf('\n') + 1;

const lineOf = ({ environmentId, memberId, memberKey, erasedAtMs }: KeptErasure): string =>
  JSON.stringify({
    environmentId,
    memberId,
    memberKey: memberKey.toString('base64url'),
    erasedAt: new Date(erasedAtMs).toISOString(),
  });
