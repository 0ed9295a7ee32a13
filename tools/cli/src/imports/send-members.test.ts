import { createLoyalty, type Schemas } from '@loyalty/client';
import type { Clock } from '@loyalty/kernel';
import type { MemberReading } from './read-members.ts';
import { MemberSender } from './send-members.ts';

type Line = Schemas['ImportLine'];

/** Time passes only in sleeps. */
const createSleepClock = (): Clock => {
  let nowMs = 0;
  return {
    now: () => nowMs,
    sleep: (ms, signal) => {
      if (signal?.aborted !== true) nowMs += ms;
      return Promise.resolve();
    },
  };
};

const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response => {
  const type = 'application/problem+json';
  const body = { type: 'about:blank', title: code, status, code, detail: `${code}.`, context: {} };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type, ...headers } });
};

const send = async (
  members: readonly Line[],
  {
    respond = () => 'CREATED',
    call = () => null,
    stopsAfter = Infinity,
  }: {
    /** The outcome of a line, by how often it was seen. */
    readonly respond?: (externalRef: string, sight: number) => string;
    /** The response to a whole call, by its number; null for the usual one. */
    readonly call?: (n: number) => Response | null;
    readonly stopsAfter?: number;
  } = {},
) => {
  const clock = createSleepClock();
  const sights = new Map<string, number>();
  const calls: number[] = [];
  const outcomes: Record<string, string> = {};
  const sender = new MemberSender({
    loyalty: createLoyalty({
      baseUrl: 'https://api.example.com/v1',
      tenantId: 'tenant',
      apiKey: 'sk_live_x',
      fetch: async (_url, { body }) => {
        const { lines } = JSON.parse(await new Response(body).text()) as { lines: Line[] };
        calls.push(lines.length);
        if (calls.length >= stopsAfter) sender.stop();
        const results = lines.map(({ externalRef }) => {
          const sight = (sights.get(externalRef) ?? 0) + 1;
          sights.set(externalRef, sight);
          const outcome = respond(externalRef, sight);
          return { outcome, memberId: null, tierId: null, referencesAdded: 0, code: null, errors: [] };
        });
        return call(calls.length) ?? Response.json({ results, import: { members: 1 } });
      },
    }),
    source: 'old',
    dryRun: false,
    patienceMs: 60_000,
    onSettled: ({ member }, { outcome }) => {
      outcomes[member.externalRef] = outcome;
    },
    onIgnored: () => undefined,
    clock,
  });
  const readings = members.map<MemberReading>((member, at) => ({
    outcome: 'read',
    line: at + 1,
    text: '',
    member,
  }));
  const run = sender.run(
    (async function* chunks() {
      yield await Promise.resolve(readings);
    })(),
  );
  const failure: unknown = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { calls, outcomes, failure, ms: clock.now() };
};

const membersOf = (count: number, given: object = {}): Line[] =>
  Array.from({ length: count }, (_, at) => ({ externalRef: `c-${at.toString()}`, ...given }));

test('calls have at most 100 members, 1,000 parts and 2 MiB', async () => {
  expect((await send(membersOf(250))).calls).toEqual([100, 100, 50]);
  const lots = Array.from({ length: 400 }, () => ({ points: 1, expiresAt: '2099-12-31' }));
  expect((await send(membersOf(5, { lots }))).calls).toEqual([2, 2, 1]);
  expect((await send(membersOf(20, { name: 'x'.repeat(200_000) }))).calls).toEqual([10, 10]);
});

test('a line with RETRY is sent again after all others, until it is settled', async () => {
  const { calls, outcomes, ms } = await send(membersOf(150), {
    respond: (ref, sight) => (ref === 'c-3' && sight < 4 ? 'RETRY' : 'CREATED'),
  });
  expect(calls).toEqual([100, 50, 1, 1, 1]);
  expect(outcomes).toMatchObject({ 'c-3': 'CREATED' });
  expect(ms).toBe(3_000);
});

test('a line that stays RETRY is left', async () => {
  const { outcomes, calls } = await send(membersOf(2), {
    respond: (ref) => (ref === 'c-1' ? 'RETRY' : 'ADDED'),
  });
  expect(outcomes).toEqual({ 'c-0': 'ADDED', 'c-1': 'RETRY' });
  expect(calls).toHaveLength(11);
});

test('a limited key and a busy API are waited for as long as they say', async () => {
  const { calls, outcomes, ms } = await send(membersOf(1), {
    call: (n) => {
      if (n === 1) return problem(429, 'RATE_LIMITED', { 'Retry-After': '40' });
      return n === 2 ? problem(503, 'UNAVAILABLE', { 'Retry-After': '3' }) : null;
    },
  });
  expect([calls.length, outcomes, ms]).toEqual([3, { 'c-0': 'CREATED' }, 43_000]);
});

test('an API that takes nothing is given up', async () => {
  const { failure } = await send(membersOf(1), { call: () => problem(503, 'UNAVAILABLE') });
  expect(failure).toMatchObject({ code: 'IMPORT_UNAVAILABLE' });
});

test.each([
  [403, 'FORBIDDEN', 'IMPORT_REFUSED'],
  [409, 'INVALID_STATE_TRANSITION', 'IMPORT_CLOSED'],
])('after %d %s nothing more is sent', async (status, code, fault) => {
  const { calls, failure } = await send(membersOf(150), { call: () => problem(status, code) });
  expect([calls.length, failure]).toEqual([1, expect.objectContaining({ code: fault })]);
});

test('a stop ends after the call in flight, whose results count', async () => {
  const { calls, outcomes } = await send(membersOf(250), { stopsAfter: 2 });
  expect(calls).toEqual([100, 100]);
  expect(Object.keys(outcomes)).toHaveLength(200);
});
