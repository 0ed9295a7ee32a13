import { randomUUID } from 'node:crypto';
import type { Loyalty } from '@loyalty/client';
import { configurationLimits } from '@loyalty/tables/configuration';
import {
  codesOf,
  codesOfAll,
  createProblemBook,
  nobody,
  leastBodies,
  notFoundCodes,
  operationIds,
  type RefusedCall,
  takesBody,
  unknownIds,
  unprovoked,
} from '../support/client-problems.ts';
import { giftCampaign, issueReward } from '../support/rewards.ts';
import { fillKeys, openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant, fillTestEnvironment } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

let loyalty: Loyalty;
let stored: StoredRows;
const book = createProblemBook();

beforeAll(async () => {
  loyalty = clientOf(await createTestTenant('Client, problem by problem'));
  stored = openStoredRows();
});
afterAll(() => stored.close());

const wrongOf = (calls: readonly RefusedCall[]): Promise<readonly string[]> => book.wrongOf(loyalty, calls);

const receipt = (memberRef: string, over: object = {}) => ({
  body: { transactionRef: randomUUID(), memberRef, amount: 15_000, ...over },
});

const order = (memberRef: string, over: object = {}) => {
  const { body } = receipt(memberRef, { amount: 1_000_000 });
  return { body: { ...body, pointsRequested: 100, ...over } };
};

test('what does not exist', async () => {
  const rows = operationIds
    // A pool or an import that is not there is made.
    .filter((id) => Object.keys(unknownIds(id)).length > 0 && id !== 'putCodePool' && id !== 'putImport')
    .map((id): RefusedCall => {
      const ids = unknownIds(id);
      const [first = ''] = Object.keys(ids);
      const body = takesBody(id) ? { body: leastBodies[id] ?? {} } : {};
      return [id, notFoundCodes['deliveryId' in ids ? 'deliveryId' : first] ?? '', { ...ids, ...body }];
    });
  const name = { transactionRef: nobody };
  const wrong = await wrongOf([
    ...rows,
    ['findTransaction', 'TRANSACTION_NOT_FOUND', name],
    ['listReturns', 'TRANSACTION_NOT_FOUND', name],
    ['captureRedemption', 'TRANSACTION_NOT_FOUND', { body: name }],
    ['voidRedemption', 'TRANSACTION_NOT_FOUND', { body: name }],
    ['returnPurchase', 'TRANSACTION_NOT_FOUND', { body: { ...name, returnRef: nobody, whole: true } }],
    ['quoteReturn', 'TRANSACTION_NOT_FOUND', { body: { ...name, whole: true } }],
    ['updateEventDefinitionByKey', 'EVENT_DEFINITION_NOT_FOUND', { body: { key: 'no.such', name: 'x' } }],
    [
      'submitEvent',
      'EVENT_DEFINITION_NOT_FOUND',
      { body: { eventKey: 'no.such', ref: nobody, payload: { customerId: 'm' } } },
    ],
  ]);
  expect(wrong).toEqual([]);
});

