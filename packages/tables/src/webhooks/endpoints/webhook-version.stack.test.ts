import { randomBytes } from 'node:crypto';
import type { Database } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import {
  createOwnTenant,
  openSharedDatabase,
  readConfigVersion,
  readWebhooksVersion,
} from '@loyalty/testkit/database';
import { deleteWebhook, storeHealth } from '../../endpoint-status.ts';
import { readVersions } from '../../configuration/config-version.ts';
import { createSnapshots } from '../../snapshot/snapshots.ts';
import { createWebhookDirectory } from './webhook-directory.ts';
import type { WebhookPatch } from './webhook-record.ts';
import { createWebhook, updateWebhook } from './webhooks.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const box = createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));

test('▲ a dispatcher sees each change of a webhook at once, made by any build; engines reload nothing for it (D33)', async () => {
  const environmentId = (await createOwnTenant(db)).environmentIds.live;
  const held = createWebhookDirectory({ db, box });
  const seen = async (id: string) => {
    const found = await held.get(environmentId, await readWebhooksVersion(db, environmentId));
    return found?.endpoints.get(id);
  };
  const before = await readConfigVersion(db, environmentId);
  const input = { url: 'https://one.example', secret: 'a secret of the partner', events: ['reward.issued'] };
  const made = await createWebhook({ db, box }, environmentId, input);
  const webhookId = made.outcome === 'created' ? made.record.id : '';
  expect((await seen(webhookId))?.url).toBe('https://one.example');
  await updateWebhook({ db, box }, environmentId, { webhookId, patch: { url: 'https://two.example' } });
  expect((await seen(webhookId))?.url).toBe('https://two.example');
  const gone = { consecutiveFailures: 5, disabledFor: 'GONE', enabledAtMs: 0 } as const;
  await db.transaction((tx) => storeHealth(tx, [{ environmentId, webhookId, ...gone }]));
  expect((await seen(webhookId))?.status).toBe('DISABLED');
  await deleteWebhook(db, environmentId, { webhookId });
  expect(await seen(webhookId)).toBeUndefined();
  expect(await readConfigVersion(db, environmentId)).toBe(before);
  const version = await readWebhooksVersion(db, environmentId);
  await db.query('UPDATE environments SET config_version = config_version + 1 WHERE id = $1', [
    environmentId,
  ]);
  expect(await readWebhooksVersion(db, environmentId)).toBe(version + 1);
});

test('an engine learns at once whether an endpoint names transaction.refused, active or not (D332)', async () => {
  const environmentId = (await createOwnTenant(db)).environmentIds.live;
  const snapshots = createSnapshots({ db });
  const isNamed = async () => {
    const versions = await readVersions(db, [environmentId], 'engines');
    return (await snapshots.getAll(versions)).get(environmentId)?.publishesRefusals === true;
  };
  const create = async (events: readonly string[]) => {
    const made = await createWebhook({ db, box }, environmentId, {
      url: 'https://one.example',
      secret: 'a secret of the partner',
      events,
    });
    return made.outcome === 'created' ? made.record.id : '';
  };
  const change = (webhookId: string, patch: WebhookPatch) =>
    updateWebhook({ db, box }, environmentId, { webhookId, patch });
  await create(['*']);
  expect(await isNamed()).toBe(false);
  const first = await create(['reward.issued', 'transaction.refused']);
  expect(await isNamed()).toBe(true);
  await change(first, { status: 'DISABLED' });
  expect(await isNamed()).toBe(true);
  await change(first, { events: ['reward.issued'] });
  expect(await isNamed()).toBe(false);
  await change(first, { events: ['transaction.refused'] });
  expect(await isNamed()).toBe(true);
  await deleteWebhook(db, environmentId, { webhookId: first });
  expect(await isNamed()).toBe(false);
});
