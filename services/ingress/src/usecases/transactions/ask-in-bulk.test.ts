import { type EvaluateRequest, evaluateRequestCodec, fingerprintOf, type Reply } from '@loyalty/contracts';
import { type BurnRequest, burnRequestCodec } from '@loyalty/contracts/burning';
import { evaluateRequest, returnRequest } from '@loyalty/contracts/testing';
import { type EnvironmentId, Fault, type MemberId, memberKeyOf, systemClock } from '@loyalty/kernel';
import type { ReturnRequest } from '@loyalty/rules/requests';
import { createResponsesInMemory } from '../../testing/responses-in-memory.ts';
import type { BulkEngine, EngineReply, OutgoingRequest } from '../engines/ask-engine.ts';
import {
  type BulkEvaluateCall,
  type BulkResult,
  createBulkEvaluate,
  createBulkReturn,
  mapInTurns,
} from './ask-in-bulk.ts';
import { createQuoteReturn, createReturnPurchase } from './return-purchase.ts';

const receipt = (transactionRef: string, given: Partial<EvaluateRequest> = {}): EvaluateRequest =>
  evaluateRequest({ transactionRef, memberRef: 'customer-42', ...given });

const encode = (request: EvaluateRequest): Buffer => evaluateRequestCodec.encode(request, 1);
const keptFor = (request: EvaluateRequest) => ({
  fingerprint: fingerprintOf(encode(request)),
  response: Buffer.from(`{"kept":"${request.transactionRef}"}`),
  atMs: Date.now() + 60_000,
});

const callOf = (requests: readonly EvaluateRequest[], isAsync = false): BulkEvaluateCall => ({
  environmentId: 3 as EnvironmentId,
  secret: Buffer.alloc(32, 7),
  currency: 'ZAR',
  traceparent: 'trace',
  author: Buffer.from('pann'),
  requests,
  isAsync,
});

const refIn = ({ message }: OutgoingRequest): string =>
  evaluateRequestCodec.decode(message.subarray(5)).transactionRef;

const reply = (given: Partial<Reply>): EngineReply => ({
  outcome: 'replied',
  reply: { code: null, replayed: false, mismatch: false, body: null, ...given },
});

const answering = (engineRequest: OutgoingRequest): EngineReply =>
  reply({ body: Buffer.from(`{"ref":"${refIn(engineRequest)}"}`) });

/** An engine with set replies, and a record of its requests. */
const engineThat = (replies: (engineRequest: OutgoingRequest) => EngineReply) => {
  const responses = createResponsesInMemory();
  const asked: string[][] = [];
  const submitted: string[][] = [];
  const engine: BulkEngine<EvaluateRequest> = {
    encode,
    ask: (engineRequests) => {
      asked.push(engineRequests.map(refIn));
      return Promise.resolve(engineRequests.map(replies));
    },
    submit: (engineRequests) => {
      submitted.push(engineRequests.map(refIn));
      return Promise.resolve();
    },
  };
  return { responses, asked, submitted, bulk: createBulkEvaluate({ engine, responses, clock: systemClock }) };
};

const summary = (results: readonly BulkResult[]): unknown[] =>
  results.map(({ outcome, isAtOdds }) => {
    const text = outcome.outcome === 'answered' ? outcome.body.toString() : outcome.outcome;
    const isReplayed = outcome.outcome === 'answered' && outcome.isReplayed;
    return [text, ...(isReplayed ? ['replayed'] : []), ...(isAtOdds ? ['at odds'] : [])].join(' ');
  });

/** Returns what `summary` does, with the codes of refusals. */
const codes = (results: readonly BulkResult[]): unknown[] =>
  results.map((result, at) =>
    result.outcome.outcome === 'refused'
      ? `${result.outcome.code}${result.isAtOdds ? ' at odds' : ''}`
      : summary(results)[at],
  );

const memberOf = (memberRef: string) => ({
  memberId: `id of ${memberRef}` as MemberId,
  memberKey: memberKeyOf(Buffer.alloc(32, 7), memberRef),
});

