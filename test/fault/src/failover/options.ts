import { parseArgs } from 'node:util';
import type { VariantName } from '../set-back/variants/variants.ts';
import type { Replication } from './standby-pair.ts';

/** How a primary is lost. */
export interface Case {
  readonly title: string;
  readonly replication: Replication;
  /** What is besides the load. */
  readonly variant: VariantName;
}

export const cases = {
  cut: { title: 'the standby lacks the last commits', replication: 'cut', variant: 'plain' },
  campaign: {
    title: 'the standby lacks a campaign and all that followed',
    replication: 'cut',
    variant: 'campaign',
  },
  synchronous: { title: 'the standby has every commit', replication: 'synchronous', variant: 'plain' },
} satisfies Readonly<Record<string, Case>>;

export type CaseName = keyof typeof cases;

const caseNames = Object.keys(cases) as readonly CaseName[];

/** What a failover run does. */
export interface FailoverOptions {
  /** Receipts to be acknowledged once the standby follows no longer, at least, before the primary is killed. */
  readonly receipts: number;
  readonly seed: number;
  readonly cases: readonly CaseName[];
}

/** Answer to `--help`. */
export const helpText = [
  'npm run test:failover -- [options]',
  '',
  'Each case starts a primary and a standby behind haproxy, and a stack on them; loads it, kills the primary, leads the address to',
  'the standby, promotes it, and compares what callers were told with what is stored. Exit code 1: a promise was broken.',
  '',
  '  --receipts N   acknowledged once the standby follows no longer, before the primary is killed (500: some 2 s)',
  '  --seed N       of the load; printed at the start',
  '  --case NAME    only this one; may be given several times (all)',
  ...caseNames.map((name) => `    ${name.padEnd(11)} ${cases[name].title}`),
].join('\n');

/** Reads the options; null: help was asked for. Throws an Error that names a case that there is not. */
export const readOptions = (args: readonly string[]): FailoverOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      receipts: { type: 'string' },
      seed: { type: 'string' },
      case: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  return {
    receipts: Number(values.receipts ?? 500),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
    cases: (values.case ?? caseNames).map(caseNamed),
  };
};

const caseNamed = (name: string): CaseName => {
  if (name in cases) return name as CaseName;
  throw new Error(`there is no case ${name}; there are ${caseNames.join(', ')}`);
};
