import { type MemberId, memberKeyOf } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import { findMemberByKey } from '@loyalty/tables/members';
import { findEnvironment } from '@loyalty/tables/tenants';
import { createTier } from '@loyalty/tables/tiers/management';
import { enrolMember } from '@loyalty/tables/testing';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { createTenantOnStack, documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import type { MemberReport } from './member-report.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let place: string[];
let tenantId: string;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'cli-test', poolMax: 2, logger: silentLogger });
  tenantId = await createTenantOnStack();
  place = ['--tenant', tenantId, '--mode', 'live'];
  // The first calls to a fresh registry may take longer than their timeout.
  await eventually('the registry responds', async () => {
    const { exitCode } = await loyaltyctl(['schemas', 'register']);
    return exitCode === 0;
  });
});
afterAll(() => db.close());

const environmentOf = async () => {
  const environment = await findEnvironment(db, tenantId, 'live');
  if (environment === null) throw new Error('no environment');
  return environment;
};

const enrol = async (externalRef: string): Promise<MemberId> => {
  const { environmentId, secret } = await environmentOf();
  return enrolMember(db, environmentId, { externalRef, memberKey: memberKeyOf(secret, externalRef) });
};

test('a member is shown by reference and by id, on one screen', async () => {
  const id = await enrol('customer-42');
  const shown = await documentOf<MemberReport>('members', 'show', 'customer-42', ...place);
  expect(shown).toMatchObject({ member: { id, externalRef: 'customer-42' }, entries: [], lots: [] });
  const { out } = await loyaltyctl(['members', 'show', id, ...place]);
  expect(out).toContain(`Member ${id} «customer-42» is active`);
  expect(out).toContain('0 points, 0 in their lifetime; no tier; enrolled');
  await db.query('UPDATE members SET points_to_deduct = 150 WHERE id = $1', [id]);
  const { environmentId } = await environmentOf();
  const tier = await createTier(db, environmentId, { name: 'Everybody', minLifetimePoints: 0 });
  if (tier.outcome !== 'created') throw new Error(tier.outcome);
  const indebted = await loyaltyctl(['members', 'show', id, ...place]);
  expect(indebted.out).toContain(
    '0 points, 0 in their lifetime, 150 to be deducted from the next points they earn; tier «Everybody»; enrolled',
  );
  await db.query('UPDATE members SET points_to_deduct = 0 WHERE id = $1', [id]);
  expect(out).toMatch(
    /Ledger, newest first: none\.\n\nPoints that expire: none\.\n\nPending points: none\.\n\nOpen authorizations: none\.\n\nLimits: none\.\n\nRewards: none\./,
  );
});

test('what a member has used of limits is on the screen', async () => {
  const { environmentId } = await environmentOf();
  const memberId = await enrol('customer-of-limits');
  const made = await createCampaign(db, environmentId, {
    name: 'Coffee',
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    limits: [
      { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500 },
      { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 3 },
    ],
  });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  const campaignId = made.record.id;
  await transitionCampaign(db, environmentId, { campaignId, action: 'activate' });
  await db.query(
    'INSERT INTO member_uses (environment_id, member_id, campaign_id, period, starts_on, times, points) VALUES ($1, $2, $3, 0, 0, 2, 40)',
    [environmentId, memberId, campaignId],
  );
  const { limits } = await documentOf<MemberReport>('members', 'show', memberId, ...place);
  const { out } = await loyaltyctl(['members', 'show', memberId, ...place]);
  // No response gave them: a check of the stack would find them (I24).
  await db.query('DELETE FROM member_uses WHERE member_id = $1', [memberId]);
  expect(limits).toEqual([
    expect.objectContaining({ campaignId, period: 'EVER', of: 'TIMES', max: 3, used: 2, left: 1 }),
    expect.objectContaining({ campaignId, period: 'MONTH', of: 'POINTS', max: 500, used: 0, left: 500 }),
  ]);
  expect(out).toMatch(
    /Limits:\n.*campaign +from +to +of +used +left\n.*Coffee +all time +times +2 +1\n.*Coffee +\d{4}-\d\d-01 +\d{4}-\d\d-\d\d +points +0 +500\n/,
  );
});

test('a member is erased once, and a missing one is not found', async () => {
  const id = await enrol('customer-43');
  const erased = await documentOf<{ erasedAt: string }>('members', 'erase', 'customer-43', ...place, '--yes');
  const again = await documentOf<{ erasedAt: string }>('members', 'erase', id, ...place, '--yes');
  expect(again).toEqual(erased);
  const { exitCode, err } = await loyaltyctl(['members', 'show', 'nobody', ...place]);
  expect([exitCode, err]).toEqual([1, expect.stringContaining('There is no member')]);
});

test('▲ after a restore to before the erasure, or before the enrolment, members of the topic are erased again', async () => {
  const { environmentId, secret } = await environmentOf();
  const [before, after] = [await enrol('before-backup'), await enrol('after-backup')];
  for (const id of [before, after]) await documentOf('members', 'erase', id, ...place, '--yes');
  await eventually('the facts are published', async () => {
    const rows = await db.query('SELECT 1 FROM outbox WHERE owner = 0');
    return rows.length === 0;
  });
  // The state after a restore: one member is not erased, the other does not exist.
  await db.query('DELETE FROM erasures WHERE environment_id = $1', [environmentId]);
  await db.query('DELETE FROM member_profiles WHERE environment_id = $1 AND member_id = $2', [
    environmentId,
    after,
  ]);
  await db.query('DELETE FROM members WHERE environment_id = $1 AND id = $2', [environmentId, after]);
  await db.query(
    `UPDATE members SET state = 'active', external_ref = 'before-backup' WHERE environment_id = $1 AND id = $2`,
    [environmentId, before],
  );
  await documentOf('erasures', 'reapply');
  const scope = { environmentId, tenantId };
  for (const [ref, id] of [
    ['before-backup', before],
    ['after-backup', after],
  ] as const) {
    const member = await findMemberByKey(db, scope, memberKeyOf(secret, ref));
    expect(member).toMatchObject({
      id,
      state: 'anonymized',
      externalRef: expect.stringMatching(/^anon_/) as string,
    });
  }
  expect(await documentOf('erasures', 'reapply')).toMatchObject({ erased: 0, tombstone: 0 });
});
