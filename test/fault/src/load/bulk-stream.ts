import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { loyaltyctl } from '../loyaltyctl.ts';
import type { OwnStack } from '../own-stack.ts';
import type { FaultTenant } from '../fault-tenant.ts';

/** How the sample is streamed. */
export interface BulkOptions {
  /** Receipts of one file; none given: all of the sample. */
  readonly lines?: number;
  readonly restMs: number;
  /** False: a file is done when Kafka has it. */
  readonly isAwaited: boolean;
}

/** A stream that fails for so long has not been the victim of a fault. */
const failuresMax = 20;

/** What the stream knows: the files that loyaltyctl called stored, or sent. */
export interface BulkStream {
  readonly files: readonly string[];
  /** Runs of loyaltyctl that a fault ended, and that were repeated. */
  readonly repeatedRuns: number;
}

/** Streams the sample again and again, each time with other references, and repeats a run that did not end well. */
export const runBulkStream = async (
  stack: OwnStack,
  { tenant, ...options }: BulkOptions & { readonly tenant: FaultTenant },
  signal: AbortSignal,
): Promise<BulkStream> => {
  const files: string[] = [];
  let repeatedRuns = 0;
  const flags = ['--tenant', tenant.tenantId, '--json', ...(options.isAwaited ? [] : ['--no-wait'])];
  while (!signal.aborted) {
    const file = writeCopy(stack, files.length + 1, options.lines);
    repeatedRuns += await streamToItsEnd(stack, file, flags);
    files.push(file);
    await pause(options.restMs, undefined, { signal }).catch(() => undefined);
  }
  return { files, repeatedRuns };
};

const writeCopy = (stack: OwnStack, number: number, lines: number | undefined): string => {
  const whole = gunzipSync(readFileSync(join(stack.now().root, 'test/data/receipts.ndjson.gz'))).toString();
  const sample = lines === undefined ? whole : `${whole.split('\n').slice(0, lines).join('\n')}\n`;
  const path = join(stack.home, `receipts-${number.toString()}.ndjson`);
  writeFileSync(path, sample.replaceAll('"transactionRef":"', `"transactionRef":"${number.toString()}-`));
  return path;
};

/** Answers how many runs it took besides the one that ended well. */
const streamToItsEnd = async (stack: OwnStack, file: string, flags: readonly string[]): Promise<number> => {
  for (let failures = 0; ; failures += 1) {
    const { code, stderr } = await loyaltyctl(stack, 'receipts', 'stream', file, ...flags);
    if (code === 0) return failures;
    if (failures >= failuresMax) throw new Error(`receipts stream does not succeed any more: ${stderr}`);
    await pause(1_000);
  }
};

/** How many receipts stand in files. */
export const linesIn = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
