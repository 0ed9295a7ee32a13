import { parseArgs } from 'node:util';
import { isVariantName, variantNames, variants, type VariantName } from './variants/variants.ts';

/** The options of a set-back run. */
export interface SetBackOptions {
  /** The minimum of receipts that are acknowledged after the copy, before Postgres is set back. */
  readonly receipts: number;
  readonly seed: number;
  readonly variants: readonly VariantName[];
}

/** The name and title of each variant. */
const variantLines = variantNames.map((name) => `    ${name.padEnd(11)} ${variants[name].title}`);

/** The text for `--help`. */
export const helpText = [
  'npm run test:set-back -- [options]',
  '',
  'Each variant starts a stack of its own, copies the data directory of its Postgres, loads it, kills Postgres,',
  'puts the copy back and compares the acknowledged responses with the stored ones. Exit code 1: a promise was broken.',
  '',
  '  --receipts N     acknowledged after the copy before Postgres is set back (500)',
  '  --seed N         of the load; printed at the start',
  '  --variant NAME   only this one; may be given several times (all)',
  ...variantLines,
].join('\n');

/** Reads the options; null: help was asked for. Throws an Error that names a variant that there is not. */
export const readOptions = (args: readonly string[]): SetBackOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      receipts: { type: 'string' },
      seed: { type: 'string' },
      variant: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return null;
  return {
    receipts: Number(values.receipts ?? 500),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
    variants: (values.variant ?? variantNames).map(variantNamed),
  };
};

const variantNamed = (name: string): VariantName => {
  if (isVariantName(name)) return name;
  throw new Error(`there is no variant ${name}; there are ${variantNames.join(', ')}`);
};
