import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { LostRace } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { ReadCounter } from './read-counter.ts';

const [one, other] = [1 as EnvironmentId, 2 as EnvironmentId];

/** A row of the statement: environment, day, operation, person, reads. */
type Sent = readonly [number, string, string, string | null, number];

const startCounter = () => {
  const clock = { nowMs: Date.parse('2026-03-02T08:15:00.000Z') };
  const statements: Sent[][] = [];
  /** The failures of the next statements; null means that the statement succeeds. */
  const failures: (Error | null)[] = [];
  const counter = new ReadCounter({
    db: {
      query: (_, values = []) => {
        const failure = failures.shift() ?? null;
        if (failure !== null) return Promise.reject(failure);
        const [environments, days, operations, authors, reads] = values as [
          number[],
          string[],
          string[],
          Buffer[],
          number[],
        ];
        statements.push(
          environments.map((id, at) => [
            id,
            days[at]?.slice(8) ?? '',
            operations[at] ?? '',
            authors[at]?.toString() === '' ? null : String(authors[at]),
            reads[at] ?? 0,
          ]),
        );
        return Promise.resolve([]);
      },
    },
    clock: { now: () => clock.nowMs },
    logger: silentLogger,
  });
  return { counter, statements, failures, clock };
};

let run: ReturnType<typeof startCounter>;
beforeEach(() => {
  run = startCounter();
});
afterEach(() => run.counter.stop());

const sumOf = (rows: readonly Sent[]): number => rows.reduce((sum, [, , , , reads]) => sum + reads, 0);

test('what people read adds up by environment, person and operation, and is sent by one statement (D316)', async () => {
  const { counter, statements } = run;
  counter.count(one, 'thandi', 'getMember');
  counter.count(one, 'thandi', 'getMember');
  counter.count(one, 'thandi', 'listMemberLedger');
  counter.count(one, '', 'getMember');
  counter.count(other, 'thandi', 'getMember');
  await counter.write();
  expect(statements).toEqual([
    [
      [2, '02', 'getMember', 'pthandi', 1],
      [1, '02', 'getMember', 'pthandi', 2],
      [1, '02', 'listMemberLedger', 'pthandi', 1],
      [1, '02', 'getMember', 'p', 1],
    ],
  ]);
});

test('nothing is planned nor sent while nobody reads; the first count is sent within ten seconds', async () => {
  jest.useFakeTimers();
  try {
    run = startCounter();
    expect(jest.getTimerCount()).toBe(0);
    await run.counter.write();
    run.counter.count(one, 'thandi', 'getMember');
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(run.statements).toEqual([[[1, '02', 'getMember', 'pthandi', 1]]]);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('what was counted before midnight is of the day before, and both days are sent at a stop', async () => {
  const { counter, statements, clock } = run;
  counter.count(one, 'thandi', 'getMember');
  clock.nowMs = Date.parse('2026-03-03T00:00:00.000Z');
  counter.count(one, 'thandi', 'getMember');
  await counter.stop();
  expect(statements).toEqual([
    [
      [1, '02', 'getMember', 'pthandi', 1],
      [1, '03', 'getMember', 'pthandi', 1],
    ],
  ]);
});

test('▲ beyond 1,000 people and operations an environment counts people together; others are whole and go first', async () => {
  const { counter, statements } = run;
  for (let n = 0; n < 50_000; n += 1) counter.count(one, `person-${n.toString()}`, 'getMember');
  counter.count(one, 'person-0', 'getMember');
  counter.count(other, 'thandi', 'getMember');
  await counter.write();
  const [first = [], second = []] = statements;
  expect(statements).toHaveLength(2);
  expect(first).toEqual([[2, '02', 'getMember', 'pthandi', 1]]);
  expect(second).toHaveLength(1_001);
  expect(second[0]).toEqual([1, '02', 'getMember', 'pperson-0', 2]);
  expect(second.at(-1)).toEqual([1, '02', 'getMember', null, 49_000]);
  expect(sumOf(second)).toBe(50_001);
});

test('▲ what a database that is unavailable did not take waits, within the same bound, and none of it is lost', async () => {
  const { counter, statements, failures } = run;
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 900; n += 1)
      counter.count(one, `person-${round.toString()}-${n.toString()}`, 'getMember');
    counter.count(other, 'thandi', 'getMember');
    failures.push(new Fault('DATABASE_UNAVAILABLE', 'connection terminated', { retry: true }));
    await counter.write();
  }
  expect(statements).toEqual([]);
  await counter.write();
  const rows = statements.flat();
  expect(rows.filter(([environment]) => environment === other)).toEqual([
    [2, '02', 'getMember', 'pthandi', 3],
  ]);
  expect(rows).toHaveLength(1_002);
  expect(sumOf(rows)).toBe(2_703);
});

test('▲ where the statement of the loudest environment fails, those of others are stored already', async () => {
  const { counter, statements, failures } = run;
  for (let n = 0; n < 1_000; n += 1) counter.count(one, `person-${n.toString()}`, 'getMember');
  counter.count(other, 'thandi', 'getMember');
  failures.push(null, new LostRace('a deadlock'));
  await counter.write();
  expect(statements).toEqual([[[2, '02', 'getMember', 'pthandi', 1]]]);
  await counter.write();
  expect(sumOf(statements[1] ?? [])).toBe(1_000);
});

test('▲ rows that are refused for their content are given up, so that others do not wait for them for ever', async () => {
  const { counter, statements, failures } = run;
  counter.count(one, 'thandi', 'getMember');
  failures.push(new TypeError('a mistake'));
  await counter.write();
  counter.count(one, 'sipho', 'getMember');
  await counter.write();
  expect(statements).toEqual([[[1, '02', 'getMember', 'psipho', 1]]]);
});
