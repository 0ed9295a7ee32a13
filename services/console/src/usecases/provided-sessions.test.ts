import { createProvidedSessions, keyOf } from './provided-sessions.ts';

const minute = 60_000;
let nowMs = 0;

/** As Redis keeps them, by the same clock. */
const createValues = () => {
  const kept = new Map<string, { readonly value: Buffer; readonly untilMs: number }>();
  const find = (id: string) => {
    const found = kept.get(id);
    return found === undefined || nowMs >= found.untilMs ? null : found.value;
  };
  const write = (id: string, value: Buffer, forMs: number) => {
    kept.set(id, { value, untilMs: nowMs + forMs });
    return Promise.resolve();
  };
  return {
    write,
    read: async (id: string, forMs: number) => {
      const value = find(id);
      if (value !== null) await write(id, value, forMs);
      return value;
    },
    replace: async (id: string, value: Buffer, forMs: number) => {
      if (find(id) === null) return false;
      await write(id, value, forMs);
      return true;
    },
    remove: (id: string) => {
      kept.delete(id);
      return Promise.resolve();
    },
  };
};

const tokens = {
  accessToken: 'access',
  refreshToken: 'refresh',
  livesForS: 300,
  authenticatedAtMs: 0,
  claims: { name: 'Nomsa' },
};
const access = {
  tenantId: '0198c0de-0000-7000-8000-000000000001',
  tenantName: null,
  mode: 'test',
  permissions: ['read'],
  person: null,
} as const;

const start = () => createProvidedSessions({ values: createValues(), clock: { now: () => nowMs } });

beforeEach(() => {
  nowMs = 0;
});

test('a session ends after 30 minutes without use, and after 12 hours in any case, refreshed or not', async () => {
  const sessions = start();
  const idle = await sessions.open(tokens, access);
  nowMs += 29 * minute;
  expect(await sessions.find(idle)).toMatchObject({
    person: 'Nomsa',
    modes: ['test'],
    permissions: ['read'],
  });
  nowMs += 30 * minute;
  expect(await sessions.find(idle)).toBeNull();
  const used = await sessions.open(tokens, access);
  const endsAtMs = nowMs + 12 * 60 * minute;
  while (nowMs + 29 * minute < endsAtMs) {
    nowMs += 29 * minute;
    const session = await sessions.find(used);
    expect(session === null ? false : await sessions.replace(session)).toBe(true);
  }
  nowMs = endsAtMs;
  expect(await sessions.find(used)).toBeNull();
});

test('a refresh near the end does not prolong a session', async () => {
  const sessions = start();
  const id = await sessions.open(tokens, access);
  const session = await sessions.findByKey(keyOf(id));
  nowMs = 12 * 60 * minute;
  expect(session === null ? null : await sessions.replace(session)).toBe(false);
});

test('a provider that does not say when the person signed in makes no session fresh (D207)', async () => {
  const sessions = start();
  const unknown = await sessions.open({ ...tokens, authenticatedAtMs: null }, access);
  nowMs = 10 * minute;
  const known = await sessions.open({ ...tokens, authenticatedAtMs: nowMs - minute }, access);
  expect((await sessions.find(unknown))?.isFreshUntilMs).toBe(0);
  expect((await sessions.find(known))?.isFreshUntilMs).toBe(nowMs + 4 * minute);
});
