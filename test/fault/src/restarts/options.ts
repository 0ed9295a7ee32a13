import { parseArgs } from 'node:util';

/** The services whose replicas are restarted, in this order. */
export const restartedServices = [
  'ingress',
  'earn-engine',
  'burn-engine',
  'tier-service',
  'segment-service',
  'fulfilment',
  'webhook-dispatcher',
] as const;

export type ServiceName = (typeof restartedServices)[number];

export const cases = {
  plain: 'each replica is restarted in turn',
  registry: 'the same while the schema registry is away',
  redis: 'the same while Redis is away',
  kafka: 'Kafka is killed, then every replica gets SIGTERM and must end within 15 s with exit code 0',
} as const;

export type CaseName = keyof typeof cases;

const caseNames = Object.keys(cases) as readonly CaseName[];

/** The options of a run of restarts. */
export interface RestartsOptions {
  /** Of each service. */
  readonly replicas: number;
  /** Operations a second. */
  readonly perSecond: number;
  readonly cases: readonly CaseName[];
  readonly services: readonly ServiceName[];
  readonly seed: number;
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:restarts -- [options]',
  '',
  'Starts replicas of every service, and a proxy in front of ingress that sends new connections to ready replicas only. Sends evaluates,',
  'redeems, bulk calls, streamed receipts and segment refreshes at a steady rate, and restarts each replica in turn. No operation may fail,',
  'no connection may be cut, nothing may be lost or doubled, and 99 of 100 requests have their response within 250 ms. Exit code 1: a',
  'promise was broken.',
  '',
  '  --replicas N      of each service (3)',
  '  --per-second N    operations a second (200)',
  `  --cases A,B       all, or some of ${caseNames.join(', ')} (all)`,
  ...caseNames.map((name) => `    ${name.padEnd(11)} ${cases[name]}`),
  `  --services A,B    that are restarted (all: ${restartedServices.join(', ')})`,
  '  --seed N          of the load; printed at the start',
].join('\n');

/** Reads the options; null: help was asked for. Throws an Error that names a case or a service that there is not. */
export const readOptions = (args: readonly string[]): RestartsOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      replicas: { type: 'string' },
      'per-second': { type: 'string' },
      cases: { type: 'string' },
      services: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  return {
    replicas: Number(values.replicas ?? 3),
    perSecond: Number(values['per-second'] ?? 200),
    cases: namesIn(values.cases, caseNames),
    services: namesIn(values.services, restartedServices),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  };
};

const namesIn = <Name extends string>(text: string | undefined, known: readonly Name[]): readonly Name[] => {
  if (text === undefined || text === 'all') return known;
  return text.split(',').map((wanted) => {
    const name = known.find((each) => each === wanted);
    if (name === undefined) throw new Error(`there is no ${wanted}; there are ${known.join(', ')}`);
    return name;
  });
};
