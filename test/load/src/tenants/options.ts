import { parseArgs } from 'node:util';

/** The options of `npm run bench:tenants`. */
export interface TenantsOptions {
  /** Tenants that are loaded. */
  readonly tenants: number;
  /** Tenants that are active within a minute. */
  readonly active: number;
  /** The length of each measurement in seconds; the warm-up before it takes a third of that. */
  readonly seconds: number;
  /** How often the few and the many are measured in turn. */
  readonly rounds: number;
  /** Evaluates a second. */
  readonly rate: number;
  /** The length of the measurement at rest in seconds. */
  readonly idleSeconds: number;
}

export const helpText = `npm run bench:tenants -- [options]     on a stack of its own in .loyalty/tenants

Loads tenants with 10 campaigns and 20 segments each, five of them dynamic. Measures the same load on ten of them and on many, in turn,
and what all services cost at rest. Exit code 1: a promise was broken.

  --tenants 10000     tenants that are loaded
  --active 1000       tenants among which the load is spread first; afterwards it is spread among all
  --seconds 20        length of each measurement; its warm-up is a third of it
  --rounds 2          how often few and many are measured in turn
  --rate 200          evaluates a second
  --idle-seconds 60   length of the measurement at rest`;

/** Reads the command line; null for `--help`. */
export const readOptions = (args: readonly string[]): TenantsOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      tenants: { type: 'string', default: '10000' },
      active: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '2' },
      rate: { type: 'string', default: '200' },
      'idle-seconds': { type: 'string', default: '60' },
    },
  });
  if (values.help) return null;
  return {
    tenants: Number(values.tenants),
    active: Number(values.active),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    rate: Number(values.rate),
    idleSeconds: Number(values['idle-seconds']),
  };
};