describe('a bulk evaluate', () => {
  it('sends its receipts at once and in order, and has one result each in their order', async () => {
    const { bulk, asked, responses } = engineThat(answering);
    const results = await bulk(callOf(['a', 'b', 'c'].map((ref) => receipt(ref))));
    expect(summary(results)).toEqual(['{"ref":"a"}', '{"ref":"b"}', '{"ref":"c"}']);
    expect(asked).toEqual([['a', 'b', 'c']]);
    expect(responses.asked).toEqual(['recent']);
  });

  it('▲ that is traced has ten traced items, however many it has (D140)', async () => {
    const sent: string[] = [];
    const { bulk } = engineThat((engineRequest) => {
      sent.push(engineRequest.traceparent);
      return answering(engineRequest);
    });
    const ids = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;
    const requests = Array.from({ length: 12 }, (_, at) => receipt(`r${at.toString()}`));
    await bulk({ ...callOf(requests), traceparent: `${ids}-01` });
    expect(sent).toEqual([...Array<string>(10).fill(`${ids}-01`), `${ids}-00`, `${ids}-00`]);
  });

  it('sends a reference once; what comes later in the call has its answer, at odds where the body differs', async () => {
    const { bulk, asked } = engineThat(answering);
    const again = [receipt('a'), receipt('b'), receipt('a'), receipt('a', { amountCents: 1 })];
    const [first, , ...repeats] = summary(await bulk(callOf(again)));
    expect(first).toBe('{"ref":"a"}');
    expect(repeats).toEqual(['{"ref":"a"} replayed', '{"ref":"a"} replayed at odds']);
    expect(asked).toEqual([['a', 'b']]);
  });

  it.each<[string, Reply['code'], boolean, string[]]>([
    ['decided', null, false, ['{"ref":"a"}', 'TRANSACTION_DUPLICATE', '{"ref":"a"} replayed at odds']],
    [
      'refused',
      'MEMBER_SUSPENDED',
      false,
      ['MEMBER_SUSPENDED', 'TRANSACTION_DUPLICATE', 'MEMBER_SUSPENDED at odds'],
    ],
    ['accepted', null, true, ['accepted', 'TRANSACTION_DUPLICATE', 'accepted at odds']],
  ])(
    'refuses to another member what came earlier in the call and was %s, and shows nothing of it (D123)',
    async (_, code, isAsync, expected) => {
      const { bulk, responses } = engineThat((sent) => (code === null ? answering(sent) : reply({ code })));
      const items = [receipt('a'), receipt('a', { memberRef: 'another' }), receipt('a', { amountCents: 1 })];
      expect(codes(await bulk(callOf(items, isAsync)))).toEqual(expected);
      expect(responses.asked).not.toContain('members');
    },
  );

  it.each<[Reply['code'], string]>([
    [null, '{"ref":"a"} replayed at odds'],
    ['REFERENCE_BLOCKED', 'REFERENCE_BLOCKED at odds'],
  ])('repeats %s to other cards of the member of an earlier item (D123, D345)', async (code, expected) => {
    const { bulk, responses, asked } = engineThat((sent) =>
      code === null ? answering(sent) : reply({ code }),
    );
    for (const card of ['card', 'phone'])
      responses.endByKey.set(memberOf(card).memberKey.toString('hex'), memberOf('app').memberKey);
    const items = ['card', 'app', 'phone', 'another'].map((memberRef) => receipt('a', { memberRef }));
    const [, ...later] = codes(await bulk(callOf(items)));
    expect(later).toEqual([expected, expected, 'TRANSACTION_DUPLICATE']);
    expect([asked, responses.asked]).toEqual([[['a']], ['recent', 'ends']]);
  });

  it('leaves undecided for another member what was undecided for the first', async () => {
    const { bulk } = engineThat(() => ({ outcome: 'timeout' }));
    const items = [receipt('a'), receipt('a', { memberRef: 'another' })];
    expect(codes(await bulk(callOf(items)))).toEqual(['undecided', 'undecided']);
  });

  it('keeps a reference for its member, in any order of the items (D123)', async () => {
    for (const says of [{ outcome: 'timeout' } as const, reply({ code: 'TRANSACTION_DUPLICATE' })]) {
      const { bulk, responses } = engineThat(() => says);
      const own = receipt('a', { memberRef: 'another' });
      responses.storedByRef.set('evaluate a', keptFor(own));
      responses.membersByRef.set('evaluate a', memberOf('another'));
      const items = [receipt('a'), own, { ...own, amountCents: 1 }, receipt('a', { memberRef: 'third' })];
      expect(codes(await bulk(callOf(items)))).toEqual([
        'TRANSACTION_DUPLICATE',
        '{"kept":"a"} replayed',
        '{"kept":"a"} replayed',
        'TRANSACTION_DUPLICATE',
      ]);
    }
  });

  it('reads the members of known references with other bodies once, and shows strangers nothing (D123)', async () => {
    const { bulk, responses } = engineThat(answering);
    for (const ref of ['a', 'b', 'c']) {
      responses.recentByRef.set(`evaluate ${ref}`, keptFor(receipt(ref)));
      responses.membersByRef.set(`evaluate ${ref}`, memberOf('customer-42'));
    }
    const items = [
      receipt('a', { memberRef: 'another' }),
      receipt('b', { amountCents: 1 }),
      receipt('c'),
      receipt('d'),
    ];
    expect(codes(await bulk(callOf(items)))).toEqual([
      'TRANSACTION_DUPLICATE',
      '{"kept":"b"} replayed',
      '{"kept":"c"} replayed',
      '{"ref":"d"}',
    ]);
    expect(responses.asked).toEqual(['recent', 'members', 'ends']);
  });

  it('repeats a refusal to what comes later with its reference, and does not call it a replay', async () => {
    const { bulk } = engineThat(() => reply({ code: 'MEMBER_SUSPENDED' }));
    expect(summary(await bulk(callOf([receipt('a'), receipt('a')])))).toEqual(['refused', 'refused']);
  });

  it('returns known responses without the engine (D15)', async () => {
    const { bulk, asked, responses } = engineThat(answering);
    responses.recentByRef.set('evaluate b', keptFor(receipt('b')));
    const results = await bulk(callOf([receipt('a'), receipt('b')]));
    expect(summary(results)).toEqual(['{"ref":"a"}', '{"kept":"b"} replayed']);
    expect(asked).toEqual([['a']]);
    expect(summary(await bulk(callOf([receipt('b')])))).toEqual(['{"kept":"b"} replayed']);
    expect(asked).toHaveLength(1);
  });

  it('looks once for what has no reply by the deadline, and leaves the rest undecided', async () => {
    const { bulk, responses } = engineThat((engineRequest) =>
      refIn(engineRequest) === 'a' ? answering(engineRequest) : { outcome: 'timeout' },
    );
    responses.storedByRef.set('evaluate b', keptFor(receipt('b')));
    const results = await bulk(callOf([receipt('a'), receipt('b'), receipt('c')]));
    expect(summary(results)).toEqual(['{"ref":"a"}', '{"kept":"b"}', 'undecided']);
    expect(responses.asked).toEqual(['recent', 'stored']);
  });

  it('calls what it finds late a repeat when its record is older than the call (D15)', async () => {
    const { bulk, responses } = engineThat(() => ({ outcome: 'timeout' }));
    responses.storedByRef.set('evaluate a', keptFor(receipt('a')));
    responses.storedByRef.set('evaluate b', { ...keptFor(receipt('b')), atMs: Date.now() - 60_000 });
    const results = await bulk(callOf([receipt('a'), receipt('b')]));
    expect(summary(results)).toEqual(['{"kept":"a"}', '{"kept":"b"} replayed']);
  });

  it('refuses a receipt that would have been too large alone, and sends the others (D10)', async () => {
    const { bulk, asked } = engineThat(answering);
    const line = {
      quantity: 1,
      unitPriceCents: 1,
      categories: Array<string>(50).fill('x'.repeat(255)),
      sku: 's',
    };
    const large = receipt('a', { products: Array<typeof line>(30).fill(line) });
    expect(summary(await bulk(callOf([large, receipt('a')])))).toEqual(['too-large', '{"ref":"a"}']);
    expect(asked).toEqual([['a']]);
  });

  it('that nobody waits for is accepted, but for what is decided already', async () => {
    const { bulk, asked, submitted, responses } = engineThat(answering);
    responses.storedByRef.set('evaluate b', keptFor(receipt('b')));
    const results = await bulk(callOf([receipt('a'), receipt('b'), receipt('c')], true));
    expect(summary(results)).toEqual(['accepted', '{"kept":"b"} replayed', 'accepted']);
    expect([asked, submitted]).toEqual([[], [['a', 'c']]]);
  });

  it('throws what the way to the engine throws', async () => {
    const { responses } = engineThat(answering);
    const away = new Fault('OVERLOADED', 'too many', { retry: true });
    const engine: BulkEngine<EvaluateRequest> = {
      encode,
      ask: () => Promise.reject(away),
      submit: () => Promise.reject(away),
    };
    const bulk = createBulkEvaluate({ engine, responses, clock: systemClock });
    await expect(bulk(callOf([receipt('a')]))).rejects.toBe(away);
  });
});

