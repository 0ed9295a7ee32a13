import { parseArgs } from 'node:util';
import { isVariantName, variantNames, variants, type VariantName } from './variants/variants.ts';

/** What a set-back run does. */
export interface SetBackOptions {
  /** Receipts to be acknowledged behind the copy, at least, before Postgres is set back. */
  readonly receipts: number;
  readonly seed: number;
  readonly variants: readonly VariantName[];
}

/** Of each variant its name and what it is about. */
const variantLines = variantNames.map((name) => `    ${name.padEnd(11)} ${variants[name].title}`);

/** Answer to `--help`. */
export const helpText = [
  'npm run test:set-back -- [options]',
  '',
  'Each variant starts a stack of its own, copies the data directory of its Postgres, loads it, kills Postgres,',
  'puts the copy back and compares what callers were told with what is stored. Exit code 1: a promise was broken.',
  '',
  '  --receipts N     acknowledged behind the copy before Postgres is set back (500)',
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
