import { judgeClock, leadMaxMs, type NamedLead } from './clock-watch.ts';

/** A lead that is known to within some milliseconds. */
const lead = (of: string, ms: number, unsureMs = 5): NamedLead => ({
  of,
  lead: { least: ms - unsureMs, most: ms + unsureMs },
});
const fiveMinutes = 300_000;

test.each<[string, readonly NamedLead[], boolean]>([
  ['nobody was asked yet', [], true],
  ['all agree', [lead('database', 3), lead('broker-1', -2)], true],
  ['it is off by less than can be borne', [lead('database', 3_000), lead('broker-1', 3_000)], true],
  [
    'it is off by no more than can be borne, as far as is known',
    [lead('database', leadMaxMs, 9_000), lead('broker-1', leadMaxMs, 9_000)],
    true,
  ],
  ['it is ahead of all', [lead('database', fiveMinutes), lead('broker-1', fiveMinutes)], false],
  ['it is behind all', [lead('database', -fiveMinutes), lead('broker-1', -fiveMinutes)], false],
  ['only the database was asked', [lead('database', fiveMinutes)], true],
  [
    'the database is off',
    [lead('database', fiveMinutes), lead('broker-1', 0), lead('broker-2', 0), lead('broker-3', 0)],
    true,
  ],
  [
    'one broker of three is off',
    [lead('database', 0), lead('broker-1', 0), lead('broker-2', 0), lead('broker-3', -fiveMinutes)],
    true,
  ],
  [
    'it is off, and one broker is off with it',
    [
      lead('database', fiveMinutes),
      lead('broker-1', fiveMinutes),
      lead('broker-2', fiveMinutes),
      lead('broker-3', 0),
    ],
    false,
  ],
  [
    'two others are off, each its own way',
    [lead('database', fiveMinutes), lead('broker-1', -fiveMinutes), lead('broker-2', 0)],
    true,
  ],
])('▲ where %s: it may serve? %s', (_what, leads, ok) => {
  expect(judgeClock(leads).ok).toBe(ok);
});

test('a failed check names the other clocks and the leads', () => {
  const leads = [lead('database', fiveMinutes), lead('broker-1', fiveMinutes - 1_000)];
  expect(judgeClock(leads)).toEqual({
    name: 'clock',
    ok: false,
    detail: 'ahead of database by 300 s, broker-1 by 299 s',
  });
});
