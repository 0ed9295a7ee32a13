import { createLoyalty } from '@loyalty/client';
import type { Clock } from '@loyalty/kernel';
import type { Reject } from '../files/rejects-file.ts';
import { type ReturnOutcome, ReturnSender } from './send-returns.ts';

/** The result of an item, by how often its reference was seen. */
type Respond = (returnRef: string, sight: number) => { readonly status: number; readonly code?: string };

const lineOf = (returnRef: string, given: object = { amount: 100 }): string =>
  JSON.stringify({ transactionRef: 'receipt', returnRef, ...given });

/** Time passes only in sleeps. */
const createSleepClock = () => {
  let nowMs = 0;
  const clock: Clock = {
    now: () => nowMs,
    sleep: (ms, signal) => {
      if (signal?.aborted !== true) nowMs += ms;
      return Promise.resolve();
    },
  };
  return clock;
};

const send = async (
  lines: readonly string[],
  {
    respond = () => ({ status: 200 }),
    call = () => null,
    patienceMs = 60_000,
    fromLine = 1,
    stopsAfter = Infinity,
  }: {
    readonly respond?: Respond;
    /** The response to a whole call, by its number; throws where there is none. */
    readonly call?: (n: number) => Response | null;
    readonly patienceMs?: number;
    readonly fromLine?: number;
    readonly stopsAfter?: number;
  } = {},
) => {
  const clock = createSleepClock();
  const sights = new Map<string, number>();
  const calls: string[][] = [];
  const outcomes: Record<string, string> = {};
  const rejects: Reject[] = [];
  const sender = new ReturnSender({
    source: {
      chunks: async function* chunks() {
        for (const line of lines) yield await Promise.resolve(Buffer.from(`${line}\n`));
      },
      stop: () => undefined,
      fractionRead: () => null,
    },
    loyalty: createLoyalty({
      baseUrl: 'https://api.example.com/v1',
      tenantId: 'tenant',
      apiKey: 'sk_live_x',
      fetch: async (_url, { body }) => {
        const { items } = JSON.parse(await new Response(body).text()) as { items: { returnRef: string }[] };
        calls.push(items.map(({ returnRef }) => returnRef));
        if (calls.length >= stopsAfter) sender.stop();
        const whole = call(calls.length);
        if (whole !== null) return whole;
        const results = items.map(({ returnRef }) => {
          const sight = (sights.get(returnRef) ?? 0) + 1;
          sights.set(returnRef, sight);
          const { status, code } = respond(returnRef, sight);
          const flags = { replayed: code === 'replayed', mismatch: code === 'mismatch' };
          return status === 200 ? { status, ...flags } : { status, ...flags, problem: { code } };
        });
        return Response.json({ results });
      },
    }),
    fromLine,
    patienceMs,
    clock,
    onSettled: ({ number }, outcome: ReturnOutcome) => {
      outcomes[number.toString()] =
        'code' in outcome ? `${outcome.outcome} ${outcome.code}` : outcome.outcome;
    },
    onMalformed: (reject) => rejects.push(reject),
  });
  await sender.run();
  return { sender, calls, outcomes, rejects, tookMs: clock.now() };
};

