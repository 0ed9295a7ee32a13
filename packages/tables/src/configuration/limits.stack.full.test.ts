import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import {
  createOwnTenant,
  fillConfiguration,
  openSharedDatabase,
  readConfigVersion,
} from '@loyalty/testkit/database';
import { createCampaign, transitionCampaign } from '../campaigns/change-campaign.ts';
import { createEventDefinition, updateEventDefinition } from '../events/write-event-definitions.ts';
import { createSegment, deleteSegment } from '../segments/change-segment.ts';
import { heldBack } from '../testing/held-back.ts';
import { createTestCampaign } from '../testing/test-configuration.ts';
import { createTier, deleteTier } from '../tiers/change-tier.ts';
import { deleteWebhook } from '../endpoint-status.ts';
import { createWebhook } from '../webhooks/endpoints/webhooks.ts';
import { configurationLimits, type CountedConfiguration } from './write-configuration.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

type Write = () => Promise<{ readonly outcome: string }>;

const earningRule = { type: 'FIXED_POINTS', points: 5 } as const;
const transition = (campaignId: string, action: 'activate' | 'pause' | 'resume' | 'archive') =>
  transitionCampaign(db, environmentId, { campaignId, action });

const newKey = (): string => `of.${randomId()}`;
const define = (key: string) =>
  createEventDefinition(db, environmentId, { key, name: 'Some', properties: {} });
const restate = (key: string, state: 'ACTIVE' | 'ARCHIVED') =>
  updateEventDefinition(db, environmentId, { key, patch: { state } });

const box = createSecretBox(parseSecretKeys(`k:${Buffer.alloc(32).toString('base64')}`));
const webhook = { url: 'https://shop.example', secret: 'sixteen characters', events: ['*'] };

/** The next threshold of a tier; the filled-in ones are lower. */
let threshold = 1_000;

/** An operation that adds one row of a kind, with its preparation. */
const additions: Readonly<Record<string, readonly [CountedConfiguration, () => Promise<Write>]>> = {
  'a new campaign': [
    'campaigns',
    () => Promise.resolve(() => createCampaign(db, environmentId, { name: 'New', earningRule })),
  ],
  'an activation': [
    'activeCampaigns',
    async () => {
      const { id } = await createTestCampaign(db, environmentId);
      return () => transition(id, 'activate');
    },
  ],
  'a resume': [
    'activeCampaigns',
    async () => {
      const { id } = await createTestCampaign(db, environmentId);
      await transition(id, 'activate');
      await transition(id, 'pause');
      return () => transition(id, 'resume');
    },
  ],
  'a new tier': [
    'tiers',
    () =>
      Promise.resolve(() => {
        threshold += 1;
        return createTier(db, environmentId, { name: 'New', minLifetimePoints: threshold });
      }),
  ],
  'a new segment': [
    'segments',
    () => Promise.resolve(() => createSegment(db, environmentId, { name: 'New', type: 'STATIC' })),
  ],
  'a new event definition': ['eventDefinitions', () => Promise.resolve(() => define(newKey()))],
  'an event definition that leaves the archive': [
    'eventDefinitions',
    async () => {
      const key = newKey();
      await define(key);
      await restate(key, 'ARCHIVED');
      return () => restate(key, 'ACTIVE');
    },
  ],
  'a new webhook': [
    'webhooks',
    () => Promise.resolve(() => createWebhook({ db, box }, environmentId, webhook)),
  ],
};

const table = Object.entries(additions).map(([what, [of, prepare]]) => ({ what, of, prepare }));

describe.each(table)('$what', ({ of, prepare }) => {
  const limit = configurationLimits[of];
  const refused = { outcome: 'limit-exceeded', limit, of };

  it('works up to the limit, and is refused beyond it without a trace (D74)', async () => {
    const [last, beyond] = [await prepare(), await prepare()];
    await fillConfiguration(db, environmentId, { [of]: limit - 1 });
    expect((await last()).outcome).toMatch(/^(created|changed)$/);
    const version = await readConfigVersion(db, environmentId);
    expect(await beyond()).toEqual(refused);
    expect(await readConfigVersion(db, environmentId)).toBe(version);
  });

  it('▲ fills the limit exactly, however many run at once', async () => {
    const works: Write[] = [];
    for (let at = 0; at < 6; at += 1) works.push(await prepare());
    await fillConfiguration(db, environmentId, { [of]: limit - 3 });
    // All of them have counted, if they can, before the first has committed.
    const results = await heldBack(
      db,
      { lockText: 'SELECT id FROM environments WHERE id = $1 FOR NO KEY UPDATE', values: [environmentId] },
      works,
    );
    expect(results.filter(({ outcome }) => outcome === 'limit-exceeded')).toEqual([
      refused,
      refused,
      refused,
    ]);
  });

  it('does not count other environments', async () => {
    await fillConfiguration(db, environmentId, { [of]: limit });
    environmentId = (await createOwnTenant(db)).environmentIds.live;
    expect((await (await prepare())()).outcome).toMatch(/^(created|changed)$/);
  });
});

