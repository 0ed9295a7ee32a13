import { createLoyalty, LoyaltyProblem, type LoyaltySettings } from './index.ts';
import { closeServers, instead, pass } from './testing/client-before-model.ts';
import { type Asked, type Fate, ModelApi, problemReply, startModelServer } from './testing/model-api.ts';
import { createTillQueue, type QueuedReceipt, type ReceiptStore, type TillQueue } from './till-queue.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await closeServers();
  for (const stop of stops.splice(0)) await stop();
});

/** Keeps receipts in lines, as the sample of README.md does. A crash may leave any beginning of them. */
class LineStore implements ReceiptStore {
  log: string;
  isFull = false;

  constructor(log = '') {
    this.log = log;
  }

  read(): Promise<readonly QueuedReceipt[]> {
    const kept = new Map<string, QueuedReceipt>();
    for (const line of this.log.split('\n')) {
      const { added, removed = [] } = lineOf(line);
      if (added !== undefined) kept.set(added.transactionRef, added);
      for (const reference of removed) kept.delete(reference);
    }
    return Promise.resolve([...kept.values()]);
  }

  add(added: QueuedReceipt): Promise<void> {
    if (this.isFull) return Promise.reject(new Error('the disk is full'));
    this.log += `\n${JSON.stringify({ added })}`;
    return Promise.resolve();
  }

  remove(removed: readonly string[]): Promise<void> {
    this.log += `\n${JSON.stringify({ removed })}`;
    return Promise.resolve();
  }
}

interface Line {
  readonly added?: QueuedReceipt;
  readonly removed?: readonly string[];
}

const lineOf = (line: string): Line => {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return {};
  }
};

const once: Partial<LoyaltySettings> = { attemptsMax: 1 };

const tillWith = async (fateOf: (asked: Asked) => Fate = () => pass, store = new LineStore()) => {
  const model = new ModelApi();
  const server = await startModelServer(model, fateOf);
  stops.push(async () => {
    await server.quiet();
    await server.close();
  });
  const refused: (readonly [string, string])[] = [];
  const start = (from = store): TillQueue =>
    createTillQueue({
      loyalty: createLoyalty({ baseUrl: server.url, tenantId: 'tenant-1', apiKey: 'sk_test_1', ...once }),
      store: from,
      onRefused: ({ transactionRef }, { code }) => refused.push([transactionRef, code]),
    });
  return { model, server, store, start, queue: start(), refused };
};

const receiptOf = (transactionRef: string, memberRef = 'customer-1'): QueuedReceipt => ({
  transactionRef,
  memberRef,
  amount: 15_000,
});

const sent = (server: { readonly asked: readonly Asked[] }): readonly string[] =>
  server.asked.flatMap(({ body }) => {
    const { items, transactionRef = '' } = JSON.parse(body) as {
      items?: QueuedReceipt[];
      transactionRef?: string;
    };
    return (items ?? [{ transactionRef }]).map((item) => item.transactionRef);
  });

const keptIn = async (store: ReceiptStore): Promise<readonly string[]> =>
  (await store.read()).map(({ transactionRef }) => transactionRef);

it('a receipt that is decided is kept no longer', async () => {
  const { queue, store } = await tillWith();
  expect(await queue.send(receiptOf('r-1'))).toMatchObject({ pointsAwarded: 150 });
  expect([await keptIn(store), await queue.replay()]).toEqual([[], 0]);
});

it('what had no result is kept over a restart and replayed once, in the order of a member', async () => {
  let isOffline = true;
  const { start, queue, store, model, server } = await tillWith(() =>
    isOffline ? { kind: 'cutAfter' } : pass,
  );
  expect(await queue.send(receiptOf('a-1', 'a'))).toBeNull();
  isOffline = false;
  // It waits behind the older receipt of its member, and others do not.
  expect(await queue.send(receiptOf('a-2', 'a'))).toBeNull();
  expect(await queue.send(receiptOf('b-1', 'b'))).not.toBeNull();
  expect(await keptIn(store)).toEqual(['a-1', 'a-2']);
  expect(await start().replay()).toBe(0);
  expect(sent(server)).toEqual(['a-1', 'b-1', 'a-1', 'a-2']);
  expect([...model.effects.values()]).toEqual([1, 1, 1]);
  expect(await keptIn(store)).toEqual([]);
});

