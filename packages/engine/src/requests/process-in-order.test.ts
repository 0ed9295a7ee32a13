import { BrokenInvariant, memberKeyOf } from '@loyalty/kernel';
import type { StoredResponse } from '@loyalty/storage/redis';
import { type Message, MessageFailure } from '@loyalty/streams';
import { MemoryConfiguration, ScriptedTransaction, testMessage, testSnapshot } from '@loyalty/testkit/engine';
import { createToyHandler, type ToyBody } from '../testing/toy-engine.ts';
import { processInOrder } from './process-in-order.ts';
import { readRequests } from './read-requests.ts';
import type { MemberResponse } from './stored-responses.ts';

const configuration = new MemoryConfiguration(testSnapshot());
const handler = createToyHandler(configuration);
const nothingKnown = { cached: [], published: new Map<string, StoredResponse>() };
const toy = (ref: string, given: Partial<ToyBody> = {}): ToyBody => ({
  ref,
  member: 'customer-1',
  points: 5,
  ...given,
});

/** Decides these bodies as one batch; `stored` has responses by reference. */
const decide = async (
  bodies: readonly (ToyBody | Message<ToyBody>)[],
  stored: Readonly<Record<string, MemberResponse>> = {},
) => {
  const batch = bodies.map((body) => ('value' in body ? body : testMessage(body)));
  const { requests } = await readRequests(configuration, handler.reader, batch);
  const responses = new Map(Object.entries(stored).map(([ref, one]) => [`a:7:evaluate:${ref}`, one]));
  const fresh = requests.filter(({ responseKey }) => !responses.has(responseKey));
  const state = await handler.loadState(new ScriptedTransaction(), fresh, nothingKnown);
  const decided = processInOrder(handler, { requests, state, responses });
  return { ...decided, state };
};

const keyOf = (member: string): Buffer => memberKeyOf(testSnapshot().secret, member);

const balances = ({ state }: Awaited<ReturnType<typeof decide>>) =>
  state.accounts.writes().enrolled.map(({ account }) => account.pointsBalance);

test('each request is decided on the account that the one before it left', async () => {
  const decided = await decide([toy('a'), toy('b'), toy('c', { member: 'customer-2' })]);
  expect(decided.outcomes).toMatchObject([
    { outcome: 'processed', result: { balance: 5 }, ledgerSeq: 1 },
    { outcome: 'processed', result: { balance: 10 }, ledgerSeq: 2 },
    { outcome: 'processed', result: { balance: 5 }, ledgerSeq: 1 },
  ]);
  expect(balances(decided)).toEqual([10, 5]);
});

test('a request that moves no points has no place in the ledger', async () => {
  const { outcomes } = await decide([toy('a'), toy('b', { points: 0 })]);
  expect(outcomes).toMatchObject([{ ledgerSeq: 1 }, { ledgerSeq: null }]);
});

test('a repeat within the batch gets the first one’s response, and changes nothing', async () => {
  const decided = await decide([toy('a'), toy('a', { points: 90 })]);
  const [first, second] = decided.outcomes;
  expect(second).toMatchObject({
    outcome: 'repeated',
    response: first?.outcome === 'processed' && first.response,
  });
  expect(balances(decided)).toEqual([5]);
});

test('a stored response wins over everything, and is a mismatch when the body differs', async () => {
  const response = Buffer.from('{"ref":"a"}');
  const [first] = (await readRequests(configuration, handler.reader, [testMessage(toy('a'))])).requests;
  const memberKey = keyOf('customer-1');
  const same = { fingerprint: first?.fingerprint ?? Buffer.alloc(0), response, memberKey };
  const another = { fingerprint: Buffer.alloc(16, 1), response, memberKey };
  const decided = await decide([toy('a', { breaksWhile: 'deciding' }), toy('b')], { a: same, b: another });
  expect(decided.outcomes).toMatchObject([
    { outcome: 'repeated', response, mismatch: false },
    { outcome: 'repeated', response, mismatch: true },
  ]);
  expect(balances(decided)).toEqual([]);
});

/** A body with bytes of its own; those of the toys are equal. */
const written = (body: ToyBody): Message<ToyBody> =>
  testMessage(body, { value: Buffer.from(`\0\0\0\0\u0001${JSON.stringify(body)}`) });

