import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { Api, ApiAnswer } from '../support/api.ts';
import { distinctFacts, readFacts, type ReadFact } from '../support/read-facts.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

const beganMs = Date.now();
let tenant: TestTenant;
let api: Api;
let stored: StoredRows;
beforeAll(async () => {
  tenant = await createTestTenant('Event programmes');
  api = tenant.test;
  stored = openStoredRows();
});
afterAll(() => stored.close());

const times = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at));

/** Defines a new event. Returns its key. */
const defined = async (definition: object = {}): Promise<string> => {
  const key = `story.e${randomUUID().slice(0, 8)}`;
  const answer = await api.post('/event-definitions', { key, name: 'Event', properties: {}, ...definition });
  expect(answer.status).toBe(201);
  return key;
};

const submit = (eventKey: string, customerId: string, payload: object = {}): Promise<ApiAnswer> =>
  api.post('/events', { eventKey, ref: randomUUID(), payload: { customerId, ...payload } });

const memberOf = async (memberRef: string): Promise<string> => {
  const receipt = { transactionRef: randomUUID(), memberRef, amount: 1 };
  return (await api.post('/transactions/evaluate', receipt)).body.memberId;
};

const lifecycle = (memberId: string, event: object): Promise<ApiAnswer> =>
  api.post(`/members/${memberId}/events`, event);

const firedIn = ({ body }: ApiAnswer) => body.campaigns.map(({ campaignId }) => campaignId);

const coffee = { points: 5, rewardType: 'FREE_ITEM', value: { description: 'Coffee' } };

test('I8 fifty events at once complete a card of seven exactly seven times, and each completion gives its reward (D20)', async () => {
  const eventKey = await defined();
  const [campaignId = ''] = await activateCampaigns(api, [
    {
      name: 'Seventh wash',
      earningRule: {
        type: 'STAMP_CARD',
        stampsRequired: 7,
        triggerEventKey: eventKey,
        rewardOnCompletion: coffee,
      },
    },
  ]);
  const responses = await Promise.all(times(50, () => submit(eventKey, 'washer')));
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  const memberId = String(responses[0]?.body.memberId);
  const stamps = responses.flatMap(({ body }) => body.stampCards);
  expect(stamps.map(({ stampsCollected }) => stampsCollected).toSorted()).toEqual(
    times(50, (at) => (at + 1) % 7).toSorted(),
  );
  const completing = responses.filter(({ body }) => body.stampCards.some(({ completed }) => completed));
  const given = responses.flatMap(({ body }) => body.campaigns);
  expect([completing.length, given.length]).toEqual([7, 7]);
  expect((await api.get(`/members/${memberId}/stamp-cards`)).body.stampCards).toMatchObject([
    { campaignId, stampsCollected: 1, stampsRequired: 7, completedCount: 7, rewardOnCompletion: coffee },
  ]);
  expect((await api.get(`/members/${memberId}`)).body).toMatchObject({ pointsBalance: 35 });

  const rewardIds = given.flatMap((award) => award.rewardIds).toSorted();
  const rows = await stored.rowsOf<{ id: string }>(
    `SELECT id, reward_type AS "rewardType", value FROM rewards WHERE member_id = $1 ORDER BY id`,
    [memberId],
  );
  expect(rows).toEqual(rewardIds.map((id) => ({ id, rewardType: 'FREE_ITEM', value: coffee.value })));
  await expectFactsOf(campaignId, rewardIds);
});

/** Expects seven completions and seven rewards in the facts, each once. */
const expectFactsOf = async (campaignId: string, rewardIds: readonly string[]): Promise<void> => {
  let facts: ReadFact[] = [];
  const factsOf = (type: string) => distinctFacts(facts, type, { campaignId });
  await eventually(
    'the rewards are published',
    async () => {
      facts = await readFacts(tenant.tenantId, beganMs);
      return factsOf('reward.requested').length >= rewardIds.length;
    },
    { everyMs: 250 },
  );
  expect(factsOf('member.stamp_card_completed')).toHaveLength(7);
  expect(
    factsOf('reward.requested')
      .map(({ data }) => data['rewardId'])
      .toSorted(),
  ).toEqual(rewardIds);
};