describe('a bulk return', () => {
  const order = (ref: string, given: Partial<ReturnRequest> = {}): ReturnRequest =>
    returnRequest({ ref, ...given });
  const encodeBurn = (request: BurnRequest): Buffer => burnRequestCodec.encode(request, 1);
  const orderIn = ({ message }: OutgoingRequest) => burnRequestCodec.decode(message.subarray(5));

  const waysOver = (replies: (engineRequest: OutgoingRequest) => EngineReply) => {
    const responses = createResponsesInMemory();
    responses.membersByRef.set('evaluate receipt-1', memberOf('customer-42'));
    responses.membersByRef.set('evaluate receipt-2', memberOf('another'));
    const asked: string[][] = [];
    const submitted: string[][] = [];
    const bulkEngine: BulkEngine<BurnRequest> = {
      encode: encodeBurn,
      ask: (engineRequests) => {
        asked.push(engineRequests.map((each) => orderIn(each).ref));
        return Promise.resolve(engineRequests.map(replies));
      },
      submit: (engineRequests) => {
        submitted.push(engineRequests.map((each) => orderIn(each).ref));
        return Promise.resolve();
      },
    };
    const clock = systemClock;
    const bulk = createBulkReturn({ engine: bulkEngine, responses, clock });
    const engine = { encode: encodeBurn, ask: (each: OutgoingRequest) => Promise.resolve(replies(each)) };
    const one = createReturnPurchase({ engine, bulkEngine, responses, clock });
    const call = { environmentId: 3 as EnvironmentId, traceparent: 'trace', author: Buffer.from('pann') };
    return {
      responses,
      asked,
      submitted,
      bulk: (orders: readonly ReturnRequest[], isAsync = false, named: readonly (Buffer | null)[] = []) =>
        bulk({
          ...call,
          orders: orders.map((each, at) => ({
            order: each,
            storeRef: `at ${each.ref}`,
            namedKey: named[at] ?? null,
          })),
          isAsync,
        }),
      one: (isAsync: boolean, namedKey: Buffer | null = null) =>
        one({ ...call, order: order('a'), storeRef: 'at a', isAsync, namedKey }),
    };
  };
  const decided = (engineRequest: OutgoingRequest): EngineReply =>
    reply({ body: Buffer.from(`{"ref":"${orderIn(engineRequest).ref}"}`) });

  it('finds the members of 1,000 receipts in one statement, and names each by key (D179)', async () => {
    const keys = new Set<string>();
    const { bulk, responses, asked } = waysOver((each) => {
      keys.add(
        `${orderIn(each).transactionRef} ${orderIn(each).memberKey.equals(each.memberKey).toString()}`,
      );
      return decided(each);
    });
    const orders = Array.from({ length: 1_000 }, (_, n) =>
      order(`r${n.toString()}`, { transactionRef: n % 2 === 0 ? 'receipt-1' : 'receipt-2' }),
    );
    const results = await bulk(orders);
    expect(results.map(({ outcome }) => outcome.outcome)).toEqual(orders.map(() => 'answered'));
    expect(responses.asked).toEqual(['members', 'recent']);
    expect(asked.map(({ length }) => length)).toEqual([1_000]);
    expect(keys).toEqual(new Set(['receipt-1 true', 'receipt-2 true']));
  });

  it('refuses what has no receipt yet alone, and leaves its reference to another item (D179)', async () => {
    const { bulk, asked } = waysOver(decided);
    const unknown = order('a', { transactionRef: 'not-yet' });
    expect(codes(await bulk([unknown, order('a'), order('b'), unknown]))).toEqual([
      'TRANSACTION_NOT_FOUND',
      '{"ref":"a"}',
      '{"ref":"b"}',
      'TRANSACTION_NOT_FOUND',
    ]);
    expect(asked).toEqual([['a', 'b']]);
  });

  it('refuses alone what names another member than its receipt has, and leaves its reference to another item (D313)', async () => {
    const { bulk, asked } = waysOver(decided);
    const named = ['another', 'customer-42', null].map((ref) =>
      ref === null ? null : memberOf(ref).memberKey,
    );
    expect(codes(await bulk([order('a'), order('a'), order('b')], false, named))).toEqual([
      'MEMBER_MISMATCH',
      '{"ref":"a"}',
      '{"ref":"b"}',
    ]);
    expect(asked).toEqual([['a', 'b']]);
  });

  it('one by itself that names another member asks no engine either', async () => {
    const { one, submitted } = waysOver(decided);
    const [other, own] = [memberOf('another'), memberOf('customer-42')];
    expect(await one(true, other.memberKey)).toMatchObject({ code: 'MEMBER_MISMATCH' });
    expect(submitted).toEqual([]);
    expect(await one(true, own.memberKey)).toEqual({ outcome: 'accepted' });
  });

  it('a quote says the same', async () => {
    const { responses } = waysOver(decided);
    const preview = () => Promise.resolve(null);
    const quote = createQuoteReturn({ preview, clock: systemClock, responses });
    const call = { environmentId: 3 as EnvironmentId, order: order('a') };
    const codeOf = async (namedKey: Buffer | null) =>
      (await quote({ ...call, namedKey })) as { code?: string };
    expect(await codeOf(memberOf('another').memberKey)).toMatchObject({ code: 'MEMBER_MISMATCH' });
    for (const key of [memberOf('customer-42').memberKey, null])
      expect(await codeOf(key)).toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
  });

  it('of unknown receipts alone asks no engine', async () => {
    const { bulk, asked, submitted } = waysOver(decided);
    const unknown = order('a', { transactionRef: 'not-yet' });
    expect(codes(await bulk([unknown]))).toEqual(['TRANSACTION_NOT_FOUND']);
    expect(codes(await bulk([unknown], true))).toEqual(['TRANSACTION_NOT_FOUND']);
    expect([asked, submitted]).toEqual([[], []]);
  });

  it('refuses the reference of an earlier item for another member’s receipt (D123)', async () => {
    const { bulk } = waysOver(decided);
    const orders = [order('a'), order('a', { transactionRef: 'receipt-2' }), order('a', { amountCents: 1 })];
    expect(codes(await bulk(orders))).toEqual([
      '{"ref":"a"}',
      'TRANSACTION_DUPLICATE',
      '{"ref":"a"} replayed at odds',
    ]);
  });

  it('gives each refusal of the engine to its item', async () => {
    const { bulk } = waysOver((each) =>
      orderIn(each).ref === 'a' ? reply({ code: 'RETURN_EXCEEDS_RECEIPT' }) : decided(each),
    );
    expect(codes(await bulk([order('a'), order('b')]))).toEqual(['RETURN_EXCEEDS_RECEIPT', '{"ref":"b"}']);
  });

  it.each([
    [true, [['a']]],
    [false, []],
  ])('a single return that nobody waits for stands behind tills: %s (D179)', async (isAsync, expected) => {
    const { one, asked, submitted } = waysOver(decided);
    expect((await one(isAsync)).outcome).toBe(isAsync ? 'accepted' : 'answered');
    expect([asked, submitted]).toEqual([[], expected]);
  });
});

/**
 * Maps items of which each takes so long. Returns the results, and how many items were done at each turn of
 * another caller.
 */
const mapBeside = async (count: number, itemMs: number) => {
  let nowMs = 0;
  let done = 0;
  const seen: number[] = [];
  const other = (): void => {
    seen.push(done);
    if (done < count) setImmediate(other);
  };
  setImmediate(other);
  const work = (n: number): string => {
    nowMs += itemMs;
    done += 1;
    return n.toString();
  };
  const results = await mapInTurns(
    Array.from({ length: count }, (_, n) => n),
    work,
    () => nowMs,
  );
  await new Promise((resolve) => setImmediate(resolve));
  return { results, seen };
};

test('results come in the order of the items', async () => {
  expect((await mapBeside(5, 3)).results).toEqual(['0', '1', '2', '3', '4']);
});

test('▲ a call of large items lets other callers in after every few of them', async () => {
  const { seen } = await mapBeside(10, 3);
  expect(seen).toEqual([2, 4, 6, 8, 10]);
});

test('a call of small items takes one turn', async () => {
  expect((await mapBeside(1_000, 0.004)).seen).toEqual([1_000]);
});
