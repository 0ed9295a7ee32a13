import { History } from '@loyalty/storage';
import { createMetrics, silentLogger } from '@loyalty/telemetry';
import { countHistoryChanges } from './count-history-changes.ts';

type Client = Parameters<History['admit']>[0];

/** A connection to a server in this epoch. */
const connectionTo = (epoch: string): Client =>
  ({
    query: () =>
      Promise.resolve({
        rows: [{ databaseId: 'd', epoch, raisedAtMs: 0, isPresent: true, isOpen: true, isReadOnly: false }],
      }),
    once: () => undefined,
    connection: { stream: { destroy: () => undefined } },
  }) as unknown as Client;

test('each epoch is counted but the first, and 0 is shown before', async () => {
  const metrics = createMetrics({ service: 'test' });
  const history = new History(silentLogger);
  countHistoryChanges(history, metrics);
  const shown = async () => /^loyalty_history_changes_total (\d+)$/m.exec((await metrics.render()).body)?.[1];
  await history.admit(connectionTo('first'));
  await history.admit(connectionTo('first'));
  expect(await shown()).toBe('0');
  await history.admit(connectionTo('second'));
  expect(await shown()).toBe('1');
});