describe('members, receipts and points', () => {
  let campaignId: string;
  let withMinimum: string;
  const memberOf: Record<string, string> = {};
  const sale: Record<string, string> = {};
  const hold: Record<string, string> = {};
  const names = ['active', 'other', 'suspended', 'blocked', 'erased', 'full', 'holding'];
  const eventKey = 'client.fuel';
  const event = (customerId: string, ref = randomUUID()) => ({
    body: { eventKey, ref, payload: { customerId } },
  });
  const signup = (name: string, over: object = {}) => ({
    memberId: memberOf[name],
    body: { type: 'SIGNUP', ref: randomUUID(), ...over },
  });
  const adjustment = (name: string, points: number, ref = randomUUID()) => ({
    memberId: memberOf[name] ?? '',
    body: { points, reason: 'Goodwill', ref },
  });

  const activated = async (body: object): Promise<string> => {
    const { id } = await loyalty.createCampaign({ body } as Parameters<Loyalty['createCampaign']>[0]);
    await loyalty.activateCampaign({ campaignId: id });
    return id;
  };

  beforeAll(async () => {
    const earningRule = { type: 'FIXED_POINTS', points: 0 };
    await loyalty.createEventDefinition({ body: { key: eventKey, name: 'Fuel', properties: {} } });
    withMinimum = await activated({
      name: 'From 50 points on',
      earningRule: { ...earningRule, points: 1 },
      redemptionRule: { pointsPerRand: 10, minPointsPerRedemption: 50 },
    });
    campaignId = await activated({
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    });
    await activated({
      name: 'By event',
      earningRule: { type: 'EVENT_TRIGGER', eventKey, reward: { points: 5 } },
    });
    await activated({ name: 'Welcome', earningRule: { type: 'SIGNUP_BONUS', points: 5 } });
    for (const name of names) {
      const bought = receipt(name, { amount: 100_000 });
      ({ memberId: memberOf[name] } = await loyalty.evaluateTransaction(bought));
      sale[name] = bought.body.transactionRef;
      const held = order(name, { pointsRequested: 10 });
      await loyalty.authorizeRedemption(held);
      hold[name] = held.body.transactionRef;
    }
    await loyalty.suspendMember({ memberId: memberOf['suspended'] ?? '' });
    const body = { reference: 'blocked', state: 'BLOCKED' } as const;
    await loyalty.putMemberReference({ memberId: memberOf['blocked'] ?? '', body });
    await loyalty.eraseMember({ memberId: memberOf['erased'] ?? '' });
    const { pointsBalance } = await loyalty.getMember({ memberId: memberOf['full'] ?? '' });
    await loyalty.adjustPoints(adjustment('full', Number.MAX_SAFE_INTEGER - pointsBalance));
    for (let at = 1; at < 20; at += 1)
      await loyalty.authorizeRedemption(order('holding', { pointsRequested: 10 }));
    const items = Array.from({ length: 100 }, () => ({
      transactionRef: sale['active'] ?? '',
      returnRef: randomUUID(),
      amount: 1,
    }));
    await loyalty.bulkReturn({ body: { items } });
  });

  test('a member who is suspended, erased, unknown, or has too many points', async () => {
    const basket = (name: string) => ({ body: { memberRef: name, amount: 15_000 } });
    const quote = (name: string) => ({ body: { memberRef: name, amount: 15_000, pointsRequested: 10 } });
    const consent = { purpose: 'MARKETING', channels: ['SMS'], granted: true, source: 'till' };
    const of = (name: string) => ({ memberId: memberOf[name] });
    const soldTo = (name: string) => ({ transactionRef: sale[name], whole: true });
    const card = (name: string, reference: string) => ({ memberId: memberOf[name], body: { reference } });
    const rows = (name: string, code: string): RefusedCall[] => [
      ['evaluateTransaction', code, receipt(name)],
      ['simulateTransaction', code, basket(name)],
      ['explainTransaction', code, basket(name)],
      ['redeemPoints', code, order(name)],
      ['authorizeRedemption', code, order(name)],
      ['quoteRedemption', code, quote(name)],
      ['submitEvent', code, event(name)],
      ['submitLifecycleEvent', code, signup(name)],
    ];
    const wrong = await wrongOf([
      ...rows('suspended', 'MEMBER_SUSPENDED'),
      ...rows('blocked', 'REFERENCE_BLOCKED'),
      ...rows('erased', 'MEMBER_ERASED'),
      ['captureRedemption', 'MEMBER_ERASED', { body: { transactionRef: hold['erased'] } }],
      ['voidRedemption', 'MEMBER_ERASED', { body: { transactionRef: hold['erased'] } }],
      ['returnPurchase', 'MEMBER_ERASED', { body: { ...soldTo('erased'), returnRef: 'r' } }],
      ['quoteReturn', 'MEMBER_ERASED', { body: soldTo('erased') }],
      ['createMember', 'MEMBER_ERASED', { body: { externalRef: 'erased' } }],
      ['putMemberReference', 'MEMBER_ERASED', card('erased', 'r')],
      ['releaseMemberReference', 'MEMBER_ERASED', card('erased', 'r')],
      ['putMemberReference', 'REFERENCE_TAKEN', card('active', 'other')],
      ['releaseMemberReference', 'INVALID_STATE_TRANSITION', card('active', 'active')],
      ['addMemberNote', 'MEMBER_ERASED', { ...of('erased'), body: { text: 'x' } }],
      ['recordConsent', 'MEMBER_ERASED', { body: { ...consent, ...of('erased') } }],
      ['recordConsent', 'MEMBER_NOT_FOUND', { body: { ...consent, memberId: nobody } }],
      ['updateMember', 'INVALID_STATE_TRANSITION', { ...of('erased'), body: { name: 'x' } }],
      ['suspendMember', 'INVALID_STATE_TRANSITION', of('erased')],
      ['reinstateMember', 'INVALID_STATE_TRANSITION', of('erased')],
      ['adjustPoints', 'INVALID_STATE_TRANSITION', adjustment('erased', 1)],
      ['redeemPoints', 'MEMBER_NOT_FOUND', order('nobody')],
      ['authorizeRedemption', 'MEMBER_NOT_FOUND', order('nobody')],
      ['quoteRedemption', 'MEMBER_NOT_FOUND', quote('nobody')],
      ['evaluateTransaction', 'POINTS_OVERFLOW', receipt('full')],
      ['simulateTransaction', 'POINTS_OVERFLOW', basket('full')],
      ['explainTransaction', 'POINTS_OVERFLOW', basket('full')],
      ['submitEvent', 'POINTS_OVERFLOW', event('full')],
      ['submitLifecycleEvent', 'POINTS_OVERFLOW', signup('full')],
      ['adjustPoints', 'POINTS_OVERFLOW', adjustment('full', 1)],
      ['voidRedemption', 'POINTS_OVERFLOW', { body: { transactionRef: hold['full'] } }],
    ]);
    expect(wrong).toEqual([]);
  });

  test('points that cannot be taken, and returns that cannot be', async () => {
    const burns = ['redeemPoints', 'authorizeRedemption', 'quoteRedemption'] as const;
    const each = (code: string, over: object): RefusedCall[] =>
      burns.map((id) => {
        const { transactionRef, ...asked } = order('active', over).body;
        return [id, code, { body: id === 'quoteRedemption' ? asked : { ...asked, transactionRef } }];
      });
    const wrong = await wrongOf([
      ...each('INSUFFICIENT_POINTS', { pointsRequested: 1_000_000, campaignId }),
      ...each('BELOW_MIN_REDEMPTION', { pointsRequested: 20, campaignId: withMinimum }),
      ...each('NOTHING_TO_REDEEM', { pointsRequested: 9, campaignId }),
      ...each('CAMPAIGN_NOT_FOUND', { campaignId: nobody }),
      ['adjustPoints', 'INSUFFICIENT_POINTS', adjustment('active', -1_000_000)],
      ['authorizeRedemption', 'LIMIT_EXCEEDED', order('holding', { pointsRequested: 10 })],
      [
        'returnPurchase',
        'LIMIT_EXCEEDED',
        { body: { transactionRef: sale['active'], returnRef: 'r', amount: 1 } },
      ],
      ['quoteReturn', 'LIMIT_EXCEEDED', { body: { transactionRef: sale['active'], amount: 1 } }],
      [
        'returnPurchase',
        'RETURN_EXCEEDS_RECEIPT',
        { body: { transactionRef: sale['other'], returnRef: 'r', amount: 100_001 } },
      ],
      ['quoteReturn', 'RETURN_EXCEEDS_RECEIPT', { body: { transactionRef: sale['other'], amount: 100_001 } }],
    ]);
    expect(wrong).toEqual([]);
  });

  test('a reference that another member has', async () => {
    const redeemed = order('active');
    await loyalty.redeemPoints(redeemed);
    const transactionRef = redeemed.body.transactionRef;
    const submitted = event('active');
    await loyalty.submitEvent(submitted);
    const given = adjustment('active', 1);
    await loyalty.adjustPoints(given);
    const back = { transactionRef: sale['suspended'] ?? '', returnRef: randomUUID(), amount: 1 };
    await loyalty.returnPurchase({ body: back });
    const wrong = await wrongOf([
      ['evaluateTransaction', 'TRANSACTION_DUPLICATE', receipt('other', { transactionRef: sale['active'] })],
      ['redeemPoints', 'TRANSACTION_DUPLICATE', order('other', { transactionRef })],
      ['authorizeRedemption', 'TRANSACTION_DUPLICATE', order('other', { transactionRef })],
      ['submitEvent', 'TRANSACTION_DUPLICATE', event('other', submitted.body.ref)],
      ['submitLifecycleEvent', 'TRANSACTION_DUPLICATE', signup('other', { ref: submitted.body.ref })],
      ['adjustPoints', 'TRANSACTION_DUPLICATE', adjustment('other', 1, given.body.ref)],
      ['returnPurchase', 'TRANSACTION_DUPLICATE', { body: { ...back, transactionRef: sale['other'] } }],
      ['returnPurchase', 'MEMBER_MISMATCH', { body: { ...back, memberRef: 'active' } }],
      ['quoteReturn', 'MEMBER_MISMATCH', { body: { ...back, memberRef: 'active' } }],
      ['captureRedemption', 'INVALID_STATE_TRANSITION', { body: { transactionRef } }],
    ]);
    expect(wrong).toEqual([]);
  });

  test('rewards in another state', async () => {
    await activated(giftCampaign);
    const { campaigns } = await loyalty.evaluateTransaction(receipt('active'));
    const rewardId = campaigns.flatMap(({ rewardIds }) => rewardIds)[0] ?? '';
    await issueReward(stored, rewardId);
    await loyalty.redeemReward({ rewardId, body: { transactionRef: 'receipt-1' } });
    const wrong = await wrongOf([
      ['redeemReward', 'REWARD_NOT_REDEEMABLE', { rewardId, body: { transactionRef: 'receipt-2' } }],
      ['expireReward', 'INVALID_STATE_TRANSITION', { rewardId }],
      ['retryReward', 'INVALID_STATE_TRANSITION', { rewardId }],
    ]);
    expect(wrong).toEqual([]);
  });

  test('tiers, segments and events in another state', async () => {
    const tier = { name: 'Gold', minLifetimePoints: 0 };
    const { id: tierId } = await loyalty.createTier({ body: tier });
    const silver = await loyalty.createTier({ body: { name: 'Silver', minLifetimePoints: 1_000_000 } });
    await loyalty.evaluateTransaction(receipt('golden'));
    const rules = { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] } as const;
    const dynamic = await loyalty.createSegment({ body: { name: 'Active', type: 'DYNAMIC', rules } });
    const { id: segmentId } = await loyalty.createSegment({ body: { name: 'Staff', type: 'STATIC' } });
    const old = { key: 'client.old', name: 'Old', properties: {} };
    await loyalty.createEventDefinition({ body: old });
    await loyalty.updateEventDefinition({ eventKey: old.key, body: { state: 'ARCHIVED' } });
    const ofDynamic = { segmentId: dynamic.id };
    const memberId = memberOf['active'];
    const payload = { customerId: 'active' };
    const wrong = await wrongOf([
      ['createTier', 'DUPLICATE_KEY', { body: tier }],
      ['putCodePool', 'DUPLICATE_KEY', { poolName: 'generator', body: { lowBelow: 1 } }],
      ['updateTier', 'DUPLICATE_KEY', { tierId: silver.id, body: { minLifetimePoints: 0 } }],
      ['deleteTier', 'TIER_HAS_MEMBERS', { tierId }],
      ['refreshSegment', 'SEGMENT_NOT_DYNAMIC', { segmentId }],
      ['addSegmentMembers', 'SEGMENT_NOT_STATIC', { ...ofDynamic, body: { memberId } }],
      ['removeSegmentMember', 'SEGMENT_NOT_STATIC', { ...ofDynamic, memberId }],
      ['addSegmentMembers', 'MEMBER_NOT_FOUND', { segmentId, body: { memberId: nobody } }],
      ['removeSegmentMember', 'MEMBER_NOT_FOUND', { segmentId, memberId: nobody }],
      ['addSegmentMembers', 'MEMBER_ERASED', { segmentId, body: { memberId: memberOf['erased'] } }],
      ['createEventDefinition', 'DUPLICATE_KEY', { body: old }],
      [
        'submitEvent',
        'EVENT_DEFINITION_ARCHIVED',
        { body: { eventKey: old.key, ref: randomUUID(), payload } },
      ],
      ['submitLifecycleEvent', 'EVENT_DEFINITION_ARCHIVED', signup('active', { eventKey: old.key })],
      ['submitLifecycleEvent', 'EVENT_DEFINITION_NOT_FOUND', signup('active', { eventKey: 'no.such' })],
    ]);
    expect(wrong).toEqual([]);
  });

  test('campaigns and webhooks in another state', async () => {
    const draft = { name: 'Draft', earningRule: { type: 'FIXED_POINTS', points: 1 } } as const;
    const { id } = await loyalty.createCampaign({ body: draft });
    const early = await wrongOf([
      ['pauseCampaign', 'INVALID_STATE_TRANSITION', { campaignId: id }],
      ['resumeCampaign', 'INVALID_STATE_TRANSITION', { campaignId: id }],
    ]);
    expect(early).toEqual([]);
    await loyalty.archiveCampaign({ campaignId: id });
    const url = 'https://hooks.invalid/in';
    const { id: webhookId } = await loyalty.createWebhook({ body: { url, events: ['*'] } });
    const { deliveryId } = await loyalty.testWebhook({ webhookId });
    await loyalty.updateWebhook({ webhookId, body: { status: 'DISABLED' } });
    const { id: keyId } = await loyalty.createApiKey({ body: { name: 'Till', role: 'till' } });
    await loyalty.revokeApiKey({ keyId });
    const wrong = await wrongOf([
      ['activateCampaign', 'INVALID_STATE_TRANSITION', { campaignId: id }],
      ['updateCampaign', 'INVALID_STATE_TRANSITION', { campaignId: id, body: { name: 'x' } }],
      ['narrowApiKey', 'INVALID_STATE_TRANSITION', { keyId, body: { name: 'x' } }],
      ['rotateApiKey', 'INVALID_STATE_TRANSITION', { keyId }],
      ['replayDelivery', 'INVALID_STATE_TRANSITION', { webhookId, deliveryId }],
      ['replayEvents', 'INVALID_STATE_TRANSITION', { webhookId, body: { since: '2026-03-01' } }],
    ]);
    expect(wrong).toEqual([]);
  });
});

