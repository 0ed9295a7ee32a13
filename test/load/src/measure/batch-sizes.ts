import type { BenchRun } from './bench-run.ts';
import { readMetrics, sumOfSeries } from './service-metrics.ts';

/** The batches of both engines until now. */
export interface Batches {
  readonly records: number;
  readonly batches: number;
}

const engines = ['earn-engine', 'burn-engine'];

export const readBatches = async ({ stack }: BenchRun): Promise<Batches> => {
  const texts = await readMetrics(stack, engines);
  return {
    records: sumOfSeries(texts, 'loyalty_batch_size_sum'),
    batches: sumOfSeries(texts, 'loyalty_batch_size_count'),
  };
};

/** Notes the mean batch of the engines since `before`. */
export const noteMeanBatch = async (run: BenchRun, title: string, before: Batches): Promise<void> => {
  const { records, batches } = await readBatches(run);
  const mean = (records - before.records) / Math.max(1, batches - before.batches);
  run.figures.add('engine', { title: `${title}: mean batch`, unit: '' }, mean);
  run.say(`           mean batch ${mean.toFixed(1)}`);
};
