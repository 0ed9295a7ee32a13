import { memberKeyOf } from '@loyalty/kernel';
import { LostRace } from '@loyalty/storage';
import type { Message } from '@loyalty/streams';
import type { CountActivity } from '@loyalty/tables/activity';
import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  MemoryCache,
  MemoryConfiguration,
  ScriptedTransaction,
  testEnvironmentId,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { quickClock } from '@loyalty/testkit/runs';
import { createMessageWriter } from '../outbound/engine-ports.ts';
import { createToyHandler, type ToyBody } from '../testing/toy-engine.ts';
import { createEngineBatch } from './create-engine-batch.ts';

const writer = createMessageWriter({ replyId: () => 1, factId: () => 2 });

const startEngine = (
  metrics: Parameters<typeof createEngineBatch>[1]['metrics'] = createMetrics({ service: 'engine-test' }),
  activity?: CountActivity,
) => {
  const configuration = new MemoryConfiguration(testSnapshot());
  const cache = new MemoryCache();
  const handler = createEngineBatch(createToyHandler(configuration), {
    configuration,
    cache,
    writer,
    clock: quickClock(),
    metrics,
    ...(activity && { activity }),
  });
  return { configuration, cache, handler };
};

const toy = (ref: string, given: Partial<ToyBody> = {}): Message<ToyBody> =>
  testMessage({ ref, member: 'customer-1', points: 5, ...given });

let engine: ReturnType<typeof startEngine>;
beforeEach(() => {
  engine = startEngine();
});

/** Fails as an insert whose key another row has. */
const taking = (table: string, key: string) => () => {
  throw Object.assign(new Error('duplicate key'), { code: '23505', table, constraint: `${table}_${key}` });
};

/** Plans and stores as the runtime does, without positions. */
const run = async (batch: readonly Message<ToyBody>[], tx = new ScriptedTransaction()) => {
  const { handler } = engine;
  const plan = await handler.plan(tx, batch);
  await handler.storeShared?.(tx, plan);
  await handler.store(tx, plan);
  return { plan, tx };
};

test('accounts are locked first and versions read last; shared rows are stored before the others, and the version is raised last', async () => {
  const { tx } = await run([
    toy('a', { points: 1_000 }),
    toy('b', { member: 'customer-2', isRefusedWith: 'MEMBER_ERASED' }),
  ]);
  expect(tx.names).toEqual([
    'accounts-lock',
    'toys-read',
    'config-versions',
    'responses-read',
    'toys-plan',
    'toys-shared',
    'members-enrol',
    'transactions-insert',
    'postings-insert',
    'toys-store',
    'failed-requests-insert',
    'config-raise',
  ]);
  expect(engine.configuration.raised).toEqual([testEnvironmentId]);
});

const storedA = {
  environmentId: testEnvironmentId,
  operation: 'evaluate',
  ref: 'a',
  fingerprint: Buffer.alloc(16),
  response: Buffer.from('{"ref":"a"}'),
  atMs: 0,
};

/** Results of a database that has it, stored for this member. */
const storedFor = (member: string) => ({
  'responses-read': () => [storedA],
  'transaction-members-read': () => [
    {
      environmentId: testEnvironmentId,
      operation: 'evaluate',
      ref: 'a',
      memberId: 'm',
      memberKey: memberKeyOf(testSnapshot().secret, member),
    },
  ],
});

test('what was refused is counted after the commit, once for each topic, lane and reason', async () => {
  const counted: unknown[] = [];
  const metrics = { count: (...given: readonly unknown[]) => void counted.push(given) };
  engine = startEngine(metrics);
  engine.cache.putResponses([
    { key: 'a:7:evaluate:a', fingerprint: Buffer.alloc(16), response: Buffer.from('{}') },
  ]);
  const bulk = (message: Message<ToyBody>) => ({ ...message, lane: 'bulk' as const });
  const suspended = { isRefusedWith: 'MEMBER_SUSPENDED' } as const;
  const batch = [
    bulk(toy('a')),
    bulk(toy('b', suspended)),
    bulk(toy('c', suspended)),
    toy('d', suspended),
    toy('e'),
  ];
  const { plan } = await run(batch, new ScriptedTransaction({ 'responses-read': () => [storedA] }));
  expect(counted).toEqual([]);
  engine.handler.committed(plan);
  const labelsOf = (lane: string, reason: string) => ({ topic: batch[0]?.record.topic, lane, reason });
  expect(counted).toEqual([
    ['loyalty_refused_requests_total', labelsOf('bulk', 'TRANSACTION_DUPLICATE'), 1],
    ['loyalty_refused_requests_total', labelsOf('bulk', 'MEMBER_SUSPENDED'), 2],
    ['loyalty_refused_requests_total', labelsOf('interactive', 'MEMBER_SUSPENDED'), 1],
  ]);
});

