import { randomBytes } from 'node:crypto';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import { readOldestDeliveryDay } from '../deliveries/deliveries.ts';
import { deleteWebhook } from '../../endpoint-status.ts';
import { createWebhook, updateWebhook } from '../endpoints/webhooks.ts';
import { type AskedReplay, listReplays, replayEvents } from './replay-events.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const box = createSecretBox(parseSecretKeys(`k:${randomBytes(32).toString('base64')}`));
const hour = 3_600_000;
const newEnvironment = async (): Promise<EnvironmentId> => (await createOwnTenant(db)).environmentIds.live;

const register = async (environmentId: EnvironmentId): Promise<string> => {
  const input = { url: 'https://shop.example/in', secret: 'a secret of the partner', events: ['*'] };
  const made = await createWebhook({ db, box }, environmentId, input);
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return made.record.id;
};

/** A range of the last hour. A range that reaches into the last minute is not complete for a minute. */
const ask = (environmentId: EnvironmentId, webhookId: string, given: Partial<AskedReplay> = {}) => {
  const atMs = given.atMs ?? Date.now();
  const range = { sinceMs: atMs - hour, untilMs: null, only: 'UNDELIVERED', atMs } as const;
  return replayEvents(db, environmentId, { webhookId, ...range, ...given });
};

const iso = (atMs: number): string => new Date(atMs).toISOString();

describe('a requested replay of a range', () => {
  it('is RUNNING, shows its range, and is first in the list of its endpoint', async () => {
    const environmentId = await newEnvironment();
    const webhookId = await register(environmentId);
    const atMs = Date.now();
    const asked = await ask(environmentId, webhookId, { atMs, only: 'ALL' });
    expect(asked).toMatchObject({
      outcome: 'asked',
      replay: {
        only: 'ALL',
        state: 'RUNNING',
        made: 0,
        createdAt: iso(atMs),
        finishedAt: null,
        since: iso(atMs - hour),
        until: iso(atMs),
      },
    });
    await db.query(
      `INSERT INTO webhook_replays (environment_id, webhook_id, id, since, until, selection, state, enabled_at, walked_at, walked_id,
                                    created_at, finished_at)
       SELECT $1, $2, gen_random_uuid(), since, until, 'ALL', 'DONE', enabled_at, walked_at, walked_id,
              created_at - n * interval '1 minute', now() FROM webhook_replays, generate_series(1, 3) n WHERE webhook_id = $2`,
      [environmentId, webhookId],
    );
    const first = await listReplays(db, environmentId, { webhookId, limit: 2 });
    const [, last] = first;
    const before = { createdAt: last?.createdAt ?? '', id: last?.replayId ?? '' };
    const rest = await listReplays(db, environmentId, { webhookId, before });
    const minutes = [...first, ...rest].map(({ createdAt }) => (atMs - Date.parse(createdAt)) / 60_000);
    expect(minutes).toEqual([0, 1, 2, 3]);
  });

  it('▲ is refused while another one is running, also of two concurrent requests; a replay of another endpoint is not', async () => {
    const environmentId = await newEnvironment();
    const [webhookId, other] = [await register(environmentId), await register(environmentId)];
    const both = await Promise.all([ask(environmentId, webhookId), ask(environmentId, webhookId)]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['asked', 'refused']);
    expect(await ask(environmentId, webhookId)).toEqual({
      outcome: 'refused',
      from: 'RUNNING',
      reason: 'REPLAY_RUNNING',
    });
    expect(await ask(environmentId, other)).toMatchObject({ outcome: 'asked' });
    expect(await listReplays(db, environmentId, { webhookId })).toHaveLength(1);
  });

  it('is refused while its endpoint is disabled; a deleted endpoint, or one of another environment, is not found', async () => {
    const [environmentId, theirs] = [await newEnvironment(), await newEnvironment()];
    const webhookId = await register(environmentId);
    await updateWebhook({ db, box }, environmentId, { webhookId, patch: { status: 'DISABLED' } });
    expect(await ask(environmentId, webhookId)).toEqual({
      outcome: 'refused',
      from: 'DISABLED',
      reason: 'ENDPOINT_DISABLED',
    });
    const notFound = { outcome: 'not-found' };
    expect(await ask(theirs, webhookId)).toEqual(notFound);
    await deleteWebhook(db, environmentId, { webhookId });
    for (const id of [webhookId, randomId(), 'no-id']) expect(await ask(environmentId, id)).toEqual(notFound);
  });

  it.each([
    ['begins where it ends', [0, 0], '/since'],
    ['begins behind its end', [1, 0], '/since'],
    ['begins in the future', [1, 2], '/since'],
    ['ends before anything that is kept', [-20_000, -10_000], '/until'],
  ] as const)('that %s is refused', async (_, [since, until], pointer) => {
    const environmentId = await newEnvironment();
    const webhookId = await register(environmentId);
    const atMs = Date.now();
    const range = { atMs, sinceMs: atMs + since * hour, untilMs: atMs + until * hour };
    expect(await ask(environmentId, webhookId, range)).toMatchObject({
      outcome: 'invalid',
      faults: [{ pointer }],
    });
  });

  it('▲ is cut to the stored events: from the oldest stored day to now', async () => {
    const environmentId = await newEnvironment();
    const webhookId = await register(environmentId);
    const [atMs, oldestMs] = [Date.now(), await readOldestDeliveryDay(db)];
    const range = { atMs, sinceMs: oldestMs - hour, untilMs: atMs + hour };
    expect(await ask(environmentId, webhookId, range)).toMatchObject({
      replay: { since: iso(oldestMs), until: iso(atMs) },
    });
    expect(oldestMs % (24 * hour)).toBe(0);
  });
});
