import { parseArgs } from 'node:util';

/** The options of a run with a cut log. */
export interface CutLogOptions {
  /** Kafka knows which other replicas have all records. */
  readonly hasEligibleLeaders: boolean;
  readonly seed: number;
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:cut-log -- [options]',
  '',
  'Starts three brokers and a stack on them; loads it, leaves one broker in sync, kills it, cuts its partitions to half, and starts all',
  'again. Each position behind the new end must be parked. Then an operator moves them to before the cut, and the run compares the',
  'acknowledged responses with the stored ones. Exit code 1: a promise was broken.',
  '',
  '  --eligible-leaders   as new clusters since Kafka 4.1: another replica leads, and nothing is cut',
  '  --seed N             of the load; printed at the start',
].join('\n');

/** Reads the options; null: help was asked for. */
export const readOptions = (args: readonly string[]): CutLogOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, 'eligible-leaders': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) return null;
  const hasEligibleLeaders = values['eligible-leaders'] === true;
  return { hasEligibleLeaders, seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)) };
};
