import type { Part } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { deleteOutbox, readOutboxIds, readOutboxRows } from '@loyalty/storage/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import type { OutgoingMessage } from '@loyalty/kafka';
import {
  createFactOutbox,
  createLastOutboxCleanup,
  createOutboxCleanup,
  type FactOutbox,
} from './fact-outbox.ts';
import { FactPublisher } from './fact-publisher.ts';
import { type OutboxOwner, registerOutboxOwner } from './outbox-owner.ts';
import { unpackMessages } from './packed-messages.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';

interface Send {
  readonly messages: readonly OutgoingMessage[];
  acknowledge(): void;
  fail(): void;
}

let db: Database;
let owner: OutboxOwner;
let sends: Send[];
let publisher: FactPublisher;
let outbox: FactOutbox;
let cleanup: Part;

beforeAll(() => {
  db = createDatabase({ url, applicationName: 'messaging-test', poolMax: 2, logger: silentLogger });
});
afterAll(() => db.close());
beforeEach(async () => {
  // Its lock keeps the sweepers of other engines on the stack away.
  owner = registerOutboxOwner(url, silentLogger);
  await owner.start?.();
  sends = [];
  publisher = new FactPublisher({ producer: { send, stop: () => Promise.resolve() }, logger: silentLogger });
  outbox = createFactOutbox({ owner: owner.owner, publisher });
  cleanup = createOutboxCleanup({ database: db, publisher, logger: silentLogger });
});
afterEach(async () => {
  await cleanup.stop?.();
  await deleteOutbox(db, await rows());
  await owner.stop?.();
});

/** A broker whose acknowledgements the test controls. */
const send = (messages: readonly OutgoingMessage[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => {
      reject(new Error('refused'));
    };
    sends.push({ messages, acknowledge: resolve, fail });
  });

const rows = (): Promise<number[]> => readOutboxIds(db, owner.owner, 100);

const messageOf = (value: string): OutgoingMessage => ({
  topic: 'test.fact-outbox',
  key: null,
  value: Buffer.from(value),
  headers: {},
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("messages are stored under this process in the caller's transaction, and sent once it is committed", async () => {
  const messages = [messageOf('one'), messageOf('two')];
  await db.transaction(async (tx) => {
    await outbox.add(tx, messages);
    await settled();
    expect([sends, publisher.unpublished]).toEqual([[], 0]);
  });
  expect(sends.map((sent) => sent.messages)).toEqual([messages]);
  const [row] = await readOutboxRows(db, owner.owner, 10);
  expect(row && unpackMessages(row.messages)).toEqual(messages);
  expect([publisher.unpublished, row && publisher.tracks(row.id)]).toEqual([1, true]);
});

test('a transaction that rolls back leaves no row and publishes nothing; one without messages has no row', async () => {
  const failing = db.transaction(async (tx) => {
    await outbox.add(tx, [messageOf('never')]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await db.transaction((tx) => outbox.add(tx, []));
  expect([await rows(), sends]).toEqual([[], []]);
});

test('a row is deleted once it is published, not before', async () => {
  await cleanup.start?.();
  await db.transaction((tx) => outbox.add(tx, [messageOf('late')]));
  await db.transaction((tx) => outbox.add(tx, [messageOf('soon')]));
  const [late = 0] = await rows();
  sends[1]?.acknowledge();
  await eventually('the published one is gone', async () => (await rows()).length === 1);
  expect(await rows()).toEqual([late]);
  sends[0]?.acknowledge();
  await eventually('both are gone', async () => (await rows()).length === 0);
  await eventually('it is forgotten', () => !publisher.tracks(late));
});

test('the last published rows are deleted when the process stops', async () => {
  await db.transaction((tx) => outbox.add(tx, [messageOf('last')]));
  sends[0]?.acknowledge();
  await settled();
  await cleanup.stop?.();
  expect(await rows()).toEqual([]);
});

test('a process whose batches delete published rows deletes the last ones at its stop', async () => {
  const last = createLastOutboxCleanup({ database: db, publisher, logger: silentLogger });
  for (let n = 0; n < 300; n += 1) await db.transaction((tx) => outbox.add(tx, [messageOf(n.toString())]));
  for (const sent of sends.slice(1)) sent.acknowledge();
  await settled();
  const [first] = await rows();
  await last.stop?.();
  expect(await rows()).toEqual([first]);
});

test('a row whose publication failed stays for a sweeper: no process tracks it', async () => {
  await db.transaction((tx) => outbox.add(tx, [messageOf('failed')]));
  const [row = 0] = await rows();
  sends[0]?.fail();
  await settled();
  await cleanup.stop?.();
  expect(await rows()).toEqual([row]);
  expect([publisher.unpublished, publisher.tracks(row)]).toEqual([0, false]);
});
