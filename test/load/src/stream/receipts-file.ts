import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The number of receipts in the sample. */
export const sampleSize = 20_000;

/**
 * Writes copies of the sample, each with new references and, if asked, new members. Returns the path. The label keeps the
 * references different from those of other files.
 */
export const writeReceipts = (
  root: string,
  {
    label,
    copies,
    newMembers,
  }: { readonly label: string; readonly copies: number; readonly newMembers: boolean },
): string => {
  const folder = join(root, '.loyalty/bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `receipts-${label}.ndjson`);
  const sample = gunzipSync(readFileSync(join(root, 'test/data/receipts.ndjson.gz'))).toString();
  const file = openSync(path, 'w');
  for (let copy = 1; copy <= copies; copy += 1) {
    const text = sample.replaceAll('"transactionRef":"', `"transactionRef":"${label}-${copy.toString()}-`);
    const renamed = `"memberRef":"${copy.toString()}-`;
    writeSync(file, newMembers ? text.replaceAll('"memberRef":"', renamed) : text);
  }
  closeSync(file);
  return path;
};
