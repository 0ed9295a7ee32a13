import { randomBytes } from 'node:crypto';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import { createOwnTenant, openSharedDatabase, readWebhooksVersion } from '@loyalty/testkit/database';
import { deleteWebhook } from '../../endpoint-status.ts';
import { createWebhookDirectory, readDeletedWebhooks, type WebhookEndpoint } from './webhook-directory.ts';
import {
  type WebhookDisabledReason,
  type WebhookInput,
  type WebhookPatch,
  type WebhookRecord,
  webhookSecretOwner,
} from './webhook-record.ts';
import { createWebhook, findWebhook, listWebhooks, updateWebhook } from './webhooks.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const newBox = () => createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));
const box = newBox();
const day = 24 * 3_600_000;

const newEnvironment = async (): Promise<EnvironmentId> => (await createOwnTenant(db)).environmentIds.live;
const input: WebhookInput = {
  url: 'https://shop.example/in',
  secret: 'the first of its secrets',
  events: ['reward.issued', 'reward.failed', 'reward.issued'],
};
const register = async (
  environmentId: EnvironmentId,
  given: Partial<WebhookInput> = {},
): Promise<WebhookRecord> => {
  const made = await createWebhook({ db, box }, environmentId, { ...input, ...given });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return made.record;
};
const change = (environmentId: EnvironmentId, webhookId: string, patch: WebhookPatch) =>
  updateWebhook({ db, box }, environmentId, { webhookId, patch });

/** Returns the endpoint as a dispatcher knows it, at the version that is read now. */
const endpointOf = async (
  environmentId: EnvironmentId,
  webhookId: string,
  withBox = box,
): Promise<WebhookEndpoint | undefined> => {
  const held = createWebhookDirectory({ db, box: withBox });
  const found = await held.get(environmentId, await readWebhooksVersion(db, environmentId));
  return found?.endpoints.get(webhookId);
};
const secretsOf = (endpoint: WebhookEndpoint | undefined): (string | undefined)[] =>
  [endpoint?.secret, endpoint?.previous?.secret].map((secret) => secret?.export().toString());

/** Disables an endpoint as the dispatcher does after failures. */
const disable = (webhookId: string, reason: WebhookDisabledReason) =>
  db.query(
    `UPDATE webhooks SET status = 'DISABLED', disabled_reason = $2, disabled_at = now(), consecutive_failures = 5,
            enabled_at = now() - interval '1 day'
      WHERE id = $1`,
    [webhookId, reason],
  );

