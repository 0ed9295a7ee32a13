import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The number of receipts in the sample. */
export const sampleSize = 20_000;
/** The days that the sample covers. */
const sampleDays = 49;
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
}

/** Writes copies of the sample, each with new references. Returns the path. */
export const writeReceipts = (
  root: string,
  { label, copies, members, copiesBefore }: ReceiptsFile,
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
    writeSync(file, boughtLater(ofMembers, days));
  }
  closeSync(file);
  return path;
};

/** Moves the days of all receipts, and keeps their times of day. */
const boughtLater = (receipts: string, days: number): string =>
  days === 0
    ? receipts
    : receipts.replaceAll(/"occurredAt":"(\d{4}-\d\d-\d\d)/g, (_, day: string) => {
        const later = new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
        return `"occurredAt":"${later}`;
      });
