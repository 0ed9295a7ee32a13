import { defineDrill, numberOption, onlyOption, runCases, seedOption } from '@loyalty/stack/drill';
import { startStackIn } from '../own-stack.ts';
import { say } from '../say.ts';
import { DataDirectory } from './data-directory.ts';
import { runVariant } from './set-back-run.ts';
import { summaryOf } from './summary.ts';
import { variantNames, variants, type VariantName } from './variants/variants.ts';

const about = `
Each variant starts a stack of its own, copies the data directory of its Postgres, loads it, kills Postgres,
puts the copy back and compares the acknowledged responses with the stored ones. Exit code 1: a promise was broken.`;

const titles = Object.fromEntries(variantNames.map((name) => [name, variants[name].title])) as Readonly<
  Record<VariantName, string>
>;

/** A Postgres that loses its last commits under load. */
export const drill = defineDrill({
  about,
  options: {
    receipts: numberOption('how many are acknowledged after the copy and before Postgres is set back', 500),
    seed: seedOption(),
    only: onlyOption(titles),
  },
  run: (values) => runCases(values, (name) => holds(name, values)),
});

/** Each variant has a stack of its own, so that none finds what another has broken. */
const holds = async (name: VariantName, load: Parameters<typeof runVariant>[2]): Promise<boolean> => {
  say(`\n${name}: ${variants[name].title}; starting a stack in .loyalty/set-back`);
  const beganMs = performance.now();
  const stack = await startStackIn('set-back');
  try {
    const part = await DataDirectory.of(stack);
    const outcome = await runVariant({ stack, part }, variants[name], load);
    say(summaryOf(outcome, performance.now() - beganMs));
    return outcome.violations.lines().length === 0;
  } finally {
    await stack.stop();
  }
};
