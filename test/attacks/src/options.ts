import {
  type DrillOption,
  namesOption,
  positiveOption,
  flagOption,
  textOption,
  type ValuesOf,
} from '@loyalty/stack/drill';
import type { Limits } from './attacker/limits.ts';
import type { Sizes } from './attacker/ground.ts';

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

/** How often and how hard each attack strikes. */
export const options = {
  only: namesOption('only these attacks'),
  family: textOption('NAME', 'only the attacks of this family'),
  seconds: positiveOption('seconds for which each attack strikes', 4),
  repeat: positiveOption(
    'how often each attack strikes; with 3, the median p99 must also be at most 300 ms',
    1,
  ),
  limits: {
    hint: 'WHICH',
    help: ['default, raised or both (both)'],
    read: (given) => limitsOf(given.at(-1) ?? 'both'),
  } satisfies DrillOption<readonly Limits[]>,
  large: flagOption('use ten times the rows and codes, and a million members, rewards and receipts'),
  rows: positiveOption('rows in the ledger and in the feed of one member (1000000)', null),
  list: flagOption('only list the attacks'),
};

export type Options = ValuesOf<typeof options>;

const limitsOf = (given: string): readonly Limits[] => {
  if (given === 'both') return ['default', 'raised'];
  if (given === 'default' || given === 'raised') return [given];
  throw new Error('--limits must be default, raised or both');
};

export const sizesOf = ({ large, rows }: Pick<Options, 'large' | 'rows'>): Sizes => {
  const sizes = large ? largeSizes : usualSizes;
  return Object.assign({}, sizes, { rows: rows ?? sizes.rows });
};
