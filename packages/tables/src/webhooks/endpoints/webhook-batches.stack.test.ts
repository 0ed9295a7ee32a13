import { randomBytes } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { forgetProcess, noteProcess } from '@loyalty/storage/processes';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTenant } from '../../tenants/tenants.ts';
import type { WebhookInput, WebhookPatch } from './webhook-record.ts';
import { webhookVersionOf } from './webhook-record.ts';
import { createWebhook, updateWebhook } from './webhooks.ts';

let scratch: ScratchDatabase;
let environmentId: EnvironmentId;
const box = createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  environmentId = (await createTenant(scratch.db, { name: 'Batches' })).environmentIds.live;
});
afterAll(() => scratch.drop());

const batch = { maxEvents: 100, maxWaitMs: 1_000 };
const input: WebhookInput = {
  url: 'https://shop.example/in',
  secret: 'the first of its secrets',
  events: ['reward.issued'],
};
const create = (given: Partial<WebhookInput>) =>
  createWebhook({ db: scratch.db, box }, environmentId, { ...input, ...given });
const created = async (given: Partial<WebhookInput>) => {
  const made = await create(given);
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return made.record;
};
const change = (webhookId: string, patch: WebhookPatch) =>
  updateWebhook({ db: scratch.db, box }, environmentId, { webhookId, patch });

test('a webhook takes single events unless it asks for batches, and a PATCH sets, changes and removes them (D320)', async () => {
  const { id, ...record } = await created({});
  expect(record.batch).toBeNull();
  expect(await change(id, { batch })).toMatchObject({ record: { batch }, before: { batch: null } });
  const set = await change(id, { events: ['*'] });
  expect(set).toMatchObject({ record: { batch } });
  const smaller = { maxEvents: 1, maxWaitMs: 0 };
  const changed = await change(id, { batch: smaller });
  expect(changed).toMatchObject({ record: { batch: smaller } });
  if (!('record' in changed) || !('record' in set)) throw new Error('it is changed');
  expect(webhookVersionOf(changed.record)).not.toBe(webhookVersionOf(set.record));
  expect(await change(id, { batch: null })).toMatchObject({ record: { batch: null } });
});

test('▲ a webhook without an address has no batch, whichever of both comes last', async () => {
  const refused = { outcome: 'invalid', faults: [{ pointer: '/batch' }] };
  expect(await create({ url: 'poll:', batch })).toMatchObject(refused);
  const { id } = await created({ batch });
  expect(await change(id, { url: 'poll:' })).toMatchObject(refused);
  expect(await change(id, { url: 'poll:', batch: null })).toMatchObject({ record: { url: 'poll:' } });
  expect(await change(id, { batch })).toMatchObject(refused);
});

test('▲ a batch is refused while a dispatcher runs that would not know it, and only then (D105)', async () => {
  const { id } = await created({});
  const dispatcher = { service: 'webhook-dispatcher', version: '0.1.0', schema: '0109-webhooks' };
  const older = { ...dispatcher, id: '0198c0de-0000-7000-8000-0000000000aa', rulesVersion: 7 };
  await noteProcess(scratch.db, older);
  const refused = { outcome: 'not-yet-available', needs: 8, known: 7 };
  expect(await create({ batch })).toEqual(refused);
  expect(await change(id, { batch })).toEqual(refused);
  expect(await change(id, { batch: null, events: ['*'] })).toMatchObject({ outcome: 'changed' });
  await forgetProcess(scratch.db, older.id);
  const engine = { ...older, service: 'earn-engine' };
  await noteProcess(scratch.db, engine);
  expect(await change(id, { batch })).toMatchObject({ outcome: 'changed' });
  await forgetProcess(scratch.db, engine.id);
});
