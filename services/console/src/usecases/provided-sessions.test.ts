import type { SessionHolder } from '@loyalty/storage/session-index';
import { createProvidedSessions, keyOf } from './provided-sessions.ts';

const minute = 60_000;
let nowMs = 0;

/** Keeps values as Redis does, by the same clock. */
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

/** Keys by claim and value, as Redis has them. */
const createIndex = () => {
  const kept = new Map<string, Set<string>>();
  const setOf = ({ claim, value }: SessionHolder): Set<string> => {
    const name = `${claim} ${value}`;
    const found = kept.get(name) ?? new Set<string>();
    kept.set(name, found);
    return found;
  };
  const note = (holders: readonly SessionHolder[], key: string) => {
    for (const holder of holders) setOf(holder).add(key);
    return Promise.resolve();
  };
  return {
    note,
    touch: note,
    has: (holder: SessionHolder, key: string) => Promise.resolve(setOf(holder).has(key)),
    keysOf: (holder: SessionHolder) => Promise.resolve([...setOf(holder)]),
    forget: (holder: SessionHolder, keys: readonly string[]) => {
      for (const key of keys) setOf(holder).delete(key);
      return Promise.resolve();
    },
  };
};

const tokens = {
  accessToken: 'access',
  refreshToken: 'refresh',
  livesForS: 300,
  authenticatedAtMs: 0,
  claims: { name: 'Nomsa', sub: 'nomsa', sid: 'sign-in-1' },
};
const access = {
  tenantId: '0198c0de-0000-7000-8000-000000000001',
  tenantName: null,
  mode: 'test',
  permissions: ['read'],
  person: null,
  subject: 'nomsa@api',
} as const;

const start = (values = createValues(), index = createIndex()) =>
  createProvidedSessions({ values, index, clock: { now: () => nowMs } });

type Started = ReturnType<typeof start>;

const open = async (sessions: Started, claims: object = {}): Promise<string> =>
  (await sessions.open({ ...tokens, claims: { ...tokens.claims, ...claims } }, access)).id;

beforeEach(() => {
  nowMs = 0;
});

test('a session ends after 30 minutes without use, and after 12 hours in any case, refreshed or not', async () => {
  const sessions = start();
  const idle = await open(sessions);
  nowMs += 29 * minute;
  expect(await sessions.find(idle)).toMatchObject({
    person: 'Nomsa',
    modes: ['test'],
    permissions: ['read'],
  });
  nowMs += 30 * minute;
  expect(await sessions.find(idle)).toBeNull();
  const used = await open(sessions);
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
  const id = await open(sessions);
  const session = await sessions.findByKey(keyOf(id));
  nowMs = 12 * 60 * minute;
  expect(session === null ? null : await sessions.replace(session)).toBe(false);
});

test('a provider that does not say when the person signed in makes no session fresh (D207)', async () => {
  const sessions = start();
  const { id: unknown } = await sessions.open({ ...tokens, authenticatedAtMs: null }, access);
  nowMs = 10 * minute;
  const { id: known } = await sessions.open({ ...tokens, authenticatedAtMs: nowMs - minute }, access);
  expect((await sessions.find(unknown))?.isFreshUntilMs).toBe(0);
  expect((await sessions.find(known))?.isFreshUntilMs).toBe(nowMs + 4 * minute);
});

describe('all sessions of a person end', () => {
  it.each([
    ['by the name in the ID token', { subject: 'nomsa', providerSession: null }, [true, true, false]],
    ['by the name in the access token', { subject: 'nomsa@api', providerSession: null }, [true, true, true]],
    ['by one sign-in at the provider', { subject: null, providerSession: 'sign-in-1' }, [true, false, false]],
    ['by both', { subject: 'nomsa', providerSession: 'sign-in-2' }, [false, true, false]],
    [
      'by the sign-in of another person',
      { subject: 'sipho', providerSession: 'sign-in-1' },
      [false, false, false],
    ],
    ['by nobody', { subject: 'thandi', providerSession: null }, [false, false, false]],
  ])('%s', async (_, whose, hasEnded) => {
    const sessions = start();
    const ids = [
      await open(sessions),
      await open(sessions, { sid: 'sign-in-2' }),
      await open(sessions, { sub: 'sipho', sid: 'sign-in-3' }),
    ];
    const ended = await sessions.endAll(whose);
    expect(ids.map((id) => ended.some(({ key }) => key === keyOf(id)))).toEqual(hasEnded);
    const found = await Promise.all(ids.map((id) => sessions.find(id)));
    expect(found.map((session) => session === null)).toEqual(hasEnded);
    expect(await sessions.endAll(whose)).toEqual([]);
  });

  it('a writer of Redis ends no session of somebody else by a name in the index', async () => {
    const index = createIndex();
    const sessions = start(createValues(), index);
    const id = await open(sessions);
    await index.note([{ claim: 'sub', value: 'sipho' }], keyOf(id));
    expect(await sessions.endAll({ subject: 'sipho', providerSession: null })).toEqual([]);
    expect(await sessions.find(id)).not.toBeNull();
  });

  it('a sign-in that is on its way at that moment signs nobody in', async () => {
    const [values, index] = [createValues(), createIndex()];
    const during = {
      ...values,
      write: async (id: string, value: Buffer, forMs: number) => {
        await index.forget({ claim: 'sub', value: 'nomsa' }, [id]);
        await values.write(id, value, forMs);
      },
    };
    const sessions = start(during, index);
    await expect(open(sessions)).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    expect(await sessions.endAll({ subject: null, providerSession: 'sign-in-1' })).toEqual([]);
  });

  it('a session that an earlier release made goes on', async () => {
    const values = createValues();
    const sessions = start(values);
    const id = await open(sessions);
    const { subject, tokenSubject, providerSession, ...earlier } = (await sessions.find(id)) ?? {};
    expect([subject, tokenSubject, providerSession]).toEqual(['nomsa', 'nomsa@api', 'sign-in-1']);
    await values.write(keyOf(id), Buffer.from(JSON.stringify(earlier)), minute);
    expect(await sessions.find(id)).not.toBeNull();
  });
});
