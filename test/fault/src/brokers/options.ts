import { parseArgs } from 'node:util';

export const cases = {
  killed: 'a broker gets SIGKILL and is started again after 20 s',
  frozen: 'a broker gets SIGSTOP for 20 s',
  leaderless: 'a partition of loyalty.facts has no leader for 20 s',
  stopped: 'a broker gets SIGTERM and is started again after 20 s',
  away: 'all brokers stop, then every service gets SIGTERM and must end within 15 s with exit code 0',
} as const;

export type CaseName = keyof typeof cases;

const caseNames = Object.keys(cases) as readonly CaseName[];

/** The options of a run with three brokers. */
export interface BrokersOptions {
  readonly operationsPerSecond: number;
  readonly seed: number;
  readonly cases: readonly CaseName[];
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:brokers -- [options]',
  '',
  'Each case starts three brokers (three copies of each topic, two of which must have a message) and a stack on them, sends operations at a',
  'steady rate whether or not they get a response, and strikes one broker. Nothing may be lost or doubled, no process may exit, and of the',
  'requests of the first ten seconds at most 40 % may fail, later few. The p99 of requests to the other brokers is at most 250 ms, once the',
  'cluster waits for the struck one no longer; on a machine that was slower before the strike it is not judged. Exit code 1: a promise was',
  'broken. Three brokers and seven services take up two cores at about 50 operations a second.',
  '',
  '  --rate N      operations a second (20)',
  '  --seed N      of the load; printed at the start',
  '  --case NAME   only this one; may be given several times (all)',
  ...caseNames.map((name) => `    ${name.padEnd(11)} ${cases[name]}`),
].join('\n');

/** Reads the options; null: help was asked for. Throws an Error that names a case that there is not. */
export const readOptions = (args: readonly string[]): BrokersOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rate: { type: 'string' },
      seed: { type: 'string' },
      case: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  return {
    operationsPerSecond: Number(values.rate ?? 20),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
    cases: (values.case ?? caseNames).map(caseNamed),
  };
};

const caseNamed = (name: string): CaseName => {
  if (name in cases) return name as CaseName;
  throw new Error(`there is no case ${name}; there are ${caseNames.join(', ')}`);
};