describe('the count decreases', () => {
  it('by archiving a campaign, whatever its state', async () => {
    const active = await createTestCampaign(db, environmentId);
    const draft = await createTestCampaign(db, environmentId);
    await transition(active.id, 'activate');
    await fillConfiguration(db, environmentId, { activeCampaigns: configurationLimits.activeCampaigns - 1 });
    expect((await transition(draft.id, 'activate')).outcome).toBe('limit-exceeded');
    await transition(active.id, 'archive');
    expect((await transition(draft.id, 'activate')).outcome).toBe('changed');
  });

  it('by pausing a campaign', async () => {
    const [first, second] = [
      await createTestCampaign(db, environmentId),
      await createTestCampaign(db, environmentId),
    ];
    await transition(first.id, 'activate');
    await fillConfiguration(db, environmentId, { activeCampaigns: configurationLimits.activeCampaigns - 1 });
    await transition(first.id, 'pause');
    expect((await transition(second.id, 'activate')).outcome).toBe('changed');
    expect((await transition(first.id, 'resume')).outcome).toBe('limit-exceeded');
  });

  it('by archiving an event definition, and by deleting a tier or a segment', async () => {
    const key = newKey();
    await define(key);
    await fillConfiguration(db, environmentId, {
      eventDefinitions: configurationLimits.eventDefinitions - 1,
    });
    expect((await define(newKey())).outcome).toBe('limit-exceeded');
    await restate(key, 'ARCHIVED');
    expect((await define(newKey())).outcome).toBe('created');

    const tier = await createTier(db, environmentId, { name: 'First', minLifetimePoints: 0 });
    await fillConfiguration(db, environmentId, { tiers: configurationLimits.tiers - 1 });
    const deletion = {
      isForced: true,
      countMembers: () => Promise.resolve({ memberCount: 0, isWhole: true }),
    };
    await deleteTier(db, environmentId, { tierId: 'record' in tier ? tier.record.id : '', ...deletion });
    expect((await createTier(db, environmentId, { name: 'Next', minLifetimePoints: 0 })).outcome).toBe(
      'created',
    );

    const segment = await createSegment(db, environmentId, { name: 'First', type: 'STATIC' });
    await fillConfiguration(db, environmentId, { segments: configurationLimits.segments - 1 });
    await deleteSegment(db, environmentId, 'record' in segment ? segment.record.id : '');
    expect((await createSegment(db, environmentId, { name: 'Next', type: 'STATIC' })).outcome).toBe(
      'created',
    );
  });

  it('by deleting a webhook', async () => {
    const first = await createWebhook({ db, box }, environmentId, webhook);
    await fillConfiguration(db, environmentId, { webhooks: configurationLimits.webhooks - 1 });
    await deleteWebhook(db, environmentId, { webhookId: 'record' in first ? first.record.id : '' });
    expect((await createWebhook({ db, box }, environmentId, webhook)).outcome).toBe('created');
  });

  it('▲ not by deleting webhooks repeatedly: at most a hundred are replaced within three hours', async () => {
    await fillConfiguration(db, environmentId, { webhooks: configurationLimits.webhooks });
    await db.query('UPDATE webhooks SET deleted_at = now() WHERE environment_id = $1', [environmentId]);
    await fillConfiguration(db, environmentId, { webhooks: configurationLimits.webhooks - 1 });
    const last = await createWebhook({ db, box }, environmentId, webhook);
    const webhookId = 'record' in last ? last.record.id : '';
    expect(await deleteWebhook(db, environmentId, { webhookId })).toMatchObject({ outcome: 'deleted' });
    const refused = { outcome: 'limit-exceeded', limit: configurationLimits.webhooks, of: 'webhooks' };
    expect(await createWebhook({ db, box }, environmentId, webhook)).toEqual(refused);
    await db.query(
      `UPDATE webhooks SET deleted_at = now() - interval '3 hours' WHERE environment_id = $1 AND id = $2`,
      [environmentId, webhookId],
    );
    expect((await createWebhook({ db, box }, environmentId, webhook)).outcome).toBe('created');
  });
});

describe('at the limit', () => {
  it('a duplicate is reported as a duplicate, not as beyond the limit', async () => {
    const key = newKey();
    await define(key);
    await fillConfiguration(db, environmentId, {
      eventDefinitions: configurationLimits.eventDefinitions - 1,
    });
    expect(await define(key)).toEqual({ outcome: 'duplicate', field: 'key' });
    await fillConfiguration(db, environmentId, { tiers: configurationLimits.tiers });
    const again = { name: 'Again', minLifetimePoints: configurationLimits.tiers };
    expect(await createTier(db, environmentId, again)).toMatchObject({ outcome: 'duplicate' });
    const campaign = await createTestCampaign(db, environmentId);
    await transition(campaign.id, 'activate');
    await fillConfiguration(db, environmentId, { activeCampaigns: configurationLimits.activeCampaigns });
    expect(await transition(campaign.id, 'activate')).toMatchObject({ outcome: 'unchanged' });
  });

  it('an event definition can be changed and archived', async () => {
    const key = newKey();
    await define(key);
    await fillConfiguration(db, environmentId, { eventDefinitions: configurationLimits.eventDefinitions });
    const patch = { name: 'Renamed', state: 'ACTIVE' } as const;
    expect(await updateEventDefinition(db, environmentId, { key, patch })).toMatchObject({
      outcome: 'changed',
    });
    expect(await restate(key, 'ARCHIVED')).toMatchObject({ outcome: 'changed' });
  });
});