describe('an endpoint', () => {
  it('is registered, shown without its secret, and loaded with the version that it raised', async () => {
    const tenant = await createOwnTenant(db);
    const environmentId = tenant.environmentIds.test;
    const record = await register(environmentId);
    const given = { url: input.url, events: ['reward.issued', 'reward.failed'], batch: null };
    const health = { status: 'ACTIVE', disabledReason: null, disabledAt: null, consecutiveFailures: 0 };
    const times = { createdAt: record.createdAt, updatedAt: record.createdAt };
    expect(record).toEqual({ id: record.id, tenantId: tenant.id, ...given, ...health, ...times });
    expect(await findWebhook(db, environmentId, record.id)).toEqual(record);
    const held = await createWebhookDirectory({ db, box }).get(environmentId, 2);
    expect(held).toMatchObject({ version: 2, tenantId: tenant.id, mode: 'test' });
    expect(held?.secret).toHaveLength(32);
    const endpoint = held?.endpoints.get(record.id);
    expect(endpoint).toMatchObject({ url: input.url, status: 'ACTIVE', previous: null });
    expect(endpoint?.createdAtMs).toBe(Date.parse(record.createdAt));
    expect([[...(endpoint?.events ?? [])], secretsOf(endpoint)]).toEqual([
      record.events,
      [input.secret, undefined],
    ]);
  });

  it('is listed newest first, whole or page by page', async () => {
    const environmentId = await newEnvironment();
    const made = [
      await register(environmentId),
      await register(environmentId),
      await register(environmentId),
    ];
    const all = await listWebhooks(db, environmentId, {});
    const newestFirst = [...made].sort((one, other) =>
      one.createdAt + one.id < other.createdAt + other.id ? 1 : -1,
    );
    expect(all).toEqual(newestFirst);
    const [before] = all;
    expect(await listWebhooks(db, environmentId, { ...(before && { before }), limit: 1 })).toEqual([all[1]]);
  });

  it('accepts a change of each field, and an update without a change raises nothing', async () => {
    const environmentId = await newEnvironment();
    const { id } = await register(environmentId);
    const patch: WebhookPatch = { url: 'https://other.example/', events: ['*'] };
    expect(await change(environmentId, id, patch)).toMatchObject({
      outcome: 'changed',
      before: { url: input.url, events: [...new Set(input.events)] },
      record: patch,
      unshown: [],
    });
    const version = await readWebhooksVersion(db, environmentId);
    expect(version).toBe(3);
    for (const same of [{}, patch, { status: 'ACTIVE' }, { secret: input.secret }] as const) {
      expect((await change(environmentId, id, same)).outcome).toBe('unchanged');
    }
    expect(await readWebhooksVersion(db, environmentId)).toBe(version);
    const otherSecret = { secret: `another ${input.secret}` };
    expect(await change(environmentId, id, otherSecret)).toMatchObject({ unshown: ['/secret'] });
    expect(await change(environmentId, id, { events: ['*', 'reward.issued'] })).toMatchObject({
      outcome: 'invalid',
      faults: [{ pointer: '/events' }],
    });
    for (const nobody of [randomId(), 'no id']) {
      expect(await change(environmentId, nobody, patch)).toEqual({ outcome: 'not-found' });
    }
  });

  it.each(['CONSECUTIVE_FAILURES', 'GONE'] as const)(
    'that was disabled for %s is enabled by any change, and its failures are reset (D69)',
    async (reason) => {
      const environmentId = await newEnvironment();
      const { id } = await register(environmentId);
      await disable(id, reason);
      expect(await findWebhook(db, environmentId, id)).toMatchObject({
        status: 'DISABLED',
        disabledReason: reason,
        consecutiveFailures: 5,
        disabledAt: expect.any(String) as string,
      });
      const before = (await endpointOf(environmentId, id))?.enabledAtMs ?? 0;
      expect(await change(environmentId, id, {})).toMatchObject({
        outcome: 'changed',
        record: { status: 'ACTIVE', disabledReason: null, disabledAt: null, consecutiveFailures: 0 },
      });
      expect((await endpointOf(environmentId, id))?.enabledAtMs).toBeGreaterThan(before + day / 2);
    },
  );

  it('that its owner disabled stays disabled until they enable it', async () => {
    const environmentId = await newEnvironment();
    const { id } = await register(environmentId);
    const disabled = { status: 'DISABLED', disabledReason: 'MANUAL' };
    expect(await change(environmentId, id, { status: 'DISABLED' })).toMatchObject({ record: disabled });
    const moved = await change(environmentId, id, { url: 'https://other.example/' });
    expect(moved).toMatchObject({ record: { ...disabled, url: 'https://other.example/' } });
    expect(await endpointOf(environmentId, id)).toMatchObject({ status: 'DISABLED' });
    expect(await change(environmentId, id, { status: 'ACTIVE' })).toMatchObject({
      record: { status: 'ACTIVE', disabledReason: null },
    });
  });

  it('that is deleted is hidden at once, no longer counts, and remains available to unfinished deliveries', async () => {
    const environmentId = await newEnvironment();
    const { id } = await register(environmentId);
    expect(await readDeletedWebhooks({ db, box }, [{ environmentId, webhookId: id }])).toEqual(new Map());
    expect(await deleteWebhook(db, environmentId, { webhookId: id })).toMatchObject({
      outcome: 'deleted',
      before: { id, status: expect.any(String) as string },
    });
    expect(await readWebhooksVersion(db, environmentId)).toBe(3);
    for (const gone of [id, 'no id'])
      expect(await deleteWebhook(db, environmentId, { webhookId: gone })).toEqual({ outcome: 'not-found' });
    expect([await findWebhook(db, environmentId, id), await listWebhooks(db, environmentId, {})]).toEqual([
      null,
      [],
    ]);
    expect(await change(environmentId, id, { events: ['*'] })).toEqual({ outcome: 'not-found' });
    expect(await endpointOf(environmentId, id)).toBeUndefined();
    const names = [id, randomId()].map((webhookId) => ({ environmentId, webhookId }));
    const deleted = await readDeletedWebhooks({ db, box }, names);
    expect([deleted.size, secretsOf(deleted.get(id))]).toEqual([1, [input.secret, undefined]]);
    expect(await readWebhooksVersion(db, environmentId)).toBe(3);
  });
});

