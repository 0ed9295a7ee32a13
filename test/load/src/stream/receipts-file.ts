import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The number of receipts in the sample. */
export const sampleSize = 20_000;

/** Copies of the sample. */
export interface ReceiptsFile {
  /** Keeps the references different from those of other files. */
  readonly label: string;
  readonly copies: number;
  /** The members of the sample, others in each copy, or others in each copy of each file. */
  readonly members: 'of-sample' | 'of-copy' | 'of-file';
}

/** Writes copies of the sample, each with new references. Returns the path. */
export const writeReceipts = (root: string, { label, copies, members }: ReceiptsFile): string => {
  const folder = join(root, '.loyalty/bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `receipts-${label}.ndjson`);
  const sample = gunzipSync(readFileSync(join(root, 'test/data/receipts.ndjson.gz'))).toString();
  const file = openSync(path, 'w');
  for (let copy = 1; copy <= copies; copy += 1) {
    const text = sample.replaceAll('"transactionRef":"', `"transactionRef":"${label}-${copy.toString()}-`);
    const prefix = {
      'of-sample': '',
      'of-copy': `${copy.toString()}-`,
      'of-file': `${label}-${copy.toString()}-`,
    };
    writeSync(file, text.replaceAll('"memberRef":"', `"memberRef":"${prefix[members]}`));
  }
  closeSync(file);
  return path;
};