test('accounts are locked only for requests without a stored response', async () => {
  engine.cache.putResponses([
    { key: 'a:7:evaluate:a', fingerprint: Buffer.alloc(16), response: Buffer.from('{}') },
  ]);
  const { tx, plan } = await run(
    [toy('a', { member: 'customer-9' }), toy('b')],
    new ScriptedTransaction(storedFor('customer-9')),
  );
  expect(tx.valuesOf('accounts-lock')[0]).toHaveLength(1);
  expect(plan.outcomes.map(({ outcome }) => outcome)).toEqual(['repeated', 'processed']);
  expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['b']);
});

test('responses are written to Redis after they are stored, each under its reference', async () => {
  const { plan } = await run([toy('a'), toy('b', { isRefusedWith: 'MEMBER_ERASED' })]);
  expect(engine.cache.responses.size).toBe(0);
  engine.handler.committed(plan);
  expect([...engine.cache.responses.keys()]).toEqual(['a:7:evaluate:a']);
  expect(engine.cache.responses.get('a:7:evaluate:a')?.response.toString()).toBe('{"ref":"a","balance":5}');
});

test('responses of the bulk lane are kept as streamed ones, those of tills are not', async () => {
  const streamed = { ...toy('b'), lane: 'bulk' as const };
  const { plan } = await run([toy('a'), streamed]);
  engine.handler.committed(plan);
  expect([...engine.cache.responses.keys()]).toEqual(['a:7:evaluate:a', 'a:7:evaluate:b']);
  expect([...engine.cache.streamed]).toEqual(['a:7:evaluate:b']);
});

test('a batch with a reference that Postgres knows runs again, and reads stored responses first', async () => {
  const taken = new ScriptedTransaction({ 'transactions-insert': taking('transactions_07', 'pkey') });
  await expect(run([toy('a')], taken)).rejects.toBeInstanceOf(LostRace);
  const { tx, plan } = await run([toy('a')], new ScriptedTransaction(storedFor('customer-1')));
  expect(tx.names.slice(0, 2)).toEqual(['responses-read', 'transaction-members-read']);
  expect(plan.outcomes).toMatchObject([{ outcome: 'repeated', mismatch: true }]);
  expect(tx.names).not.toContain('transactions-insert');
});

test.each(['pkey', 'environment_id_member_key_key'])(
  'a batch with a member whom another engine has enrolled meanwhile (%s) runs again, and reads stored responses first',
  async (key) => {
    const taken = new ScriptedTransaction({ 'members-enrol': taking('members', key) });
    await expect(run([toy('a')], taken)).rejects.toBeInstanceOf(LostRace);
    const { tx } = await run([toy('a')]);
    expect(tx.names[0]).toBe('responses-read');
  },
);

test.each([
  ['transactions-insert', 'transactions_07', 'by_another_key'],
  ['members-enrol', 'member_profiles', 'pkey'],
  ['postings-insert', 'ledger_entries_07', 'pkey'],
])('a key that no other engine may take first is a failure of %s, not a lost race', async (name, ...key) => {
  const failing = run([toy('a')], new ScriptedTransaction({ [name]: taking(...key) }));
  await expect(failing).rejects.toMatchObject({ code: '23505' });
});

test('a database failure is not a lost race', async () => {
  const failing = new ScriptedTransaction({
    'postings-insert': () => {
      throw new Error('away');
    },
  });
  await expect(run([toy('a')], failing)).rejects.toThrow('away');
});

