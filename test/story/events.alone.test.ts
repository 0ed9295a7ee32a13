import { randomUUID } from 'node:crypto';
import type { Api, ApiAnswer } from '../support/api.ts';
import { setMemberState } from '../support/member-state.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { startSecondEngine } from '../support/two-engines.ts';

let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  tenant = await createTestTenant('Events');
  api = tenant.live;
});

/** Defines a new event that earns one point each time. Returns its key. */
const defined = async (properties: object = {}): Promise<string> => {
  const eventKey = `story.e${randomUUID().slice(0, 8)}`;
  const answer = await api.post('/event-definitions', { key: eventKey, name: 'Event', properties });
  expect(answer.status).toBe(201);
  const earningRule = { type: 'EVENT_TRIGGER', eventKey, reward: { points: 1 } };
  await activateCampaigns(api, [{ name: eventKey, earningRule }]);
  return eventKey;
};

const eventOf = (eventKey: string, payload: object = {}) => ({
  eventKey,
  ref: randomUUID(),
  payload: { customerId: randomUUID(), ...payload },
});

const submit = (event: object): Promise<ApiAnswer> => postPersistently(api, '/events', event);

const repeatHeaders = ({ headers }: ApiAnswer) => [
  headers.get('Idempotent-Replayed'),
  headers.get('Idempotency-Mismatch'),
];

const balanceOf = async (memberId: string): Promise<number> =>
  (await api.get(`/members/${memberId}`)).body.pointsBalance;

test('an event enrols its member, earns, and says by which definition it was judged (D63)', async () => {
  const eventKey = await defined({ litres: { type: 'number' } });
  const event = eventOf(eventKey, { litres: 12.5 });
  const answer = await submit(event);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    eventKey,
    ref: event.ref,
    memberCreated: true,
    definitionVersion: 1,
    state: 'PROCESSED',
    pointsAwarded: 1,
    pointsBalance: 1,
    campaigns: [{ pointsEarned: 1, rewardIds: [] }],
    stampCards: [],
  });
  const fetched = await api.get(`/transactions/${event.ref}?operation=event`);
  expect([fetched.status, fetched.text]).toEqual([200, answer.text]);
});

test('I4 a repeated event gets the same bytes and earns nothing twice, with another body too (D15)', async () => {
  const event = eventOf(await defined());
  const responses = await Promise.all(Array.from({ length: 50 }, () => submit(event)));
  const first = String(responses[0]?.text);
  expect(new Set(responses.map(({ text }) => text))).toEqual(new Set([first]));
  expect(responses.filter((answer) => repeatHeaders(answer)[0] === null)).toHaveLength(1);
  const same = await submit(event);
  expect([same.text, ...repeatHeaders(same)]).toEqual([first, 'true', null]);
  const other = await submit({ ...event, payload: { ...event.payload, litres: 1 } });
  expect([other.text, ...repeatHeaders(other)]).toEqual([first, 'true', 'true']);
  expect(await balanceOf(same.body.memberId)).toBe(1);
});

test('a payload that its definition refuses uses up no reference (D63)', async () => {
  const eventKey = await defined({ litres: { type: 'number', minimum: 0 } });
  const event = eventOf(eventKey, { litres: 7 });
  const wrong: [object, string[]][] = [
    [{ ...event.payload, litres: '7' }, ['/payload/litres']],
    [{ ...event.payload, litres: -1 }, ['/payload/litres']],
    [{ litres: 7 }, ['/payload/customerId']],
    [{ litres: 7, customerId: '' }, ['/payload/customerId']],
    [{ litres: 7, customerId: 4.5 }, ['/payload/customerId']],
  ];
  for (const [payload, pointers] of wrong) {
    const refused = await submit({ ...event, payload });
    const errors = pointers.map((pointer) => ({ pointer, message: expect.any(String) as string }));
    expect(refused.body).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      context: { eventKey, definitionVersion: 1, errors },
    });
  }
  const accepted = await submit(event);
  expect([accepted.status, ...repeatHeaders(accepted)]).toEqual([200, null, null]);
});

test('an unknown event is not found, an archived one is refused, and earlier references keep their responses (D15, D63)', async () => {
  const unknown = await submit(eventOf('story.never.defined'));
  expect(unknown.body).toMatchObject({ status: 404, code: 'EVENT_DEFINITION_NOT_FOUND' });
  const eventKey = await defined();
  const event = eventOf(eventKey);
  const answered = await submit(event);
  const archived = await api.patch(`/event-definitions/${eventKey}`, { state: 'ARCHIVED' });
  expect(archived.body.state).toBe('ARCHIVED');
  expect((await submit(eventOf(eventKey))).body).toMatchObject({
    status: 409,
    code: 'EVENT_DEFINITION_ARCHIVED',
  });
  const again = await submit(event);
  expect([again.text, ...repeatHeaders(again)]).toEqual([answered.text, 'true', null]);
});

