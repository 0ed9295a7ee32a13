import { loadHistory } from './large/load-history.ts';
import { historyPrefix } from './large/history-statements.ts';
import { monolithDatabaseUrl } from './monolith/start-monolith.ts';
import { runBenchmarks } from './run-benchmarks.ts';
import { endWithOneSentence, say } from './say.ts';

/**
 * The benchmarks on tables with a past: 20 million stored transactions of 2 million members in each of the two databases
 * (`--transactions`, `--members`), loaded by SQL. About 40 GB; the stack's data stay that large until `npm start -- --fresh`.
 */
await runBenchmarks({
  name: 'bench-large',
  memberPrefix: historyPrefix,
  membersOf: ({ members }) => members,
  prepare: async ({ stack, options, contenders: [ours, monolith] }) => {
    const databases = [
      { name: 'engine', url: stack.databaseUrl, environmentId: ours.environmentId },
      { name: 'monolith', url: monolithDatabaseUrl(stack), environmentId: monolith.environmentId },
    ];
    await Promise.all(
      databases.map(({ name, url, environmentId }) =>
        loadHistory(url, {
          ...options,
          environmentId,
          say: (text) => {
            say(`${name.padEnd(9)}${text}`);
          },
        }),
      ),
    );
  },
}).catch(endWithOneSentence);
