import { parseArgs } from 'node:util';
import type { Limits } from './attacker/limits.ts';
import type { Sizes } from './attacker/ground.ts';

/** The options of a run. */
export interface Options {
  /** Names of attacks; empty: all. */
  readonly only: readonly string[];
  /** The family; null: all. */
  readonly family: string | null;
  /** How long a blow lasts, unless the attack says otherwise. */
  readonly seconds: number;
  readonly repeat: number;
  readonly limits: readonly Limits[];
  readonly sizes: Sizes;
  /** True: list the attacks, and run none. */
  readonly isList: boolean;
}

const million = 1_000_000;
const usualSizes: Sizes = {
  rows: million,
  members: 300_000,
  codes: million,
  rewards: 100_000,
  receipts: 100_000,
};
const largeSizes: Sizes = {
  rows: 10 * million,
  members: million,
  codes: 10 * million,
  rewards: million,
  receipts: million,
};

/** The text for `--help`. */
export const helpText = [
  'npm run test:attacks -- [options]',
  '',
  'Starts a stack in .loyalty/attacks. One tenant attacks another with what the API and the streams allow, once for each way there is, with the',
  'usual limits and again with limits of 1,000,000 a minute. The victim evaluates and redeems ten times a second each. All must be 200 with',
  'a p99 of at most 1 s; webhooks come within 2 s, codes and memberships within 3 s, no service is ever unready, and ten seconds later all',
  'is as before. Of the attacker’s own requests none that was acknowledged may be lost. Exit code 1: a promise was broken.',
  '',
  '  --only NAME[,NAME]   only these attacks',
  '  --family NAME        only the attacks of this family',
  '  --seconds N          how long an attack strikes (4)',
  '  --repeat N           how often each strikes (1); with 3 the medians of p99 are judged too, at most 300 ms',
  '  --limits WHICH       default, raised or both (both)',
  '  --large              ten times the rows and codes, a million members, rewards and receipts',
  '  --rows N             rows of one member’s ledger and feed (1000000)',
  '  --list               list the attacks, and run none',
].join('\n');

/** Reads the options; null: help was asked for. Throws an Error for a value that cannot be meant. */
export const readOptions = (args: readonly string[]): Options | null => {
  const { values } = parseArgs({ args: [...args], options: flags });
  if (values.help === true) return null;
  const sizes = values.large === true ? largeSizes : usualSizes;
  return {
    only: values.only?.split(',') ?? [],
    family: values.family ?? null,
    seconds: countOf('seconds', values.seconds, 4),
    repeat: countOf('repeat', values.repeat, 1),
    limits: limitsOf(values.limits ?? 'both'),
    sizes: Object.assign({}, sizes, { rows: countOf('rows', values.rows, sizes.rows) }),
    isList: values.list === true,
  };
};

const flags = {
  only: { type: 'string' },
  family: { type: 'string' },
  seconds: { type: 'string' },
  repeat: { type: 'string' },
  limits: { type: 'string' },
  rows: { type: 'string' },
  large: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const countOf = (flag: string, given: string | undefined, fallback: number): number => {
  const count = Number(given ?? fallback);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--${flag} must be a whole number from 1`);
};

const limitsOf = (given: string): readonly Limits[] => {
  if (given === 'both') return ['default', 'raised'];
  if (given === 'default' || given === 'raised') return [given];
  throw new Error('--limits must be default, raised or both');
};
