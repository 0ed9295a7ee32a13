import { runCases } from '../run-cases.ts';
import { runMain } from '../run-main.ts';
import { holdsOnPart } from '../run-on-part.ts';
import { say } from '../say.ts';
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
    seed: options.seed,
    names: options.cases,
    flag: '--case',
    holds: (name) => holds(name, options),
  });
};

/** Each case has servers and a stack of its own. */
const holds = (name: CaseName, load: FailoverOptions): Promise<boolean> => {
  const { title, replication, variant } = cases[name];
  return holdsOnPart({
    folder: 'failover',
    title: `${name}: ${title}; two servers`,
    variant,
    load,
    start: async (home) => {
      const part = await StandbyPair.start(home, replication);
      return { part, variables: { DATABASE_URL: part.url } };
    },
  });
};

await runMain(main);
