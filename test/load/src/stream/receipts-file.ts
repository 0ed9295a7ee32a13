import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The number of receipts in the sample. */
export const sampleSize = 20_000;
/** The days that the sample covers. */
const sampleDays = 49;
const sampleBeganAtMs = Date.UTC(2017, 0, 1);
/** Limits of days, weeks and months are closed after 35 (D237). */
const recentDays = 28;
const dayMs = 86_400_000;

/** Copies of the sample. */
export interface ReceiptsFile {
  /** Keeps the references different from those of other files. */
  readonly label: string;
  readonly copies: number;
  /** The members of the sample, as many others, others in each copy, or others in each copy of each file. */
  readonly members: 'of-sample' | 'others' | 'of-copy' | 'of-file';
  /**
   * Copies bought before this file, each of which took its own 49 days: every receipt is later than those of the copies
   * before. Absent: each copy has the days of the sample, so a receipt is dated back from the second copy on.
   */
  readonly copiesBefore?: number;
  /** True: each copy has the four weeks before today, to which the days of the sample are moved in their order. */
  readonly isRecent?: boolean;
}

/** Writes copies of the sample, each with new references. Returns the path. */
export const writeReceipts = (
  root: string,
  { label, copies, members, copiesBefore, isRecent = false }: ReceiptsFile,
): string => {
  const folder = join(root, '.loyalty/bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `receipts-${label}.ndjson`);
  const sample = gunzipSync(readFileSync(join(root, 'test/data/receipts.ndjson.gz'))).toString();
  const file = openSync(path, 'w');
  for (let copy = 1; copy <= copies; copy += 1) {
    const text = sample.replaceAll('"transactionRef":"', `"transactionRef":"${label}-${copy.toString()}-`);
    const prefix = {
      'of-sample': '',
      others: 'other-',
      'of-copy': `${copy.toString()}-`,
      'of-file': `${label}-${copy.toString()}-`,
    };
    const ofMembers = text.replaceAll('"memberRef":"', `"memberRef":"${prefix[members]}`);
    const days = copiesBefore === undefined ? 0 : (copiesBefore + copy - 1) * sampleDays;
    writeSync(file, isRecent ? boughtRecently(ofMembers) : boughtLater(ofMembers, days));
  }
  closeSync(file);
  return path;
};

const boughtLater = (receipts: string, days: number): string =>
  days === 0 ? receipts : onOtherDays(receipts, (dayAtMs) => dayAtMs + days * dayMs);

const boughtRecently = (receipts: string): string => {
  const todayAtMs = Math.floor(Date.now() / dayMs) * dayMs;
  return onOtherDays(receipts, (dayAtMs) => {
    const day = (dayAtMs - sampleBeganAtMs) / dayMs;
    return todayAtMs - (recentDays - Math.floor((day * recentDays) / sampleDays)) * dayMs;
  });
};

/** Moves the days of all receipts, and keeps their times of day. */
const onOtherDays = (receipts: string, move: (dayAtMs: number) => number): string =>
  receipts.replaceAll(
    /"occurredAt":"(\d{4}-\d\d-\d\d)/g,
    (_, day: string) => `"occurredAt":"${new Date(move(Date.parse(day))).toISOString().slice(0, 10)}`,
  );
