import { printLine } from '@loyalty/stack';
import { loadHistory } from './load-history.ts';
import { historyPrefix } from './history-statements.ts';
import { measureAuditList } from '../measure/measure-audit-list.ts';
import { measureDeliveryList } from '../measure/measure-delivery-list.ts';
import { measureNeighbour } from '../measure/measure-neighbour.ts';
import { monolithDatabaseUrl } from '../monolith/start-monolith.ts';
import type { BenchKind, BenchmarkContext } from '../run-benchmarks.ts';

/** They load what they need themselves. */
const others = {
  'audit-list': measureAuditList,
  'delivery-list': measureDeliveryList,
  neighbour: measureNeighbour,
};

/**
 * The benchmarks on tables with a past, loaded by SQL. Each of the two databases gets 20 million stored transactions
 * (`--transactions`) of 2 million members (`--members`), and lists of 20 million deliveries (`--deliveries`); another tenant gets
 * as many members once more. This takes about 50 GB, until `npm start -- --fresh`.
 */
export const largeBench: BenchKind = {
  name: 'bench-large',
  memberPrefix: historyPrefix,
  membersOf: ({ members }) => members,
  prepare: (context) => loadPast(context),
  others,
};

/** Loads a past into both services, unless no measurement of this run needs it. */
const loadPast = async ({ stack, options, contenders }: BenchmarkContext): Promise<void> => {
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
          printLine(`${name.padEnd(9)}${text}`);
        },
      }),
    ),
  );
};
