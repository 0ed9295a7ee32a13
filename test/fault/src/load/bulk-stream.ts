import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { loyaltyctl } from '../loyaltyctl.ts';
import type { OwnStack } from '../own-stack.ts';
import type { FaultTenant } from '../tenants.ts';

const restMs = 5_000;
/** A stream that fails for so long has not been the victim of a fault. */
const failuresMax = 20;

/** What the stream knows: the files that loyaltyctl called stored. */
export interface BulkStream {
  readonly files: readonly string[];
  /** Runs of loyaltyctl that a fault ended, and that were repeated. */
  readonly repeatedRuns: number;
}

/** Streams the sample again and again, each time with other references, and repeats a run that did not end well. */
export const runBulkStream = async (
  stack: OwnStack,
  tenant: FaultTenant,
  signal: AbortSignal,
): Promise<BulkStream> => {
  const files: string[] = [];
  let repeatedRuns = 0;
  while (!signal.aborted) {
    const file = writeCopy(stack, files.length + 1);
    repeatedRuns += await streamUntilStored(stack, tenant, file);
    files.push(file);
    await pause(restMs, undefined, { signal }).catch(() => undefined);
  }
  return { files, repeatedRuns };
};

const writeCopy = (stack: OwnStack, number: number): string => {
  const sample = gunzipSync(readFileSync(join(stack.now().root, 'test/data/receipts.ndjson.gz'))).toString();
  const path = join(stack.home, `receipts-${number.toString()}.ndjson`);
  writeFileSync(path, sample.replaceAll('"transactionRef":"', `"transactionRef":"${number.toString()}-`));
  return path;
};

/** Answers how many runs it took besides the one that ended well. */
const streamUntilStored = async (
  stack: OwnStack,
  { tenantId }: FaultTenant,
  file: string,
): Promise<number> => {
  for (let failures = 0; ; failures += 1) {
    const { code, stderr } = await loyaltyctl(
      stack,
      ...['receipts', 'stream', file, '--tenant', tenantId, '--json'],
    );
    if (code === 0) return failures;
    if (failures >= failuresMax) throw new Error(`receipts stream does not succeed any more: ${stderr}`);
    await pause(1_000);
  }
};
