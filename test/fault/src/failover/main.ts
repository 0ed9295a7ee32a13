import { runCases } from '../run-cases.ts';
import { runWithOptions } from '../run-main.ts';
import { holdsOnPart } from '../run-on-part.ts';
import { cases, helpText, readOptions, type CaseName, type FailoverOptions } from './options.ts';
import { StandbyPair } from './standby-pair.ts';

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

/** `npm run test:failover`: a primary is lost under load, and its standby promoted; exit code 1 when a promise was broken. */
await runWithOptions({ helpText, readOptions }, async (options) => {
  await runCases({
    seed: options.seed,
    names: options.cases,
    flag: '--case',
    holds: (name) => holds(name, options),
  });
});