test('a reference of another member is refused, before and within the batch, and shows nothing of them (D123)', async () => {
  const response = Buffer.from('{"ref":"a","balance":77}');
  const stored = { fingerprint: Buffer.alloc(16, 1), response, memberKey: keyOf('customer-1') };
  const strange = toy('a', { member: 'customer-2', breaksWhile: 'deciding' });
  const decided = await decide(
    [strange, toy('b'), toy('b', { member: 'customer-2', points: 5 }), toy('b', { points: 6 })].map(written),
    { a: stored },
  );
  const refused = { outcome: 'refused', code: 'TRANSACTION_DUPLICATE', context: {}, isKept: true };
  expect(decided.outcomes).toMatchObject([
    refused,
    { outcome: 'processed', result: { balance: 5 } },
    refused,
    { outcome: 'repeated', mismatch: true },
  ]);
  expect(decided.outcomes.filter(({ outcome }) => outcome === 'refused')).not.toContainEqual(
    expect.objectContaining({ response: expect.anything() as unknown }),
  );
  expect(balances(decided)).toEqual([5]);
});

test('a refusal consumes no reference: the batch decides the same reference again', async () => {
  const decided = await decide([
    toy('a', { isRefusedWith: 'POINTS_OVERFLOW' }),
    toy('a'),
    toy('b', { isSkipped: true }),
  ]);
  expect(decided.outcomes).toMatchObject([
    { outcome: 'refused', code: 'POINTS_OVERFLOW' },
    { outcome: 'processed', result: { balance: 5 } },
    { outcome: 'skipped', reason: 'NOWHERE' },
  ]);
  expect(balances(decided)).toEqual([5]);
});

test.each(['deciding', 'noting'] as const)(
  'a request that throws while %s is rejected alone: the others are decided as if it did not exist',
  async (breaksWhile) => {
    const decided = await decide([toy('a'), toy('poison', { points: 70, breaksWhile }), toy('b')]);
    expect(decided.outcomes).toMatchObject([
      { outcome: 'processed', request: { ref: 'a' }, result: { balance: 5 } },
      { outcome: 'processed', request: { ref: 'b' }, result: { balance: 10 } },
    ]);
    expect(decided.rejected).toMatchObject([
      { value: { ref: 'poison' }, rejection: { reason: 'PROCESSING_FAILED' } },
    ]);
    expect(decided.state.applied).toEqual(['a', 'b']);
    expect(balances(decided)).toEqual([10]);
  },
);

test('a rejection names the kind of error, and never quotes an error of foreign code', async () => {
  const { rejected } = await decide([toy('customer-42-receipt', { breaksWhile: 'deciding' })]);
  expect(rejected[0]?.rejection.detail).toContain('TypeError');
  expect(rejected[0]?.rejection.detail).not.toContain('customer-42');
});

test('a broken invariant rejects its request with the text of the invariant', async () => {
  const decideOne = () => {
    throw new BrokenInvariant('a balance is never below zero');
  };
  const { requests } = await readRequests(configuration, handler.reader, [testMessage(toy('a'))]);
  const state = await handler.loadState(new ScriptedTransaction(), requests, nothingKnown);
  const { rejected } = processInOrder(
    { ...handler, decide: decideOne },
    { requests, state, responses: new Map() },
  );
  expect(rejected[0]?.rejection.detail).toContain('a balance is never below zero');
});

test('a rejected reference is not consumed: the next request with it is decided', async () => {
  const { outcomes } = await decide([toy('a', { breaksWhile: 'deciding' }), toy('a')]);
  expect(outcomes).toMatchObject([{ outcome: 'processed', result: { balance: 5 } }]);
});

test('a request whose environment has vanished is rejected', async () => {
  const { requests } = await readRequests(configuration, handler.reader, [testMessage(toy('a'))]);
  const state = {
    ...(await handler.loadState(new ScriptedTransaction(), requests, nothingKnown)),
    snapshots: new Map(),
  };
  const { rejected } = processInOrder(handler, { requests, state, responses: new Map() });
  expect(rejected.map(({ rejection }) => rejection.reason)).toEqual(['PROCESSING_FAILED']);
});

test('a decision that cannot be applied fails the batch with MessageFailure, so that it is rolled back and isolated', async () => {
  const batch = [toy('a'), toy('b', { breaksWhile: 'applying' }), toy('c')];
  const failure: unknown = await decide(batch).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(MessageFailure);
  expect((failure as MessageFailure).cause).toBeInstanceOf(TypeError);
});
