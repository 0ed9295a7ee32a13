import { runCases } from '../run-cases.ts';
import { runWithOptions } from '../run-main.ts';
import { holdsCase } from './brokers-run.ts';
import { helpText, readOptions } from './options.ts';

/** `npm run test:brokers`: one broker of three fails under load; exit code 1 when a promise was broken. */
await runWithOptions({ helpText, readOptions }, async (options) => {
  await runCases({
    seed: options.seed,
    names: options.cases,
    flag: '--case',
    holds: (name) => holdsCase(name, options),
  });
});
