import { runMain } from '../run-main.ts';
import { say } from '../say.ts';
import { helpText, readOptions } from './options.ts';
import { runRestarts } from './restarts-run.ts';

/** `npm run test:restarts`: every replica of every service is restarted under load; exit code 1 when a promise was broken. */
const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    say(helpText);
    return;
  }
  const seed = options.seed.toString();
  say(`Seed ${seed}; starting a stack in .loyalty/restarts`);
  const broken = await runRestarts(options);
  for (const line of broken) say(line);
  say(broken.length === 0 ? 'Every promise held.' : `Broken promises: run again with --seed ${seed}.`);
  process.exitCode = broken.length === 0 ? 0 : 1;
};

await runMain(main);
