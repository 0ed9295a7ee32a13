import { headers as names } from '@loyalty/contracts';
import {
  MemoryBroker,
  MemoryStore,
  type MemoryTransaction,
  startToyEngine,
  type ToyEngine,
  toyHandler,
  toyMessage,
  type ToyMessage,
} from '@loyalty/testkit/memory';
import { blocked, eventually, quickClock } from '@loyalty/testkit/runs';

const topic = 'tills';
const consumerGroup = 'engine';
const deadLetters = 'loyalty.dead-letters';
const [locking, healthy] = [7, 8];

interface Sent {
  readonly environmentId: number;
  readonly partition: number;
  readonly member: string;
  readonly ref: string;
  readonly isPoison?: boolean;
}

/** A broker, and a store whose statements wait for a lock for a second. */
const createWorld = () => {
  const broker = new MemoryBroker();
  broker.createTopic(topic, 4);
  broker.createTopic('facts', 2);
  broker.createTopic(deadLetters, 2);
  return { broker, store: new MemoryStore({ lockMs: 1_000 }) };
};

const send = (broker: MemoryBroker, { environmentId, partition, member, ref, isPoison }: Sent): void => {
  const headers = { [names.environment]: environmentId.toString() };
  const toy: ToyMessage = { ref, amount: 1, ...(isPoison === true ? { isPoison } : {}) };
  broker.append({ ...toyMessage(topic, member, toy), partition, headers });
};

const positionOf = (store: MemoryStore, partition: number): number =>
  store.positionOf({ consumerGroup, topic, partition })?.nextOffset ?? 0;

/** Another transaction that holds a member's row. Returns how to end it. */
const lockMember = (store: MemoryStore, ...members: readonly string[]): (() => void) => {
  const holder = store.database.begin(99);
  for (const member of members) store.database.accounts.lock(holder, member);
  return () => {
    store.database.rollback(holder);
  };
};

const engines: ToyEngine[] = [];
afterEach(async () => {
  for (const { runtime } of engines.splice(0)) await runtime.stop();
});

/**
 * An engine that locks the members of a batch. Returns the limits of the waits that ended without the lock.
 */
const startEngine = async (broker: MemoryBroker, store: MemoryStore) => {
  const waited: (number | null)[] = [];
  // Pauses take no time: nothing is forgotten meanwhile.
  const clock = { ...quickClock(), now: () => 1_700_000_000_000 };
  const plan: typeof toyHandler.plan = async (tx: MemoryTransaction, batch) => {
    const { accounts } = tx.database;
    const members = batch.map(({ record }) => record.key?.toString() ?? '').toSorted();
    const locks = store.within(tx, 'lock members', () =>
      members.every((member) => accounts.lock(tx, member)) ? undefined : blocked,
    );
    await locks.catch((failure: unknown) => {
      waited.push(tx.lockMs);
      throw failure;
    });
    return toyHandler.plan(tx, batch);
  };
  const engine = await startToyEngine({ broker, store, topic, consumerGroup, clock, handler: { plan } });
  engines.push(engine);
  return { ...engine, waited };
};

test('▲ while a row of one tenant is locked, a batch stores everything else, and what is before it on its partition', async () => {
  const { broker, store } = createWorld();
  const release = lockMember(store, 'locked');
  send(broker, { environmentId: healthy, partition: 0, member: 'a', ref: 'before' });
  send(broker, { environmentId: locking, partition: 0, member: 'locked', ref: 'waits' });
  send(broker, { environmentId: healthy, partition: 0, member: 'b', ref: 'behind' });
  for (const partition of [1, 2, 3])
    send(broker, {
      environmentId: healthy,
      partition,
      member: `c${partition.toString()}`,
      ref: `p${partition.toString()}`,
    });
  send(broker, { environmentId: locking, partition: 3, member: 'free', ref: 'same tenant' });
  const { waited } = await startEngine(broker, store);
  await eventually('the others are stored', () => store.effects.size === 5);
  expect([...store.effects.keys()].toSorted()).toEqual(['before', 'p1', 'p2', 'p3', 'same tenant']);
  // One long wait; each of the others is short.
  expect(waited.filter((limitMs) => limitMs === 1_000)).toHaveLength(1);
  release();
  await eventually('all are stored', () => store.effects.size === 7);
  expect([positionOf(store, 0), broker.all(deadLetters)]).toEqual([3, []]);
});

test('▲ while a row stays locked, later messages of others go on, and never wait for it long', async () => {
  const { broker, store } = createWorld();
  const release = lockMember(store, 'locked');
  send(broker, { environmentId: locking, partition: 0, member: 'locked', ref: 'waits' });
  const { waited, runtime } = await startEngine(broker, store);
  await eventually('it has met the lock', () => waited.length > 0);
  for (let n = 0; n < 30; n += 1) {
    const partition = 1 + (n % 3);
    send(broker, { environmentId: healthy, partition, member: `h${n.toString()}`, ref: `h${n.toString()}` });
    send(broker, { environmentId: locking, partition, member: `l${n.toString()}`, ref: `l${n.toString()}` });
    await eventually('both are stored', () => store.effects.size === 2 * (n + 1));
  }
  expect(waited.filter((limitMs) => limitMs === 1_000)).toHaveLength(1);
  expect([runtime.isReady(), positionOf(store, 0)]).toEqual([true, 0]);
  release();
  await eventually('it is stored', () => store.effects.has('waits'));
});

test('the messages of a locked member are stored in their order once the row is free', async () => {
  const { broker, store } = createWorld();
  const release = lockMember(store, 'locked');
  for (const n of [1, 2, 3, 4, 5])
    send(broker, { environmentId: locking, partition: 0, member: 'locked', ref: `r${n.toString()}` });
  send(broker, { environmentId: healthy, partition: 1, member: 'a', ref: 'other' });
  await startEngine(broker, store);
  await eventually('the other one is stored', () => store.effects.has('other'));
  release();
  await eventually('all are stored', () => store.effects.size === 6);
  expect([...store.effects.keys()]).toEqual(['other', 'r1', 'r2', 'r3', 'r4', 'r5']);
});

test('a message that waits for a row is not given up with a bad one of its batch', async () => {
  const { broker, store } = createWorld();
  const release = lockMember(store, 'locked');
  send(broker, { environmentId: healthy, partition: 1, member: 'bad', ref: 'poison', isPoison: true });
  send(broker, { environmentId: locking, partition: 0, member: 'locked', ref: 'waits' });
  send(broker, { environmentId: healthy, partition: 1, member: 'a', ref: 'behind the bad one' });
  await startEngine(broker, store);
  await eventually('the bad one is given up', () => broker.all(deadLetters).length === 1);
  await eventually('the one behind it is stored', () => store.effects.has('behind the bad one'));
  release();
  await eventually('the locked one is stored', () => store.effects.has('waits'));
  expect(broker.all(deadLetters)).toHaveLength(1);
});

test('rows on every partition may be locked: all wait, and all are stored', async () => {
  const { broker, store } = createWorld();
  const members = [0, 1, 2, 3].map((partition) => `m${partition.toString()}`);
  const release = lockMember(store, ...members);
  members.forEach((member, partition) => {
    send(broker, { environmentId: locking, partition, member, ref: `${member} 1` });
    send(broker, { environmentId: healthy, partition, member: `h${member}`, ref: `${member} 2` });
  });
  const { waited, fatal } = await startEngine(broker, store);
  await eventually('each has waited', () => waited.length > 8);
  release();
  await eventually('all are stored', () => store.effects.size === 8);
  expect(fatal).toEqual([]);
});
