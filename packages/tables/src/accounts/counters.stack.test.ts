import { type CampaignId, type EnvironmentId, randomId } from '@loyalty/kernel';
import { withSchemaDatabase } from '@loyalty/testkit/database';
import { beginSharedCounters, lockSharedCounters } from './counters.ts';

const environmentId = 7 as EnvironmentId;
const campaignId = randomId() as CampaignId;
const scopes = ['store:b', 'store:B', 'store:\u{1F600}', 'store:a', 'store:\uFFFD', ''];
const byBytes = ['', 'store:B', 'store:a', 'store:b', 'store:\uFFFD', 'store:\u{1F600}'];

test('▲ shared counts are created in the order in which they are locked: that of bytes, whatever the collation', () =>
  withSchemaDatabase(async (db) => {
    const names = scopes.map((scope) => ({ environmentId, campaignId, scope }));
    await db.transaction(async (tx) => {
      await beginSharedCounters(tx, names);
      const locked = await lockSharedCounters(tx, names);
      expect(locked.map(({ scope }) => scope)).toEqual(byBytes);
    });
    const rows = await db.query<{ scope: string }>('SELECT scope FROM campaign_counters ORDER BY ctid');
    expect(rows.map(({ scope }) => scope)).toEqual(byBytes);
  }));
