import { parseArgs } from 'node:util';
import type { VariantName } from '../set-back/variants/variants.ts';
import type { Replication } from './standby-pair.ts';

/** How the run loses the primary. */
export interface Case {
  readonly title: string;
  readonly replication: Replication;
  /** The variant that runs beside the load. */
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

/** The options of a failover run. */
export interface FailoverOptions {
  /** The minimum of receipts that are acknowledged after the standby stops following and before the primary is killed. */
  readonly receipts: number;
  readonly seed: number;
  readonly cases: readonly CaseName[];
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:failover -- [options]',
  '',
  'Each case starts a primary and a standby behind haproxy, and a stack on them; loads it, kills the primary, leads the address to',
  'the standby, promotes it, and compares the acknowledged responses with the stored ones. Exit code 1: a promise was broken.',
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