describe('beyond a limit', () => {
  const fixed = { type: 'FIXED_POINTS', points: 1 } as const;
  const ruled = (comparisons: number) => ({
    operator: 'OR' as const,
    conditions: Array.from({ length: comparisons }, (_, value) => ({
      field: 'points_balance' as const,
      op: 'eq' as const,
      value,
    })),
  });

  test('nothing more is created, activated or enlarged', async () => {
    const full = await createTestTenant('Client of a full tenant');
    const client = clientOf(full);
    const campaign = { body: { name: 'One more', earningRule: fixed } };
    const [draft, paused] = [await client.createCampaign(campaign), await client.createCampaign(campaign)];
    await client.activateCampaign({ campaignId: paused.id });
    await client.pauseCampaign({ campaignId: paused.id });
    const old = { key: 'an.old.one', name: 'Old', properties: {} };
    await client.createEventDefinition({ body: old });
    await client.updateEventDefinition({ eventKey: old.key, body: { state: 'ARCHIVED' } });
    const segments: string[] = [];
    for (let made = 0; made < 21; made += 1) {
      const body = {
        name: `Ruled ${made.toString()}`,
        type: 'DYNAMIC',
        rules: ruled([50, 49, 1][Math.max(0, made - 18)] ?? 50),
      } as const;
      segments.push((await client.createSegment({ body })).id);
    }
    for (const kind of [
      'activeCampaigns',
      'campaigns',
      'tiers',
      'segments',
      'eventDefinitions',
      'webhooks',
    ] as const)
      await fillTestEnvironment(full, kind, configurationLimits[kind]);
    await stored.rowsOf(
      `UPDATE campaigns SET store_ids = array_fill(repeat('s', 255), ARRAY[33000])
        WHERE id = (SELECT c.id FROM campaigns c JOIN environments e ON e.id = c.environment_id
                     WHERE e.tenant_id = $1 AND c.name = 'Filler' AND c.state = 'DRAFT' LIMIT 1)`,
      [full.tenantId],
    );
    for (let made = 0; made < configurationLimits.rewardProviders; made += 1)
      await client.putCodePool({ poolName: `pool ${made.toString()}`, body: { lowBelow: 1 } });
    const setRemaining = (codes: number) =>
      stored.rowsOf(
        `UPDATE code_pools SET remaining = $2 WHERE name = 'pool 1' AND environment_id IN (
           SELECT id FROM environments WHERE tenant_id = $1)`,
        [full.tenantId, codes],
      );
    await setRemaining(configurationLimits.codes);
    const active = { state: 'ACTIVE' };
    const till = { body: { name: 'Till', role: 'till' } };
    const { id: keyId } = await client.createApiKey(till);
    await fillKeys(stored, full, 2_000);
    const wrong = await book.wrongOf(client, [
      ['createCampaign', 'LIMIT_EXCEEDED', campaign],
      ['updateCampaign', 'LIMIT_EXCEEDED', { campaignId: draft.id, body: { storeIds: ['another'] } }],
      ['activateCampaign', 'LIMIT_EXCEEDED', { campaignId: draft.id }],
      ['resumeCampaign', 'LIMIT_EXCEEDED', { campaignId: paused.id }],
      ['createTier', 'LIMIT_EXCEEDED', { body: { name: 'One more', minLifetimePoints: 0 } }],
      ['putCodePool', 'LIMIT_EXCEEDED', { poolName: 'one more', body: { lowBelow: 1 } }],
      ['addPoolCodes', 'LIMIT_EXCEEDED', { poolName: 'pool 0', body: { codes: ['one-more'] } }],
      ['createSegment', 'LIMIT_EXCEEDED', { body: { name: 'One more', type: 'STATIC' } }],
      ['updateSegment', 'LIMIT_EXCEEDED', { segmentId: segments[19], body: { rules: ruled(50) } }],
      ['createEventDefinition', 'LIMIT_EXCEEDED', { body: { key: 'one.more', name: 'One more' } }],
      ['updateEventDefinition', 'LIMIT_EXCEEDED', { eventKey: old.key, body: active }],
      ['updateEventDefinitionByKey', 'LIMIT_EXCEEDED', { body: { key: old.key, ...active } }],
      ['createApiKey', 'LIMIT_EXCEEDED', till],
      ['rotateApiKey', 'LIMIT_EXCEEDED', { keyId }],
      ['createWebhook', 'LIMIT_EXCEEDED', { body: { url: 'https://hooks.invalid/in', events: ['*'] } }],
    ]);
    // Others check the whole database afterwards (I18).
    await setRemaining(0);
    expect(wrong).toEqual([]);
  });
});

test('▲ each other code that the document names was thrown, but those that no caller brings about', () => {
  const named = operationIds.flatMap((id) =>
    codesOf(id)
      .filter((code) => !codesOfAll.includes(code))
      .map((code) => [code, `${code} ${id}`] as const),
  );
  const isListed = (code: string, pair: string): boolean => code in unprovoked || pair in unprovoked;
  const missing = named.filter(([code, pair]) => !isListed(code, pair) && !book.seen.has(pair));
  expect(missing.map(([, pair]) => pair)).toEqual([]);
  // The list is no longer than it must be.
  const needless = Object.keys(unprovoked).filter(
    (key) =>
      !named.some(([code, pair]) => code === key || pair === key) ||
      [...book.seen].some((pair) => pair === key || pair.startsWith(`${key} `)),
  );
  expect(needless).toEqual([]);
});
