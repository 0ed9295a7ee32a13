import { readLocalStack } from '@loyalty/stack';
import { localJsonOf } from '../loyaltyctl.ts';
import type { BenchRun } from './bench-run.ts';

/** The batches of both engines until now. */
export interface Batches {
  readonly records: number;
  readonly batches: number;
}

const engines = ['earn-engine', 'burn-engine'];

export const readBatches = async ({ stack }: BenchRun): Promise<Batches> => {
  const { services } = readLocalStack(localJsonOf(stack));
  const texts = await Promise.all(engines.map((name) => readMetrics(services[name]?.port ?? 0)));
  return { records: sumOf(texts, 'sum'), batches: sumOf(texts, 'count') };
};

/** Notes the mean batch of the engines since `before`. */
export const noteMeanBatch = async (run: BenchRun, title: string, before: Batches): Promise<void> => {
  const { records, batches } = await readBatches(run);
  const mean = (records - before.records) / Math.max(1, batches - before.batches);
  run.figures.add('engine', { title: `${title}: mean batch`, unit: '' }, mean);
  run.say(`           mean batch ${mean.toFixed(1)}`);
};

const readMetrics = async (port: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${port.toString()}/metrics`)).text();

const sumOf = (texts: readonly string[], suffix: 'sum' | 'count'): number => {
  const line = new RegExp(`^loyalty_batch_size_${suffix}(?:\\{[^}]*\\})? (\\S+)$`, 'gmu');
  return texts.flatMap((text) => [...text.matchAll(line)]).reduce((sum, [, value]) => sum + Number(value), 0);
};
