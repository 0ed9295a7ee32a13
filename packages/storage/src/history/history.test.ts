import { silentLogger } from '@loyalty/telemetry/logger';
import { History } from './history.ts';

type Client = Parameters<History['admit']>[0];

/** A connection whose responses the test controls. */
const createClient = (databaseId = 'd') => {
  const asked: { answer: (epoch: string) => void; fail: () => void }[] = [];
  const client = {
    query: () =>
      new Promise((resolve, reject) => {
        asked.push({
          answer: (epoch) => {
            const state = { databaseId, epoch, raisedAtMs: 0, isPresent: true, isOpen: true };
            resolve({ rows: [{ ...state, isReadOnly: false }] });
          },
          fail: () => {
            reject(new Error('the connection is gone'));
          },
        });
      }),
    once: () => undefined,
    connection: { stream: { destroy: () => undefined } },
  };
  return { asked, client: client as unknown as Client };
};

const admit = async (history: History, epoch: string): Promise<void> => {
  const { client, asked } = createClient();
  const admitted = history.admit(client);
  asked[0]?.answer(epoch);
  await admitted;
};

test.each([
  ['that has met none', []],
  ['that has met the one before', ['first']],
])('▲ an answer of a server that has started over meanwhile sets no process back %s', async (_, met) => {
  const history = new History(silentLogger);
  for (const epoch of met) await admit(history, epoch);
  const slow = createClient();
  const admitted = history.admit(slow.client);
  await admit(history, 'third');
  slow.asked[0]?.answer('second');
  await new Promise((resolve) => setImmediate(resolve));
  // The second read finds the connection gone.
  slow.asked[1]?.fail();
  await expect(admitted).rejects.toThrow('the connection is gone');
  await admit(history, 'third');
  expect(history.present).toMatchObject({ epoch: 'third' });
});

test('▲ a process that began on one database uses no other one, whatever its address leads to (D131)', async () => {
  const history = new History(silentLogger);
  const heard = jest.fn();
  history.onChange(heard);
  await admit(history, 'first');
  const other = createClient('of-another-installation');
  const admitted = history.admit(other.client);
  other.asked[0]?.answer('second');
  other.asked[1]?.answer('second');
  await expect(admitted).rejects.toMatchObject({
    code: 'OTHER_DATABASE',
    retry: true,
    message: 'DATABASE_URL led to database d, and leads to database of-another-installation now',
  });
  expect([history.present?.databaseId, heard.mock.calls.length]).toEqual(['d', 0]);
});
