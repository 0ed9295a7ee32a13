import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { OwnStack } from '@loyalty/stack';
import { loyaltyctl } from '../loyaltyctl.ts';
import type { FaultTenant } from '../fault-tenant.ts';

/** How to stream the sample. */
export interface BulkOptions {
  /** Receipts per file. Default: the whole sample. */
  readonly lines?: number;
  readonly restMs: number;
  /** False: a file is finished once Kafka has it. */
  readonly isAwaited: boolean;
}

/** No fault explains more failures in a row than this. */
const failuresMax = 20;

/** The result of the stream: the files that loyaltyctl reported as stored, or as sent. */
export interface BulkStream {
  readonly files: readonly string[];
  /** Runs of loyaltyctl that a fault ended and that were repeated. */
  readonly repeatedRuns: number;
}

/** Streams the sample repeatedly, with new references each time, and repeats each run of loyaltyctl that fails. */
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

/** Runs loyaltyctl until it succeeds. Returns the number of failed runs. */
const streamToItsEnd = async (stack: OwnStack, file: string, flags: readonly string[]): Promise<number> => {
  for (let failures = 0; ; failures += 1) {
    const { code, stderr } = await loyaltyctl(stack, 'receipts', 'stream', file, ...flags);
    if (code === 0) return failures;
    if (failures >= failuresMax) throw new Error(`receipts stream does not succeed any more: ${stderr}`);
    await pause(1_000);
  }
};

/** Counts the receipts in the files. */
export const linesIn = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
