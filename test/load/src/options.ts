import { say } from '@loyalty/stack';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The options of a benchmark run. */
export interface BenchOptions {
  /** Rounds in which the two services are measured in turn. */
  readonly rounds: number;
  /** The length of each measurement in seconds; the warm-up before it takes a third of that. */
  readonly seconds: number;
  readonly poolMax: number;
  readonly workers: number;
  /** The names of the measurements to run; empty: all. */
  readonly only: readonly string[];
  /** Rows that the large form stores beforehand; `members` is also the number for the search. */
  readonly transactions: number;
  readonly members: number;
  /** Streamed receipts a second, for `live`. */
  readonly receiptRate: number;
  /** Events, for webhooks-one. */
  readonly events: number;
  /** Events a second for each endpoint, for webhooks-mixed. */
  readonly eventRate: number;
  /** Retries, for webhooks-storm. */
  readonly storm: number;
  /** Listed deliveries, in the large form. */
  readonly deliveries: number;
  /** Minutes of load behind an open snapshot, for snapshot. */
  readonly minutes: number;
  /** The port to which services started for `hops` export their spans. */
  readonly otlpPort: number;
}

const help = `npm run bench -- [options]        on a running stack (npm start); npm run bench:large takes the same

  --only NAMES       some of whole, evaluates, redeems, lots, stream, mixed, beside, flood, budgets, expiry, expiry-redeems, search,
                     segments, live, rewards, tiers, webhooks-one, webhooks-latency; hops, snapshot, webhooks-mixed and webhooks-storm, which
                     are measured only where they are named; webhooks: all four; delivery-list, neighbour (bench:large). Separated by
                     commas; without it all of them
  --rounds 2         how often the two services are measured in turn
  --seconds 9        length of each measurement; its warm-up is a third of it
  --pool 20          connections of the monolith to its database
  --workers 1        processes of the monolith
  --transactions N   stored before, in bench:large (20000000)
  --members N        stored before, in bench:large (2000000); at most so many in expiry, search, segments, tiers
  --receipt-rate N   streamed receipts a second of live (2000)
  --events N         events of webhooks-one (100000)
  --event-rate 20    events a second of each endpoint of webhooks-mixed
  --storm N          retries of webhooks-storm (1000000)
  --deliveries N     deliveries of delivery-list (20000000)
  --minutes 15       of load behind an open snapshot, for snapshot
  --otlp-port 4318   hops listens here; the stack must have been started with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318
                     and OTEL_TRACES_SAMPLER_ARG=1`;

const definitions = {
  help: { type: 'boolean', default: false },
  rounds: { type: 'string', default: '2' },
  seconds: { type: 'string', default: '9' },
  pool: { type: 'string', default: '20' },
  workers: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  transactions: { type: 'string', default: '20000000' },
  members: { type: 'string', default: '2000000' },
  'receipt-rate': { type: 'string', default: '2000' },
  events: { type: 'string', default: '100000' },
  'event-rate': { type: 'string', default: '20' },
  storm: { type: 'string', default: '1000000' },
  deliveries: { type: 'string', default: '20000000' },
  minutes: { type: 'string', default: '15' },
  'otlp-port': { type: 'string', default: '4318' },
} as const satisfies ParseArgsConfig['options'];

/** Reads the command line; `--help` prints the options and ends the process. */
export const readOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: definitions,
  });
  if (values.help) {
    say(help);
    process.exit(0);
  }
  return {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    poolMax: Number(values.pool),
    workers: Number(values.workers),
    only: values.only.split(',').filter((name) => name !== ''),
    transactions: Number(values.transactions),
    members: Number(values.members),
    receiptRate: Number(values['receipt-rate']),
    events: Number(values.events),
    eventRate: Number(values['event-rate']),
    storm: Number(values.storm),
    deliveries: Number(values.deliveries),
    minutes: Number(values.minutes),
    otlpPort: Number(values['otlp-port']),
  };
};
