import { parseArgs } from 'node:util';

export const profiles = {
  demo: 'docker-compose.yml: the README, then every container is restarted, killed, and (ours) rolled back',
  'three-brokers':
    'two engines on three brokers: the faults of brokers, engines, a node, Redis and the registry',
  secure: 'servers that trust nobody: the README, who is let in, and that no secret is shown',
  observed: 'Prometheus on the demo: it scrapes every service, and evaluates every rule',
} as const;

export type ProfileName = keyof typeof profiles;

const profileNames = Object.keys(profiles) as readonly ProfileName[];

/** The options of a run. */
export interface ComposeOptions {
  readonly profiles: readonly ProfileName[];
  readonly perSecond: number;
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:compose -- [options]',
  '',
  'Builds the images, starts each profile with `docker compose up --wait` as a project of its own (loyalty-test), and',
  'sends evaluates from this machine while containers are struck. Nothing may be lost or doubled. Exit code 1: a promise',
  'was broken. Without Docker, BuildKit or compose it is skipped; LOYALTY_REQUIRE=docker makes that a failure.',
  '',
  '  --only NAME   this profile; may be given several times (all)',
  ...profileNames.map((name) => `    ${name.padEnd(15)} ${profiles[name]}`),
  '  --rate N      evaluates a second (10)',
].join('\n');

/** Reads the options; null: help was asked for. Throws an Error that names a profile that there is not. */
export const readOptions = (args: readonly string[]): ComposeOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      rate: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  return {
    profiles: (values.only ?? profileNames).map(profileNamed),
    perSecond: Number(values.rate ?? 10),
  };
};

const profileNamed = (name: string): ProfileName => {
  if (name in profiles) return name as ProfileName;
  throw new Error(`there is no profile ${name}; there are ${profileNames.join(', ')}`);
};