test('an acknowledged change of properties applies to the next event, fifty times, on two engines (D33, D63)', async () => {
  const eventKey = await defined();
  const engines = await startSecondEngine();
  const before = await engines.decided();
  try {
    for (let step = 1; step <= 50; step += 1) {
      const properties = { step: { type: 'integer', minimum: step, maximum: step } };
      const changed = await api.patch(`/event-definitions/${eventKey}`, { properties });
      const { version } = changed.body;
      expect([changed.status, version]).toEqual([200, step + 1]);
      const context = { definitionVersion: version };
      expect((await submit(eventOf(eventKey, { step: step - 1 }))).body).toMatchObject({
        status: 400,
        context,
      });
      expect((await submit(eventOf(eventKey, { step }))).body).toMatchObject({
        pointsAwarded: 1,
        ...context,
      });
    }
    const after = await engines.decided();
    for (const [at, count] of after.entries()) expect(count).toBeGreaterThan(before[at] ?? 0);
  } finally {
    await engines.stop();
  }
});

test('events that arrive while their definition changes are judged by it as it was or as it is', async () => {
  const eventKey = await defined();
  for (let version = 1; version <= 20; version += 1) {
    const properties = { step: { type: 'integer', minimum: -version } };
    const changing = api.patch(`/event-definitions/${eventKey}`, { properties });
    const events = Array.from({ length: 5 }, () => eventOf(eventKey, { step: 0 }));
    const responses = await Promise.all(events.map(submit));
    expect((await changing).body.version).toBe(version + 1);
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    for (const { body } of responses) expect([version, version + 1]).toContain(body.definitionVersion);
  }
});

test('the feed shows events newest first, by key and by member (D66)', async () => {
  const [fuel, wash] = [await defined(), await defined()];
  const refs: string[] = [];
  let memberId = '';
  for (const [eventKey, customerId] of [
    [fuel, 'feed-one'],
    [wash, 'feed-one'],
    [fuel, 'feed-two'],
    [fuel, 'feed-one'],
  ] as const) {
    const event = eventOf(eventKey, { customerId });
    const { body } = await submit(event);
    if (customerId === 'feed-one') ({ memberId } = body);
    refs.unshift(event.ref);
  }
  const feed = async (query: string): Promise<ApiAnswer['body']> => (await api.get(`/events?${query}`)).body;
  const places = async (query: string) =>
    (await feed(query)).events.map((event) => refs.indexOf((event as { ref?: string }).ref ?? ''));
  expect(await places('limit=4')).toEqual([0, 1, 2, 3]);
  expect(await places(`eventKey=${fuel}`)).toEqual([0, 1, 3]);
  expect(await places(`memberId=${memberId}`)).toEqual([0, 2, 3]);
  expect(await places('memberRef=feed-two')).toEqual([1]);
  expect(await places(`eventKey=${wash}&memberRef=feed-two`)).toEqual([]);
  const { events, nextCursor } = await feed(`memberId=${memberId}&limit=2`);
  const rest = await feed(`memberId=${memberId}&limit=2&cursor=${encodeURIComponent(String(nextCursor))}`);
  expect([events.length, rest.events.length, rest.nextCursor]).toEqual([2, 1, null]);
  expect(rest.events).toMatchObject([
    {
      eventKey: fuel,
      memberId,
      payload: { customerId: 'feed-one' },
      definitionVersion: 1,
      pointsAwarded: 1,
      ref: refs[3],
    },
  ]);
});

test('a suspended or erased member is refused, uses up no reference, and keeps earlier responses (D15, D63)', async () => {
  const eventKey = await defined();
  const event = eventOf(eventKey);
  const answered = await submit(event);
  const { memberId } = answered.body;
  const later = { ...event, ref: randomUUID() };
  await api.post(`/members/${memberId}/suspend`);
  expect((await submit(later)).body).toMatchObject({ status: 403, code: 'MEMBER_SUSPENDED' });
  expect((await submit(event)).text).toBe(answered.text);
  await api.post(`/members/${memberId}/reinstate`);
  expect((await submit(later)).body).toMatchObject({ pointsAwarded: 1, pointsBalance: 2 });
  await setMemberState(memberId, 'anonymized');
  const last = { ...event, ref: randomUUID() };
  expect((await submit(last)).body).toMatchObject({ status: 403, code: 'MEMBER_ERASED' });
  expect((await submit(event)).text).toBe(answered.text);
});

test('lifecycle events take test keys only, custom events any (D65)', async () => {
  const { memberId } = (await submit(eventOf(await defined()))).body;
  const refused = await api.post(`/members/${memberId}/events`, { type: 'BIRTHDAY' });
  expect(refused.body).toMatchObject({ status: 403, code: 'TEST_KEY_REQUIRED' });
  const receipt = { transactionRef: randomUUID(), memberRef: 'test', amount: 1 };
  const member = (await tenant.test.post('/transactions/evaluate', receipt)).body;
  const event = { type: 'BIRTHDAY', ref: randomUUID(), payload: { age: 40 } };
  const accepted = await tenant.test.post(`/members/${member.memberId}/events`, event);
  expect(accepted.body).toMatchObject({
    eventKey: null,
    ref: event.ref,
    memberId: member.memberId,
    memberCreated: false,
    definitionVersion: null,
    pointsAwarded: 0,
  });
  const { events } = (await tenant.test.get('/events?eventKey=lifecycle.birthday')).body;
  expect(events).toMatchObject([{ ref: event.ref, payload: event.payload, definitionVersion: null }]);
});
