import type { OutgoingMessage } from '@loyalty/kafka';
import { insertOutboxRejected, noOwner, readOutboxFigures, readOutboxRows } from '@loyalty/storage/outbox';
import { packMessages, unpackMessages } from '@loyalty/streams/outbox';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
});
afterEach(async () => {
  await scratch.db.query('DELETE FROM outbox_rejected');
  await scratch.db.query('DELETE FROM outbox');
});
afterAll(() => scratch.drop());

const message: OutgoingMessage = {
  topic: 'loyalty.facts',
  partition: 3,
  key: Buffer.from('the key'),
  value: Buffer.from('customer-42'),
  headers: { loyalty_environment: '7' },
};

const reject = (over: { readonly topic?: string; readonly head?: Buffer | null } = {}): Promise<void> =>
  insertOutboxRejected(system.db, {
    topic: 'loyalty.facts',
    message: Buffer.from('customer-42'),
    head: packMessages([{ ...message, value: null }]),
    reason: 'MESSAGE_TOO_LARGE',
    environmentId: system.environmentId,
    memberKey: null,
    ...(over as { topic?: string }),
  });

interface Rejected {
  readonly rejected: readonly { readonly id: number; readonly topic: string }[];
}

const listed = async (...flags: readonly string[]): Promise<Rejected['rejected']> => {
  const { document } = await system.documentOf('outbox', 'rejected', ...flags);
  return (document as Rejected).rejected;
};

const outgoing = async (): Promise<OutgoingMessage[]> =>
  (await readOutboxRows(system.db, noOwner, 10)).flatMap(({ messages }) => unpackMessages(messages));

test('messages that Kafka rejected are listed without their contents', async () => {
  await reject();
  const { exitCode, document } = await system.documentOf('outbox', 'rejected', '--limit', '5');
  expect(exitCode).toBe(0);
  const { environmentId } = system;
  expect(document).toMatchObject({
    rejected: [{ topic: 'loyalty.facts', environmentId, bytes: 11, reason: 'MESSAGE_TOO_LARGE' }],
  });
  expect(JSON.stringify(document)).not.toContain('customer-42');
});

test('the oldest are listed first on demand', async () => {
  for (const topic of ['one', 'two', 'three']) await reject({ topic });
  expect((await listed('--oldest', '--limit', '2')).map(({ topic }) => topic)).toEqual(['one', 'two']);
});

test('one message is shown with its headers, and with its bytes only on demand', async () => {
  await reject();
  const [{ id } = { id: 0 }] = await listed();
  const shown = await system.documentOf('outbox', 'show', id.toString());
  expect(shown.document).toMatchObject({
    id,
    partition: 3,
    headers: { loyalty_environment: '7' },
    canBeSentAgain: true,
  });
  expect(shown.document).not.toHaveProperty('value');
  const value = Buffer.from('customer-42').toString('base64');
  const revealed = await system.documentOf('outbox', 'show', id.toString(), '--reveal');
  expect(revealed.document).toMatchObject({ value, key: Buffer.from('the key').toString('base64') });
  const none = await system.loyaltyctl(['outbox', 'show', '999999999']);
  expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining('There is no message')]);
});

test('a message that is sent again is back in the outbox as it was, and is not listed any more', async () => {
  await reject();
  await reject({ topic: 'other' });
  const { document } = await system.documentOf('outbox', 'retry', '--topic', 'loyalty.facts', '--yes');
  expect(document).toMatchObject({ sent: [expect.any(Number)], left: [] });
  expect(await outgoing()).toMatchObject([
    { topic: 'loyalty.facts', partition: 3, key: message.key, value: message.value },
  ]);
  expect((await listed()).map(({ topic }) => topic)).toEqual(['other']);
});

test('a message of an erased member, or of an earlier release, stays when all are sent again', async () => {
  await reject();
  await system.db.query('UPDATE outbox_rejected SET head = NULL');
  const [{ id } = { id: 0 }] = await listed();
  const { document } = await system.documentOf('outbox', 'retry', '--all', '--yes');
  expect(document).toEqual({ sent: [], left: [id] });
  expect([await outgoing(), (await readOutboxFigures(system.db)).rejected]).toEqual([[], 1]);
});

test('messages are deleted by id, after a confirmation', async () => {
  await reject();
  await reject();
  const [newest = { id: 0 }, oldest] = await listed();
  const asked = await system.loyaltyctl(['outbox', 'discard', '--id', newest.id.toString()]);
  expect([asked.exitCode, (await readOutboxFigures(system.db)).rejected]).toEqual([1, 2]);
  const { document } = await system.documentOf('outbox', 'discard', '--id', newest.id.toString(), '--yes');
  expect(document).toEqual({ discarded: [newest.id] });
  expect(await listed()).toEqual([oldest]);
});

test.each(['retry', 'discard'])('%s touches nothing unless it is said which', async (verb) => {
  await reject();
  const { exitCode, err } = await system.loyaltyctl(['outbox', verb, '--yes']);
  expect([exitCode, err]).toEqual([2, expect.stringContaining('Choose messages with')]);
  expect((await readOutboxFigures(system.db)).rejected).toBe(1);
});
