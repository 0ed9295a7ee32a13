import type { Clock } from '@loyalty/kernel';
import type { ApiResponse } from '../api-client.ts';
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
    /** The response to a whole call, by its number. */
    readonly call?: (n: number) => Partial<ApiResponse> | null;
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
  const usual = { status: 200, retryAfterS: null, body: '', isReplayed: false, isMismatched: false };
  const sender = new ReturnSender({
    source: {
      chunks: async function* chunks() {
        for (const line of lines) yield await Promise.resolve(Buffer.from(`${line}\n`));
      },
      stop: () => undefined,
      fractionRead: () => null,
    },
    client: {
      post: (body) => {
        const { items } = JSON.parse(body.toString()) as { items: { returnRef: string }[] };
        calls.push(items.map(({ returnRef }) => returnRef));
        if (calls.length >= stopsAfter) sender.stop();
        const whole = call(calls.length);
        if (whole !== null) return Promise.resolve({ ...usual, ...whole });
        const results = items.map(({ returnRef }) => {
          const sight = (sights.get(returnRef) ?? 0) + 1;
          sights.set(returnRef, sight);
          const { status, code } = respond(returnRef, sight);
          const flags = { replayed: code === 'replayed', mismatch: code === 'mismatch' };
          return status === 200 ? { status, ...flags } : { status, ...flags, problem: { code } };
        });
        return Promise.resolve({ ...usual, body: JSON.stringify({ results }) });
      },
    },
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

test('a return before its receipt is sent again until the receipt is there, and the others are not (D180)', async () => {
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

test('a call beyond a limit, or without a response, is repeated whole', async () => {
  const { outcomes, calls, tookMs } = await send([lineOf('a')], {
    call: (n) => {
      if (n === 1) return { status: 429, retryAfterS: 7, body: '{"code":"RATE_LIMITED"}' };
      return n === 2 ? { status: 0, body: 'ECONNREFUSED' } : null;
    },
  });
  expect([outcomes, calls.length]).toEqual([{ 1: 'returned' }, 3]);
  expect(tookMs).toBeGreaterThanOrEqual(7_000);
});

test('an API that is away for the whole patience leaves everything, and loses nothing', async () => {
  const { outcomes } = await send([lineOf('a'), lineOf('b')], {
    call: () => ({ status: 503, body: '{"code":"SERVICE_UNAVAILABLE"}' }),
    patienceMs: 10_000,
  });
  expect(Object.keys(outcomes)).toEqual(['1', '2']);
  expect(new Set(Object.values(outcomes))).toEqual(new Set(['left 503 SERVICE_UNAVAILABLE']));
});

test('a key that may not return ends the run', async () => {
  const call = () => ({ status: 403, body: '{"code":"FORBIDDEN","detail":"No."}' });
  await expect(send([lineOf('a')], { call })).rejects.toMatchObject({ code: 'RETURNS_REFUSED' });
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