it('a receipt that is refused for good is dropped, and said', async () => {
  const refusal = instead(problemReply(400, 'VALIDATION_ERROR'));
  let fate: Fate = refusal;
  const { queue, store, refused } = await tillWith(() => fate);
  await expect(queue.send(receiptOf('r-1'))).rejects.toBeInstanceOf(LoyaltyProblem);
  expect(await keptIn(store)).toEqual([]);
  fate = { kind: 'cutBefore' };
  for (const reference of ['x-1', 'y-1', 'z-1']) await queue.send(receiptOf(reference, reference));
  const item = (index: number, status: number, more: object) => ({
    index,
    transactionRef: null,
    status,
    replayed: false,
    mismatch: false,
    ...more,
  });
  const problem = { code: 'MEMBER_SUSPENDED' };
  const results = [item(0, 403, { problem }), item(1, 503, { problem }), item(2, 202, { location: '/' })];
  fate = instead({ status: 200, body: { results } });
  expect(await queue.replay()).toBe(2);
  expect([refused, await keptIn(store)]).toEqual([[['x-1', 'MEMBER_SUSPENDED']], ['y-1', 'z-1']]);
});

it.each([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'TENANT_NOT_FOUND'],
])('%d %s is no fault of the receipt, which is kept', async (status, code) => {
  const { queue, store } = await tillWith(() => instead(problemReply(status, code)));
  await expect(queue.send(receiptOf('r-1'))).rejects.toMatchObject({ code });
  await expect(queue.replay()).rejects.toMatchObject({ code });
  expect(await keptIn(store)).toEqual(['r-1']);
});

it.each([429, 500, 503])('after %d the receipt is kept', async (status) => {
  const { queue, store } = await tillWith(() => instead(problemReply(status, 'X')));
  expect(await queue.send(receiptOf('r-1'))).toBeNull();
  expect([await queue.replay(), await keptIn(store)]).toEqual([1, ['r-1']]);
});

it('what cannot be kept is not sent', async () => {
  const { queue, store, server } = await tillWith();
  store.isFull = true;
  await expect(queue.send(receiptOf('r-1'))).rejects.toThrow('the disk is full');
  expect(server.asked).toEqual([]);
  store.isFull = false;
  expect(await queue.send(receiptOf('r-1'))).not.toBeNull();
});

it('a store that could not be read is read again', async () => {
  const { queue, store } = await tillWith();
  const read = store.read.bind(store);
  store.read = () => Promise.reject(new Error('the disk is asleep'));
  await expect(queue.replay()).rejects.toThrow('the disk is asleep');
  store.read = read;
  expect(await queue.replay()).toBe(0);
});

it('replays that overlap are one, and a bulk call has 20 receipts at most, one of each member', async () => {
  const store = new LineStore();
  for (let at = 0; at < 50; at += 1)
    await store.add(receiptOf(`r-${at.toString()}`, `m-${(at % 25).toString()}`));
  const { queue, server, model } = await tillWith(undefined, store);
  expect(await Promise.all([queue.replay(), queue.replay()])).toEqual([0, 0]);
  const calls = server.asked.map(({ body }) => (JSON.parse(body) as { items: QueuedReceipt[] }).items);
  expect(calls.map((items) => new Set(items.map(({ memberRef }) => memberRef)).size)).toEqual(
    calls.map(({ length }) => length),
  );
  expect(Math.max(...calls.map(({ length }) => length))).toBe(20);
  expect(model.effects.size).toBe(50);
});

const references = ['a-1', 'a-2', 'b-1'];
const memberOf = (reference: string): string => reference.slice(0, 1);

it('each receipt counts once wherever the response is cut', async () => {
  let bytes = 0;
  let cuts = 0;
  const { start, model } = await tillWith(() => ((cuts -= 1) >= 0 ? { kind: 'cutInside', bytes } : pass));
  for (; bytes <= 330; bytes += 1) {
    cuts = 2;
    model.effects.clear();
    const store = new LineStore();
    const queue = start(store);
    for (const reference of references)
      await queue.send(receiptOf(`${reference}-${bytes.toString()}`, memberOf(reference)));
    await queue.replay();
    expect([bytes, await queue.replay(), await keptIn(store)]).toEqual([bytes, 0, []]);
    expect([bytes, [...model.effects.values()]]).toEqual([bytes, [1, 1, 1]]);
  }
});

it('each receipt counts once wherever the till crashes while it keeps or drops one', async () => {
  let isOffline = true;
  const { queue, store, start, model } = await tillWith(() => (isOffline ? { kind: 'cutAfter' } : pass));
  for (const reference of references) await queue.send(receiptOf(reference, memberOf(reference)));
  isOffline = false;
  await queue.replay();
  for (let bytes = 0; bytes <= store.log.length; bytes += 1) {
    const left = new LineStore(store.log.slice(0, bytes));
    const restarted = start(left);
    await restarted.replay();
    // The till got no response to these, so it sends them again.
    for (const reference of references) await restarted.send(receiptOf(reference, memberOf(reference)));
    expect([bytes, await restarted.replay(), await keptIn(left)]).toEqual([bytes, 0, []]);
  }
  expect(Object.fromEntries(model.effects)).toEqual({ 'a-1': 1, 'a-2': 1, 'b-1': 1 });
});
