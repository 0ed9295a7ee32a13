import { randomBytes } from 'node:crypto';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createPurgeKeptResponsesJob, findKeptResponse, keepResponse } from './kept-responses.ts';
import { unusedEnvironmentId } from './testing/enrol-member.ts';

// A database of its own: the stack's jobs would purge too.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(() => {
  environmentId = unusedEnvironmentId();
});
afterAll(() => scratch.drop());

const newBox = () => createSecretBox(parseSecretKeys(`k1:${randomBytes(32).toString('base64')}`));
const box = newBox();
const fingerprint = Buffer.from('f');

const keep = (id: string, response: string) =>
  db.transaction((tx) => keepResponse(tx, box, { environmentId, id, fingerprint, memberId: null, response }));
const find = (id: string) => findKeptResponse(db, box, { environmentId, id });
const age = (id: string, hours: number) =>
  db.query(
    'UPDATE kept_responses SET created_at = created_at - make_interval(hours => $3) WHERE environment_id = $1 AND id = $2',
    [environmentId, id, hours],
  );
const purge = () =>
  db.transaction((tx) =>
    createPurgeKeptResponsesJob().chunk(tx, {
      atMs: Date.now(),
      cursor: null,
      size: 1_000,
    } as never),
  );

test('a response is kept for 24 hours; then its key is free again, also before the row is purged', async () => {
  const id = randomId();
  expect([await keep(id, 'first'), await keep(id, 'second')]).toEqual([true, false]);
  expect(await find(id)).toEqual({ fingerprint, response: 'first' });
  await age(id, 23);
  expect([await keep(id, 'second'), (await find(id))?.response]).toEqual([false, 'first']);
  await age(id, 1);
  expect(await find(id)).toBeNull();
  expect([await keep(id, 'third'), (await find(id))?.response]).toEqual([true, 'third']);
});

test('only responses of more than 24 hours are purged', async () => {
  const [old, young] = [randomId(), randomId()];
  await keep(old, 'old');
  await keep(young, 'young');
  await age(old, 24);
  await age(young, 23);
  expect(await purge()).toEqual({ cursor: null, taken: 1 });
  const left = await db.query('SELECT id FROM kept_responses WHERE environment_id = $1', [environmentId]);
  expect(left).toEqual([{ id: young }]);
});

test('a response whose sealing key was removed is known, but cannot be shown', async () => {
  const id = randomId();
  await keep(id, 'sealed');
  expect(await findKeptResponse(db, newBox(), { environmentId, id })).toEqual({
    fingerprint,
    response: null,
  });
});
