import { parseArgs } from 'node:util';

/** How a run of the benchmarks is done. */
export interface BenchOptions {
  /** How often the two services are measured in turn. */
  readonly rounds: number;
  /** Length of each measurement; the warm-up before it is a third of that. */
  readonly seconds: number;
  readonly poolMax: number;
  readonly workers: number;
  /** The measurements to be made, by name; all of them where empty. */
  readonly only: readonly string[];
  /** Rows stored before, in the large form; members are also those of the search. */
  readonly transactions: number;
  readonly members: number;
}

/** Reads `--rounds`, `--seconds`, `--only evaluates,redeems,lots,stream,mixed,beside,flood,expiry,search,segments,rewards,tiers`, `--pool`, `--workers`, `--transactions`, `--members`. */
export const readOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '9' },
      pool: { type: 'string', default: '20' },
      workers: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      transactions: { type: 'string', default: '20000000' },
      members: { type: 'string', default: '2000000' },
    },
  });
  return {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    poolMax: Number(values.pool),
    workers: Number(values.workers),
    only: values.only.split(',').filter((name) => name !== ''),
    transactions: Number(values.transactions),
    members: Number(values.members),
  };
};
