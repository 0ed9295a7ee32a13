import { silentLogger } from '@loyalty/telemetry/logger';
import { KeyUses, type UsedKey } from './key-uses.ts';

/** A row of a statement: id, day, permissions. */
type Sent = readonly [string, string, string];

const startUses = () => {
  const hand = { nowMs: Date.parse('2027-03-01T23:59:00Z') };
  const statements: Sent[][] = [];
  const failures: Error[] = [];
  const uses = new KeyUses({
    db: {
      query: (_, values = []) => {
        const failure = failures.shift();
        if (failure !== undefined) return Promise.reject(failure);
        const [ids, days, names] = values as [string[], string[], string[]];
        statements.push(ids.map((id, n) => [id, days[n] ?? '', names[n] ?? '']));
        return Promise.resolve([]);
      },
    },
    clock: { now: () => hand.nowMs },
    logger: silentLogger,
  });
  return { uses, hand, statements, failures };
};

const key = (id: string, part: Partial<UsedKey> = {}): UsedKey => ({
  id,
  lastUsedOn: null,
  usedPermissions: new Set(),
  ...part,
});

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('uses are written once a minute in one statement, by id, each with what is new (D218)', async () => {
  const { uses, statements } = startUses();
  uses.note(key('b'), 'members:find');
  uses.note(key('a'), null);
  uses.note(key('b'), 'members:read');
  uses.note(key('b'), 'members:find');
  await jest.advanceTimersByTimeAsync(59_999);
  expect(statements).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(statements).toEqual([
    [
      ['a', '2027-03-01', ''],
      ['b', '2027-03-01', 'members:find members:read'],
    ],
  ]);
});

test('nothing wakes the process while keys are used as before, and a new day is noted once', async () => {
  const { uses, hand, statements } = startUses();
  const known = key('a', { lastUsedOn: '2027-03-01', usedPermissions: new Set(['members:find']) });
  for (let n = 0; n < 3; n += 1) uses.note(known, 'members:find');
  expect(jest.getTimerCount()).toBe(0);
  hand.nowMs += 60_000;
  uses.note(known, 'members:find');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(statements).toEqual([[['a', '2027-03-02', 'members:find']]]);
  // The process goes on with the key as it read it for some seconds.
  uses.note(known, 'members:find');
  expect(jest.getTimerCount()).toBe(0);
});

test('what the database does not take waits for the next minute, with what came meanwhile; the last is written at a stop', async () => {
  const { uses, statements, failures } = startUses();
  failures.push(new Error('away'));
  uses.note(key('a'), 'members:find');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(statements).toEqual([]);
  uses.note(key('a'), 'members:read');
  await uses.stop();
  expect(statements).toEqual([[['a', '2027-03-01', 'members:find members:read']]]);
  expect(jest.getTimerCount()).toBe(0);
});

test('a process remembers ten thousand keys at most, in statements of a thousand', async () => {
  const { uses, statements } = startUses();
  for (let n = 0; n < 10_100; n += 1) uses.note(key(`k${n.toString().padStart(6, '0')}`), null);
  await uses.stop();
  expect(statements.map((rows) => rows.length)).toEqual(Array.from({ length: 10 }, () => 1_000));
});