test('each line that is a return is sent once, and has the outcome of its item', async () => {
  const byRef: Readonly<Record<string, ReturnType<Respond>>> = {
    b: { status: 200, code: 'replayed' },
    c: { status: 200, code: 'mismatch' },
    d: { status: 422, code: 'RETURN_EXCEEDS_RECEIPT' },
    e: { status: 409, code: 'TRANSACTION_DUPLICATE' },
  };
  const { outcomes, calls } = await send(
    ['a', 'b', 'c', 'd', 'e'].map((ref) => lineOf(ref)),
    { respond: (ref) => byRef[ref] ?? { status: 200 } },
  );
  expect(outcomes).toEqual({
    1: 'returned',
    2: 'repeated',
    3: 'differing',
    4: 'refused RETURN_EXCEEDS_RECEIPT',
    5: 'refused TRANSACTION_DUPLICATE',
  });
  expect(calls.flat()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test.each([
  ['{', ''],
  [lineOf('a', {}), '/amount'],
  [lineOf('a', { amount: 1, whole: true }), '/amount'],
  [lineOf('a', { whole: false }), '/whole'],
  [lineOf('a', { amount: 1.5 }), '/amount'],
  [lineOf('x'.repeat(256)), '/returnRef'],
  [lineOf('a', { amount: 1, reason: 'x\0' }), '/reason'],
])('the line %s is rejected with its fault, and not sent', async (line, pointer) => {
  const { rejects, calls } = await send([line, lineOf('b')]);
  expect(rejects).toMatchObject([{ line: 1, errors: [{ pointer }], text: line }]);
  expect(calls).toEqual([['b']]);
});

test('▲ a return before its receipt is sent again until the receipt is there, and the others are not (D180)', async () => {
  const { outcomes, calls, tookMs } = await send([lineOf('a'), lineOf('early')], {
    respond: (ref, sight) =>
      ref === 'early' && sight < 4 ? { status: 404, code: 'TRANSACTION_NOT_FOUND' } : { status: 200 },
  });
  expect(outcomes).toEqual({ 1: 'returned', 2: 'returned' });
  expect(calls).toEqual([['a'], ['early'], ['early'], ['early'], ['early']]);
  expect(tookMs).toBeGreaterThan(0);
});

test('what nothing decides for the whole patience is left, with its reason (D180)', async () => {
  const { outcomes, sender, tookMs } = await send([lineOf('a'), lineOf('b'), lineOf('c')], {
    respond: (ref) => {
      if (ref === 'b') return { status: 404, code: 'TRANSACTION_NOT_FOUND' };
      return ref === 'c' ? { status: 503, code: 'PROCESSING_TIMEOUT' } : { status: 200 };
    },
    patienceMs: 20_000,
  });
  expect(outcomes).toEqual({
    1: 'returned',
    2: 'left TRANSACTION_NOT_FOUND',
    3: 'left PROCESSING_TIMEOUT',
  });
  expect(tookMs).toBeGreaterThan(10_000);
  expect(tookMs).toBeLessThanOrEqual(20_000);
  expect(sender.isAtEnd).toBe(true);
});

const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ code, detail: 'No.' }, { status, headers });

test('a call beyond a limit, or without a response, is repeated whole', async () => {
  const { outcomes, calls, tookMs } = await send([lineOf('a'), lineOf('b')], {
    call: (n) => {
      if (n === 1) return refusal(429, 'RATE_LIMITED', { 'Retry-After': '47' });
      if (n === 2) throw new TypeError('fetch failed');
      return null;
    },
  });
  expect([outcomes, calls]).toEqual([{ 1: 'returned', 2: 'returned' }, [['a'], ['a'], ['a'], ['b']]]);
  expect(tookMs).toBeGreaterThanOrEqual(47_000);
});

test('a call that fails is repeated before the next one, and waits for no receipt that is not there yet', async () => {
  const { outcomes, calls } = await send([lineOf('early'), lineOf('a'), lineOf('b')], {
    respond: (ref, sight) => (ref === 'early' && sight < 4 ? { status: 404, code: 'X' } : { status: 200 }),
    call: (n) => (n === 2 ? refusal(503, 'SERVICE_UNAVAILABLE') : null),
  });
  expect(outcomes).toEqual({ 1: 'returned', 2: 'returned', 3: 'returned' });
  expect(calls).toEqual([['early'], ['a'], ['early', 'a'], ['b'], ['early'], ['early']]);
});

test('an API that is unavailable for the whole patience leaves everything, and loses nothing', async () => {
  const { outcomes } = await send([lineOf('a'), lineOf('b')], {
    call: () => refusal(503, 'SERVICE_UNAVAILABLE'),
    patienceMs: 10_000,
  });
  expect(outcomes).toEqual({ 1: 'left SERVICE_UNAVAILABLE', 2: 'left SERVICE_UNAVAILABLE' });
});

test.each([
  ['a key that may not return', refusal(403, 'FORBIDDEN'), '403 FORBIDDEN No'],
  ['an address of something else', new Response('<html>', { status: 404 }), '404 with a body that is not'],
  ['an address that moved', Response.redirect('https://other.example/', 308), 'redirected to https://other'],
])('%s ends the run', async (_what, response, reason) => {
  await expect(send([lineOf('a')], { call: () => response })).rejects.toMatchObject({
    code: 'RETURNS_REFUSED',
    message: expect.stringContaining(reason) as string,
  });
});

test('more than 1,000 of a chunk go in calls of 1,000', async () => {
  const lines = Array.from({ length: 2_500 }, (_, n) => lineOf(`r${n.toString()}`)).join('\n');
  const { calls, sender } = await send([lines]);
  expect(calls.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
  expect([sender.settled, sender.nextLine]).toEqual([2_500, 2_501]);
});

test('a stop ends behind the call that is under way, and says where to go on', async () => {
  const lines = Array.from({ length: 2_500 }, (_, n) => lineOf(`r${n.toString()}`)).join('\n');
  const { calls, sender, outcomes } = await send([lines], { stopsAfter: 2 });
  expect(calls.map(({ length }) => length)).toEqual([1_000, 1_000]);
  expect([sender.isAtEnd, sender.nextLine, Object.keys(outcomes).length]).toEqual([false, 2_001, 2_000]);
});

test('a run that goes on begins with its line, and sends nothing before it', async () => {
  const { calls } = await send([lineOf('a'), lineOf('b'), lineOf('c')], { fromLine: 3 });
  expect(calls).toEqual([['c']]);
});
