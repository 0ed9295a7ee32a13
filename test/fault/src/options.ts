import { parseArgs } from 'node:util';
import type { FaultName } from './faults/faults.ts';

/** The options of a fault run. */
export interface FaultOptions {
  /** At least this many operations are acknowledged; the load continues until the last fault is over. */
  readonly operations: number;
  readonly seed: number;
  /** How often each fault strikes, by its name. */
  readonly strikes: readonly (readonly [FaultName, number])[];
}

const fullStrikes: Readonly<Record<FaultName, number>> = {
  'kill ingress': 3,
  'kill earn-engine': 20,
  'kill burn-engine': 8,
  'kill tier-service': 6,
  'kill segment-service': 6,
  'kill fulfilment': 20,
  'kill webhook-dispatcher': 5,
  'kill kafka': 3,
  'kill postgres': 3,
  'freeze earn-engine': 2,
  'freeze burn-engine': 1,
  'engine joins and leaves': 2,
  FLUSHALL: 2,
};

const full = Object.entries(fullStrikes) as [FaultName, number][];
const quick = full.map(([name, times]): [FaultName, number] => [
  name,
  Math.min(times, /^kill (.*-(engine|service)|fulfilment|webhook-dispatcher)$/.test(name) ? 2 : 1),
]);

/** The text for `--help`. */
export const helpText = [
  'npm run test:fault -- [options]',
  '',
  'Starts a stack, loads it with 64 tills and streamed receipts, and kills or freezes its parts at random, 81 times. Then',
  'it compares what was acknowledged with what is stored and published. Exit code 1: something was lost or doubled.',
  '',
  '  --operations N   acknowledged at least (200000; 10000 with --quick)',
  '  --quick          each fault once or twice',
  '  --seed N         of the load and the faults; printed at the start',
].join('\n');

/** Reads the options; null: help was asked for. */
export const readOptions = (args: readonly string[]): FaultOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      operations: { type: 'string' },
      quick: { type: 'boolean' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  const isQuick = values.quick === true;
  return {
    operations: Number(values.operations ?? (isQuick ? 10_000 : 200_000)),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
    strikes: isQuick ? quick : full,
  };
};
