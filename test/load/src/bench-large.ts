import { loadHistory } from './large/load-history.ts';
import { historyPrefix } from './large/history-statements.ts';
import { measureDeliveryList } from './measure/measure-delivery-list.ts';
import { measureNeighbour } from './measure/measure-neighbour.ts';
import { monolithDatabaseUrl } from './monolith/start-monolith.ts';
import { runBenchmarks, type BenchmarkContext } from './run-benchmarks.ts';
import { endWithOneSentence, say } from '@loyalty/stack';

/** Loads a past into both services, unless no measurement of this run needs it. */
const prepare = async ({ stack, options, contenders }: BenchmarkContext): Promise<void> => {
  const { only } = options;
  if (only.length > 0 && only.every((name) => name in others)) return;
  const [ours, monolith] = contenders;
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
};

/** They load what they need themselves. */
const others = { 'delivery-list': measureDeliveryList, neighbour: measureNeighbour };

/**
 * The benchmarks on tables with a past, loaded by SQL. Each of the two databases gets 20 million stored transactions
 * (`--transactions`) of 2 million members (`--members`), and lists of 20 million deliveries (`--deliveries`); another tenant gets
 * as many members once more. This takes about 50 GB, until `npm start -- --fresh`.
 */
await runBenchmarks({
  name: 'bench-large',
  memberPrefix: historyPrefix,
  membersOf: ({ members }) => members,
  prepare,
  others,
}).catch(endWithOneSentence);