describe('a secret', () => {
  it('that is changed signs from the next version on, and the previous one for 24 hours more', async () => {
    const environmentId = await newEnvironment();
    const { id } = await register(environmentId);
    const held = createWebhookDirectory({ db, box });
    const first = (await held.get(environmentId, 2))?.endpoints.get(id);
    expect(secretsOf(first)).toEqual([input.secret, undefined]);
    await change(environmentId, id, { secret: 'the second of its secrets' });
    const second = (await held.get(environmentId, 3))?.endpoints.get(id);
    expect(secretsOf(second)).toEqual(['the second of its secrets', input.secret]);
    const left = (second?.previous?.untilMs ?? 0) - Date.now();
    expect([left > day - 60_000, left <= day]).toEqual([true, true]);
    await change(environmentId, id, { secret: 'the third of its secrets' });
    expect(secretsOf(await endpointOf(environmentId, id))).toEqual([
      'the third of its secrets',
      'the second of its secrets',
    ]);
  });

  it('whose 24 hours are over is deleted by the next change', async () => {
    const environmentId = await newEnvironment();
    const { id } = await register(environmentId);
    await change(environmentId, id, { secret: 'the second of its secrets' });
    await change(environmentId, id, { events: ['*'] });
    expect(secretsOf(await endpointOf(environmentId, id))).toEqual([
      'the second of its secrets',
      input.secret,
    ]);
    await db.query(`UPDATE webhooks SET previous_until = now() - interval '1 minute' WHERE id = $1`, [id]);
    await change(environmentId, id, { events: ['reward.issued'] });
    expect(secretsOf(await endpointOf(environmentId, id))).toEqual(['the second of its secrets', undefined]);
  });

  it('is not readable in the table, and cannot be opened in another row', async () => {
    const environmentId = await newEnvironment();
    const [mine, other] = [
      await register(environmentId),
      await register(environmentId, { secret: 'a secret of the other' }),
    ];
    const [row] = await db.query<{ text: string }>(
      `SELECT string_agg(encode(secret, 'escape'), ' ') AS text FROM webhooks WHERE environment_id = $1`,
      [environmentId],
    );
    expect(row?.text).not.toMatch(/secret/);
    await db.query('UPDATE webhooks w SET secret = o.secret FROM webhooks o WHERE w.id = $1 AND o.id = $2', [
      mine.id,
      other.id,
    ]);
    expect(secretsOf(await endpointOf(environmentId, mine.id))).toEqual([undefined, undefined]);
    expect(secretsOf(await endpointOf(environmentId, other.id))).toEqual([
      'a secret of the other',
      undefined,
    ]);
    await change(environmentId, mine.id, { secret: 'a secret that mends it' });
    expect(secretsOf(await endpointOf(environmentId, mine.id))[0]).toBe('a secret that mends it');
  });

  it('of too few characters is refused, and one from before stays, also where a PATCH repeats it (D141)', async () => {
    const environmentId = await newEnvironment();
    const { id } = await register(environmentId);
    const weak = { secret: 'passwordpassword' };
    const refused = { outcome: 'invalid', faults: [{ pointer: '/secret' }] };
    const asked = { url: 'https://shop.example/weak', events: ['*'], secret: weak.secret };
    expect(await createWebhook({ db, box }, environmentId, asked)).toMatchObject(refused);
    expect(await change(environmentId, id, weak)).toMatchObject(refused);
    const sealed = box.seal(webhookSecretOwner(environmentId, id), Buffer.from(weak.secret));
    await db.query('UPDATE webhooks SET secret = $2 WHERE id = $1', [id, sealed]);
    expect(await change(environmentId, id, weak)).toMatchObject({ outcome: 'unchanged' });
    expect(await change(environmentId, id, { ...weak, events: ['*'] })).toMatchObject({ outcome: 'changed' });
  });

  it('with a missing key pauses its endpoint, which can get another secret', async () => {
    const environmentId = await newEnvironment();
    const { id } = await register(environmentId);
    const later = newBox();
    expect(await endpointOf(environmentId, id, later)).toMatchObject({ secret: null, previous: null });
    await updateWebhook({ db, box: later }, environmentId, {
      webhookId: id,
      patch: { secret: 'of the later key' },
    });
    expect(secretsOf(await endpointOf(environmentId, id, later))).toEqual(['of the later key', undefined]);
  });
});

it('I9 endpoints of another environment are neither seen nor changed, and their secrets open in no other', async () => {
  const [mine, other] = [await newEnvironment(), await newEnvironment()];
  const record = await register(mine);
  expect([await listWebhooks(db, other, {}), await findWebhook(db, other, record.id)]).toEqual([[], null]);
  expect(await change(other, record.id, { url: 'https://theirs.example/' })).toEqual({
    outcome: 'not-found',
  });
  expect(await deleteWebhook(db, other, { webhookId: record.id })).toEqual({ outcome: 'not-found' });
  expect(
    (await readDeletedWebhooks({ db, box }, [{ environmentId: other, webhookId: record.id }])).size,
  ).toBe(0);
  await db.query(
    `INSERT INTO webhooks (environment_id, id, url, events, secret)
     SELECT $2, id, url, events, secret FROM webhooks WHERE environment_id = $1`,
    [mine, other],
  );
  expect(secretsOf(await endpointOf(other, record.id))).toEqual([undefined, undefined]);
  expect(await findWebhook(db, mine, record.id)).toEqual(record);
  await deleteWebhook(db, other, { webhookId: record.id });
  expect(secretsOf(await endpointOf(mine, record.id))).toEqual([input.secret, undefined]);
});
