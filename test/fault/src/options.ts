import { flagOption, numberOption, onlyOption, seedOption, type ValuesOf } from '@loyalty/stack/drill';
import type { FaultName } from './faults/faults.ts';

/** The options of a fault run. */
export interface FaultOptions {
  /** At least this many operations are acknowledged; the load continues until the last fault is over. */
  readonly operations: number;
  readonly seed: number;
  /** How often each fault strikes, by its name. */
  readonly strikes: readonly (readonly [FaultName, number])[];
  /** How long an engine is cut from Postgres. */
  readonly cutMs: number;
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
  'engine loses postgres': 1,
  'postgres refuses engine': 1,
  FLUSHALL: 2,
};

const full = Object.entries(fullStrikes) as [FaultName, number][];
const quick = full.map(([name, times]): [FaultName, number] => [
  name,
  Math.min(times, /^kill (.*-(engine|service)|fulfilment|webhook-dispatcher)$/.test(name) ? 2 : 1),
]);

const titles = Object.fromEntries(full.map(([name, times]) => [name, `${times.toString()} times`])) as Record<
  FaultName,
  string
>;

export const options = {
  operations: numberOption(
    'the minimum number of acknowledged operations (200000; 10000 with --quick)',
    null,
  ),
  quick: flagOption('cause each fault only once or twice'),
  only: onlyOption(titles),
  seed: seedOption('of the load and the faults'),
};

type Values = ValuesOf<typeof options>;

export const operationsOf = ({ operations, quick }: Values): number =>
  operations ?? (quick ? 10_000 : 200_000);

export const strikesOf = ({ quick: isQuick, only }: Values): FaultOptions['strikes'] =>
  (isQuick ? quick : full).filter(([name]) => only.includes(name));

export const cutMsOf = (values: Values): number => (values.quick ? 30_000 : 300_000);
