import { runCases } from '../run-cases.ts';
import { runMain } from '../run-main.ts';
import { say } from '../say.ts';
import { holdsCase } from './brokers-run.ts';
import { helpText, readOptions } from './options.ts';

/** `npm run test:brokers`: one broker of three fails under load; exit code 1 when a promise was broken. */
const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    say(helpText);
    return;
  }
  await runCases({
    seed: options.seed,
    names: options.cases,
    flag: '--case',
    holds: (name) => holdsCase(name, options),
  });
};

await runMain(main);
