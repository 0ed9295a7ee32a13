import { startStackIn } from '../own-stack.ts';
import { runCases } from '../run-cases.ts';
import { runWithOptions } from '../run-main.ts';
import { say } from '../say.ts';
import { helpText, readOptions, type SetBackOptions } from './options.ts';
import { DataDirectory } from './data-directory.ts';
import { runVariant } from './set-back-run.ts';
import { summaryOf } from './summary.ts';
import { variants, type VariantName } from './variants/variants.ts';

/** Each variant has a stack of its own, so that none finds what another has broken. */
const holds = async (name: VariantName, options: SetBackOptions): Promise<boolean> => {
  say(`\n${name}: ${variants[name].title}; starting a stack in .loyalty/set-back`);
  const beganMs = performance.now();
  const stack = await startStackIn('set-back');
  try {
    const part = await DataDirectory.of(stack);
    const outcome = await runVariant({ stack, part }, variants[name], options);
    say(summaryOf(outcome, performance.now() - beganMs));
    return outcome.violations.lines().length === 0;
  } finally {
    await stack.stop();
  }
};

/** `npm run test:set-back`: a Postgres that loses its last commits under load; exit code 1 when a promise was broken. */
await runWithOptions({ helpText, readOptions }, async (options) => {
  await runCases({
    seed: options.seed,
    names: options.variants,
    flag: '--variant',
    holds: (name) => holds(name, options),
  });
});