test('a card that an event stamps is stamped by no receipt, and one without an event by no event (D20)', async () => {
  const eventKey = await defined();
  const card = { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 1 } };
  const [byEvent, byReceipt] = await activateCampaigns(api, [
    { name: 'By event', earningRule: { ...card, triggerEventKey: eventKey } },
    { name: 'By receipt', earningRule: card },
  ]);
  const memberId = await memberOf('stamped');
  const event = await submit(eventKey, 'stamped');
  expect(event.body.stampCards).toEqual([
    { campaignId: byEvent, stampsCollected: 1, stampsRequired: 2, completed: false },
  ]);
  const cards = (await api.get(`/members/${memberId}/stamp-cards`)).body.stampCards;
  for (const campaignId of [byEvent, byReceipt]) {
    expect(cards).toContainEqual(expect.objectContaining({ campaignId, stampsCollected: 1 }));
  }
});

test('EVENT_TRIGGER fires on its event where the payload meets its conditions (D64)', async () => {
  const eventKey = await defined();
  const other = await defined();
  const conditions = {
    operator: 'AND',
    conditions: [
      { field: 'litres', op: 'gte', value: 40 },
      {
        operator: 'OR',
        conditions: [
          { field: 'station.country', op: 'in', value: ['ZA', 'NA'] },
          { field: 'tags', op: 'contains', value: 'partner' },
        ],
      },
      { field: 'refunded', op: 'neq', value: true },
    ],
  };
  const [campaignId] = await activateCampaigns(api, [
    { name: 'A full tank', earningRule: { type: 'EVENT_TRIGGER', eventKey, conditions, reward: coffee } },
  ]);
  const meets = [
    { litres: 40, station: { country: 'ZA' } },
    { litres: 55.5, tags: ['night', 'partner'], refunded: null },
  ];
  const fails = [
    { litres: 39.999, station: { country: 'ZA' } },
    { litres: '40', station: { country: 'ZA' } },
    { litres: 40, station: { country: 'ZW' }, tags: ['partners'] },
    { litres: 40, station: { country: 'ZA' }, refunded: true },
    {},
  ];
  for (const payload of meets) {
    const answer = await submit(eventKey, 'driver', payload);
    expect(answer.body.campaigns).toMatchObject([
      { campaignId, pointsEarned: 5, rewardIds: [expect.any(String)] },
    ]);
  }
  for (const payload of fails) expect(firedIn(await submit(eventKey, 'driver', payload))).toEqual([]);
  expect(firedIn(await submit(other, 'driver', meets[0]))).toEqual([]);
});

test('I8 twenty sign-ups of one member at once are rewarded once, for ever (D65)', async () => {
  const [campaignId] = await activateCampaigns(api, [
    { name: 'Welcome', earningRule: { type: 'SIGNUP_BONUS', points: 50, rewardType: 'COUPON_VOUCHER' } },
  ]);
  const eventKey = await defined({ lifecycleType: 'SIGNUP' });
  const memberId = await memberOf('new');
  const responses = await Promise.all(
    times(20, (at) =>
      at % 2 === 0 ? lifecycle(memberId, { type: 'SIGNUP', ref: randomUUID() }) : submit(eventKey, 'new'),
    ),
  );
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  expect(responses.flatMap(firedIn)).toEqual([campaignId]);
  expect(firedIn(await lifecycle(memberId, { type: 'SIGNUP' }))).toEqual([]);
  expect((await api.get(`/members/${memberId}`)).body.pointsBalance).toBe(50);
  const rewards = await stored.rowsOf('SELECT value FROM rewards WHERE member_id = $1', [memberId]);
  expect(rewards).toEqual([{ value: { description: 'Welcome' } }]);
});

test('ON_DEMAND fires on the events that it names, or on any lifecycle event (D65)', async () => {
  const ids = await activateCampaigns(api, [
    { name: 'Any', earningRule: { type: 'ON_DEMAND', points: 1 } },
    { name: 'Birthday', earningRule: { type: 'ON_DEMAND', points: 2, eventTypes: ['BIRTHDAY'] } },
    { name: 'Of our own', earningRule: { type: 'ON_DEMAND', points: 4, eventTypes: ['FIRST_FLIGHT'] } },
  ]);
  const memberId = await memberOf('birthday');
  const pointsOn = async (type: string) => (await lifecycle(memberId, { type })).body.pointsAwarded;
  const points: number[] = [];
  for (const type of ['BIRTHDAY', 'ANNIVERSARY', 'FIRST_FLIGHT', 'CUSTOM']) points.push(await pointsOn(type));
  expect(points).toEqual([3, 1, 5, 1]);
  const eventKey = await defined({ lifecycleType: 'BIRTHDAY' });
  expect(firedIn(await submit(eventKey, 'birthday'))).toEqual(ids.slice(0, 2));
});
