import { join } from 'node:path';
import { homeOf, startOwnStack } from '../own-stack.ts';
import { runCases } from '../run-cases.ts';
import { runMain } from '../run-main.ts';
import { say } from '../say.ts';
import { runVariant } from '../set-back/set-back-run.ts';
import { summaryOf } from '../set-back/summary.ts';
import { variants } from '../set-back/variants/variants.ts';
import { cases, helpText, readOptions, type CaseName, type FailoverOptions } from './options.ts';
import { StandbyPair } from './standby-pair.ts';

/** `npm run test:failover`: a primary is lost under load, and its standby promoted; exit code 1 when a promise was broken. */
const main = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    say(helpText);
    return;
  }
  await runCases({
    ...{ seed: options.seed, names: options.cases, flag: '--case' },
    holds: (name) => holds(name, options),
  });
};

const folder = 'failover';

/** Each case has servers and a stack of its own. */
const holds = async (name: CaseName, options: FailoverOptions): Promise<boolean> => {
  const { title, replication, variant } = cases[name];
  say(`\n${name}: ${title}; starting two servers and a stack in .loyalty/${folder}`);
  const beganMs = performance.now();
  const pair = await StandbyPair.start(join(homeOf(folder), 'servers'), replication);
  try {
    const stack = await startOwnStack(folder, { DATABASE_URL: pair.url });
    try {
      const outcome = await runVariant({ stack, part: pair }, variants[variant], options);
      say(summaryOf(outcome, performance.now() - beganMs));
      return outcome.violations.lines().length === 0;
    } finally {
      await stack.stop();
    }
  } finally {
    await pair.stop();
  }
};

await runMain(main);