test('a request that cannot be decided is given up, and the rest of its batch is stored', async () => {
  const { tx, plan } = await run([toy('a'), toy('poison', { breaksWhile: 'deciding' }), toy('b')]);
  expect(plan.requests.transactions.map(({ ref }) => ref)).toEqual(['a', 'b']);
  const { rejected } = engine.handler.effectsOf(plan);
  expect(rejected.map(({ rejection }) => rejection.reason)).toEqual(['PROCESSING_FAILED']);
  await engine.handler.giveUp?.(tx, plan.rejected);
  expect(tx.valuesOf('failed-requests-insert')[2]).toEqual(['poison']);
});

describe('the reference of another member (D123)', () => {
  const knownToRedis = () => {
    engine.cache.putResponses([{ key: 'a:7:evaluate:a', ...storedA }]);
  };
  const refusalOf = ({ plan }: Awaited<ReturnType<typeof run>>) => ({
    outcomes: plan.outcomes,
    failed: plan.requests.failed.map(({ ref, code, context }) => [ref, code, context]),
    locked: plan.accounts.enrolled.length,
  });
  const refused = {
    outcomes: [{ outcome: 'refused', code: 'TRANSACTION_DUPLICATE', context: {} }],
    failed: [['a', 'TRANSACTION_DUPLICATE', {}]],
    locked: 0,
  };

  it('that Redis knows is refused, and nothing is written of it but the refusal', async () => {
    knownToRedis();
    const made = await run([toy('a')], new ScriptedTransaction(storedFor('customer-2')));
    expect(refusalOf(made)).toMatchObject(refused);
    expect(made.tx.names).not.toContain('transactions-insert');
    const { replies, facts } = engine.handler.effectsOf(made.plan);
    expect([replies, facts]).toEqual([[], []]);
  });

  it('that Postgres alone knows is refused when the batch runs again', async () => {
    const taken = new ScriptedTransaction({ 'transactions-insert': taking('transactions_07', 'pkey') });
    await expect(run([toy('a')], taken)).rejects.toBeInstanceOf(LostRace);
    expect(refusalOf(await run([toy('a')], new ScriptedTransaction(storedFor('customer-2'))))).toMatchObject(
      refused,
    );
  });

  it('is refused as such when the request would be refused anyway', async () => {
    const suspended = toy('a', { isRefusedWith: 'MEMBER_SUSPENDED' });
    expect(refusalOf(await run([suspended], new ScriptedTransaction(storedFor('customer-2'))))).toMatchObject(
      refused,
    );
    expect(
      (await run([suspended], new ScriptedTransaction(storedFor('customer-1')))).plan.outcomes,
    ).toMatchObject([{ outcome: 'repeated', mismatch: true }]);
  });

  it('is looked up once', async () => {
    knownToRedis();
    const { tx } = await run([toy('a')], new ScriptedTransaction(storedFor('customer-2')));
    expect(tx.names.filter((name) => name === 'responses-read')).toHaveLength(1);
  });

  it('is refused, too, when its transaction names nobody who is known', async () => {
    knownToRedis();
    const unknown = new ScriptedTransaction({ 'responses-read': () => [storedA] });
    expect(refusalOf(await run([toy('a')], unknown))).toMatchObject(refused);
  });
});

test('▲ what is processed is counted after its commit alone; repeats and refusals count nothing (D203)', async () => {
  const totals = { pointsEarned: 0, spendCents: 0 } as ReturnType<CountActivity['totalsOf']>;
  let asked = 0;
  const totalsOf = () => {
    asked += 1;
    return totals;
  };
  engine = startEngine(undefined, { totalsOf, campaignOf: totalsOf });
  engine.cache.putResponses([
    { key: 'a:7:evaluate:a', fingerprint: Buffer.alloc(16), response: Buffer.from('{}') },
  ]);
  const batch = [
    toy('a'),
    toy('b', { isRefusedWith: 'MEMBER_SUSPENDED' }),
    toy('c'),
    toy('d', { points: 7 }),
  ];
  const { plan } = await run(batch, new ScriptedTransaction({ 'responses-read': () => [storedA] }));
  // Rolled back: the runtime plans it again, and calls nothing.
  expect(asked).toBe(0);
  engine.handler.committed(plan);
  expect([asked, totals.pointsEarned]).toEqual([2, 12]);
});
