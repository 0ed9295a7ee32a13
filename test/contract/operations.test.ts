import { eventually } from '@loyalty/testkit/runs';
import {
  isOfExports,
  isOfImports,
  isOfKeys,
  isOfMembers,
  isOfRewards,
  isOfSettings,
  isOfWebhooks,
  send,
} from '../support/contract.ts';
import { contractCalls, contractCampaign as campaign, receiptBody } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTestTenant('Contract');
});

/** Each response is checked against the contract. */
const { ask, bodyOf, memberNamed, statusOf, unserved } = contractCalls(() => tenant);

test('the life of a campaign is answered as the contract says (D12)', async () => {
  const { id } = await bodyOf<{ id: string }>('createCampaign', { body: campaign });
  const ids = { campaignId: id };
  for (const operationId of ['activateCampaign', 'pauseCampaign', 'resumeCampaign', 'getCampaign'] as const) {
    expect(await statusOf(operationId, { ids })).toBe(200);
  }
  expect(await statusOf('updateCampaign', { ids, body: { description: 'changed', endDate: null } })).toBe(
    200,
  );
  expect(await statusOf('listCampaigns', { query: '?state=ACTIVE&limit=1' })).toBe(200);
  expect(await statusOf('archiveCampaign', { ids })).toBe(200);
  expect(await statusOf('activateCampaign', { ids })).toBe(409);
  expect(await statusOf('updateCampaign', { ids, body: { name: 'too late' } })).toBe(409);
});

test('a transaction, and what became of it, is answered as the contract says', async () => {
  const receipt = receiptBody('contract-1');
  const first = await ask('evaluateTransaction', { body: receipt });
  const again = await ask('evaluateTransaction', { body: receipt });
  expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true']);
  const found = await ask('getTransaction', { ids: { transactionRef: receipt.transactionRef } });
  expect(found.text).toBe(first.text);
  const query = `?transactionRef=${receipt.transactionRef}`;
  expect((await ask('findTransaction', { query })).text).toBe(first.text);
  const elsewhere = { ids: { transactionRef: receipt.transactionRef }, query: '?operation=redeem' };
  const missing = await ask('getTransaction', elsewhere);
  expect([missing.status, missing.headers.get('Retry-After')]).toEqual([404, '1']);
  expect(await statusOf('simulateTransaction', { body: { memberRef: 'contract-1', amount: 100 } })).toBe(200);
  expect(await statusOf('explainTransaction', { body: { memberRef: 'contract-1', amount: 100 } })).toBe(200);
});

test('a redeem, its quote, the burn rate and a return are answered as the contract says', async () => {
  const { id } = await bodyOf<{ id: string }>('createCampaign', { body: campaign });
  await ask('activateCampaign', { ids: { campaignId: id } });
  await ask('evaluateTransaction', { body: receiptBody('contract-burn') });
  const order = { memberRef: 'contract-burn', amount: 15_000, pointsRequested: 100 };
  const redeem = { ...order, transactionRef: crypto.randomUUID() };
  expect(await statusOf('quoteRedemption', { body: order })).toBe(200);
  const first = await ask('redeemPoints', { body: redeem });
  const again = await ask('redeemPoints', { body: redeem });
  expect([again.text, again.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true']);
  const found = await ask('getTransaction', {
    ids: { transactionRef: redeem.transactionRef },
    query: '?operation=redeem',
  });
  expect(found.text).toBe(first.text);
  expect(await statusOf('getBurnRate')).toBe(200);
  expect(await statusOf('getBurnRate', { query: '?campaignId=nothing' })).toBe(400);
  const tooMany = { ...order, transactionRef: crypto.randomUUID(), pointsRequested: 1_000_000 };
  expect(await statusOf('redeemPoints', { body: tooMany })).toBe(422);
  expect(await statusOf('quoteRedemption', { body: tooMany })).toBe(422);
  const prefersAsync = { Prefer: 'respond-async' };
  expect(await statusOf('redeemPoints', { body: tooMany, headers: prefersAsync })).toBe(202);
  const receipt = receiptBody('contract-burn');
  await ask('evaluateTransaction', { body: receipt });
  const returned = { transactionRef: receipt.transactionRef, returnRef: crypto.randomUUID(), whole: true };
  const { transactionRef } = receipt;
  expect(await statusOf('quoteReturn', { body: { transactionRef, whole: true } })).toBe(200);
  expect(await statusOf('returnPurchase', { body: returned })).toBe(200);
  expect(await statusOf('quoteReturn', { body: { transactionRef, whole: true } })).toBe(422);
  expect(await statusOf('listReturns', { query: `?transactionRef=${transactionRef}` })).toBe(200);
  expect(await statusOf('listReturns', { query: '?transactionRef=nobody' })).toBe(404);
  expect(await statusOf('listReturns')).toBe(400);
  expect(await statusOf('returnPurchase', { body: { ...returned, returnRef: 'again' } })).toBe(422);
  const authorization = { ...order, transactionRef: crypto.randomUUID(), pointsRequested: 10 };
  const ended = { body: { transactionRef: authorization.transactionRef } };
  expect(await statusOf('authorizeRedemption', { body: authorization })).toBe(200);
  expect(await statusOf('captureRedemption', ended)).toBe(200);
  expect(await statusOf('voidRedemption', ended)).toBe(200);
  const stranger = { ...tooMany, memberRef: 'nobody' };
  expect(await statusOf('redeemPoints', { body: stranger })).toBe(404);
  await ask('archiveCampaign', { ids: { campaignId: id } });
});

test('the life of a tier is answered as the contract says', async () => {
  const body = {
    name: 'Gold',
    minLifetimePoints: 0,
    sortOrder: 1,
    badgeUrl: 'https://cdn.example.com/gold.png',
    benefits: [
      { type: 'EARN_MULTIPLIER', multiplier: 1.5 },
      { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'Coffee', code: 'dropped' } },
    ],
  };
  const { id } = await bodyOf<{ id: string }>('createTier', { body });
  const ids = { tierId: id };
  expect(await statusOf('createTier', { body })).toBe(409);
  expect(await statusOf('updateTier', { ids, body: { badgeUrl: null, name: 'Platinum' } })).toBe(200);
  expect(await statusOf('listTiers')).toBe(200);
  expect(await statusOf('getRetiering')).toBe(200);
  const { tierId } = await memberNamed('contract-tier');
  expect(tierId).toBe(id);
  expect(await statusOf('deleteTier', { ids })).toBe(409);
  expect(await statusOf('deleteTier', { ids, query: '?force=true' })).toBe(204);
  expect(await statusOf('deleteTier', { ids, query: '?force=true' })).toBe(404);
});

test('what a credential may do is answered as the contract says', async () => {
  expect(await statusOf('listPermissions')).toBe(200);
  expect(await bodyOf('getCredential')).toMatchObject({ kind: 'KEY', role: 'admin', expiresAt: null });
});

test('reports are answered as the contract says', async () => {
  expect(await statusOf('getLiability')).toBe(200);
  expect(await bodyOf('getLiability', { query: '?since=2999-01-01' })).toEqual({ days: [] });
  expect(await statusOf('getLiability', { query: '?since=yesterday' })).toBe(400);
  expect(await bodyOf('getLiability', { query: '?at=2001-01-01' })).toEqual({ days: [] });
  expect(await statusOf('listPointPeriods')).toBe(200);
  for (const query of ['?step=week', '?from=2999-01-01', '?from=2010-01-01', '?step=day&from=2025-01-01'])
    expect([query, await statusOf('listPointPeriods', { query })]).toEqual([query, 400]);
  const itemsOf = async (query: string) =>
    (await bodyOf<{ items: unknown[] }>('getActivity', { query })).items.length;
  expect(await itemsOf('')).toBe(24);
  expect(await itemsOf('?step=minute')).toBe(60);
  expect(await itemsOf('?step=day&from=2026-03-01&to=2026-03-03')).toBe(3);
  expect(await itemsOf(`?step=hour&campaignId=${crypto.randomUUID()}&from=2026-03-01&to=2026-03-01`)).toBe(
    24,
  );
  expect(await statusOf('listCampaignActivity')).toBe(200);
  expect(await statusOf('listCampaignActivity', { query: '?from=2026-03-01&to=2026-03-31' })).toBe(200);
  const byStore = await bodyOf('listExceptions', { query: '?from=2025-01-01&to=2025-12-31&by=store' });
  expect(byStore).toMatchObject({ countedFrom: '2025-01-01T00:00:00.000Z', by: 'store', items: [] });
  const read = await bodyOf('listReads', { query: '?from=2025-01-01&to=2025-01-31' });
  expect(read).toMatchObject({ countedFrom: '2025-01-01T00:00:00.000Z', items: [] });
});

test.each([
  ['getActivity', '?step=week', '/step'],
  ['getActivity', `?step=minute&campaignId=${crypto.randomUUID()}`, '/step'],
  ['getActivity', '?campaignId=VIP', '/campaignId'],
  ['getActivity', '?step=minute&from=2026-03-01&to=2026-03-03', '/from'],
  ['getActivity', '?from=2026-03-03&to=2026-03-01', '/from'],
  ['getActivity', '?from=2999-01-01', '/from'],
  ['listCampaignActivity', '?from=yesterday', '/from'],
  ['listCampaignActivity', '?from=2026-03-03&to=2026-03-01', '/from'],
  ['listExceptions', '?from=2026-03-03&to=2026-03-01', '/from'],
  ['listExceptions', '?from=2999-01-01', '/from'],
  ['listExceptions', '?from=2025-01-01&to=2026-02-05', '/from'],
  ['listExceptions', '?to=tomorrow', '/to'],
  ['listExceptions', '?by=till', '/by'],
  ['listExceptions', '?orderBy=acts', '/orderBy'],
  ['listReads', '?from=2026-03-03&to=2026-03-01', '/from'],
  ['listReads', '?from=2999-01-01', '/from'],
  ['listReads', '?from=2026-01-01&to=2026-02-01', '/from'],
  ['listReads', '?to=tomorrow', '/to'],
] as const)('%s with %s is refused at %s (D203, D309, D316)', async (operationId, query, pointer) => {
  expect(await bodyOf(operationId, { query })).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    context: { errors: [{ pointer }] },
  });
});

test('the life of a segment is answered as the contract says', async () => {
  const { id: memberId } = await memberNamed('contract-segment');
  const rules = { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] };
  const dynamic = await bodyOf<{ id: string }>('createSegment', {
    body: { name: 'Active', type: 'DYNAMIC', rules },
  });
  const { id } = await bodyOf<{ id: string }>('createSegment', { body: { name: 'Staff', type: 'STATIC' } });
  const ids = { segmentId: id, memberId };
  expect(await statusOf('updateSegment', { ids, body: { description: 'Everybody' } })).toBe(200);
  expect(await statusOf('updateSegment', { ids, body: { rules } })).toBe(400);
  expect(await statusOf('listSegments', { query: '?limit=1' })).toBe(200);
  expect(await bodyOf('addSegmentMembers', { ids, body: { memberId } })).toEqual({ added: 1 });
  expect(await bodyOf('getSegment', { ids })).toMatchObject({ memberCount: 1, description: 'Everybody' });
  const { members } = await bodyOf<{ members: unknown[] }>('listSegmentMembers', { ids });
  expect(members).toMatchObject([{ memberId, externalRef: 'contract-segment' }]);
  const { segments } = await bodyOf<{ segments: unknown[] }>('listMemberSegments', { ids });
  expect(segments).toContainEqual(expect.objectContaining({ segmentId: id, name: 'Staff', type: 'STATIC' }));
  const ofDynamic = { segmentId: dynamic.id, memberId };
  expect(await statusOf('addSegmentMembers', { ids: ofDynamic, body: { memberId } })).toBe(409);
  expect(await statusOf('removeSegmentMember', { ids: ofDynamic })).toBe(409);
  expect(await statusOf('removeSegmentMember', { ids })).toBe(204);
  expect(await statusOf('previewSegment', { body: { rules, sampleSize: 1 } })).toBe(200);
  expect(await statusOf('previewSegment', { body: { rules, sampleSize: 21 } })).toBe(400);
  const refreshed = await bodyOf('refreshSegment', { ids: ofDynamic });
  expect(refreshed).toMatchObject({ segmentId: dynamic.id, refreshedAt: expect.any(String) as string });
  expect(await statusOf('refreshSegment', { ids })).toBe(409);
  expect(await bodyOf('refreshSegments')).toEqual({ segmentsQueued: 1 });
  expect(await statusOf('deleteSegment', { ids })).toBe(204);
  expect(await statusOf('getSegment', { ids })).toBe(404);
});

test('the life of an event definition is answered as the contract says', async () => {
  const definition = { key: 'contract.fuel', name: 'Fuel', properties: { litres: { type: 'number' } } };
  const ids = { eventKey: definition.key };
  expect(await statusOf('createEventDefinition', { body: definition })).toBe(201);
  expect(await statusOf('createEventDefinition', { body: definition })).toBe(409);
  const hostile = {
    ...definition,
    key: 'contract.hostile',
    properties: { a: { $ref: 'https://example.com' } },
  };
  expect(await statusOf('createEventDefinition', { body: hostile })).toBe(400);
  const properties = { type: 'object', required: ['litres'], properties: definition.properties };
  expect(await bodyOf('updateEventDefinition', { ids, body: { properties } })).toMatchObject({ version: 2 });
  const archive = { key: definition.key, state: 'ARCHIVED' };
  expect(await statusOf('updateEventDefinitionByKey', { body: archive })).toBe(200);
  expect(await bodyOf('getEventDefinition', { ids })).toMatchObject({
    properties,
    version: 2,
    state: 'ARCHIVED',
  });
  const event = { eventKey: definition.key, ref: crypto.randomUUID(), payload: { litres: 1 } };
  expect(await statusOf('submitEvent', { body: event })).toBe(409);
  const { eventDefinitions } = await bodyOf<{ eventDefinitions: unknown[] }>('listEventDefinitions');
  expect(eventDefinitions).toHaveLength(1);
  expect(await bodyOf('listEvents', { query: '?eventKey=contract.fuel&limit=1' })).toEqual({
    events: [],
    nextCursor: null,
  });
});

test('an event, its repeat and its place in the feed are answered as the contract says', async () => {
  const properties = { litres: { type: 'number' } };
  await ask('createEventDefinition', { body: { key: 'contract.tank', name: 'Tank', properties } });
  const payload = { customerId: 'contract-event', litres: 41.5 };
  const event = { eventKey: 'contract.tank', ref: crypto.randomUUID(), payload };
  const first = await ask('submitEvent', { body: event });
  expect([first.status, first.headers.get('Idempotent-Replayed')]).toEqual([200, null]);
  const again = await ask('submitEvent', {
    body: { ...event, payload: { litres: 41.5, customerId: 'contract-event' } },
  });
  const repeated = [again.headers.get('Idempotent-Replayed'), again.headers.get('Idempotency-Mismatch')];
  expect([again.text, ...repeated]).toEqual([first.text, 'true', null]);
  const found = await ask('getTransaction', {
    ids: { transactionRef: event.ref },
    query: '?operation=event',
  });
  expect(found.text).toBe(first.text);
  const { memberId } = JSON.parse(first.text) as { memberId: string };
  const { events } = await bodyOf<{ events: unknown[] }>('listEvents', {
    query: '?memberRef=contract-event',
  });
  expect(events).toMatchObject([{ ref: event.ref, memberId, payload, definitionVersion: 1 }]);
  const wrong = { ...event, ref: crypto.randomUUID(), payload: { ...payload, litres: '41.5' } };
  expect(await bodyOf('submitEvent', { body: wrong })).toMatchObject({
    status: 400,
    context: { eventKey: 'contract.tank', definitionVersion: 1, errors: [{ pointer: '/payload/litres' }] },
  });
});

test('a lifecycle event is answered as the contract says, to test keys only (D8)', async () => {
  const { id: memberId } = await memberNamed('contract-lifecycle');
  const asked = { ids: { memberId }, body: { type: 'SIGNUP' } };
  expect(await bodyOf('submitLifecycleEvent', asked)).toMatchObject({
    eventKey: null,
    definitionVersion: null,
    memberId,
  });
  const { events } = await bodyOf<{ events: unknown[] }>('listEvents', { query: `?memberId=${memberId}` });
  expect(events).toMatchObject([{ eventKey: 'lifecycle.signup', definitionVersion: null, payload: {} }]);
  const refused = await bodyOf('submitLifecycleEvent', { ...asked, key: tenant.keys.live });
  expect(refused).toMatchObject({ status: 403, code: 'TEST_KEY_REQUIRED' });
  const self = { type: 'REFERRAL', referrerRef: 'contract-lifecycle' };
  expect(await statusOf('submitLifecycleEvent', { ...asked, body: self })).toBe(400);
});

test('a 202 says where its result will be, and a reference that is decided already is answered at once', async () => {
  const headers = { Prefer: 'respond-async' };
  const receipt = receiptBody('contract-3');
  const accepted = await ask('evaluateTransaction', { body: receipt, headers });
  const { location } = JSON.parse(accepted.text) as { location: string };
  expect([accepted.status, accepted.headers.get('Location')]).toEqual([202, location]);
  await ask('evaluateTransaction', { body: receipt });
  const known = await ask('evaluateTransaction', { body: receipt, headers });
  expect([known.status, known.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
});

test('a bulk call is answered as the contract says', async () => {
  const body = { items: [receiptBody('contract-4'), { amount: 0 }] };
  expect(await statusOf('bulkEvaluateTransactions', { body })).toBe(200);
  const headers = { Prefer: 'respond-async' };
  expect(await statusOf('bulkEvaluateTransactions', { body, headers })).toBe(202);
  const returns = {
    items: [{ transactionRef: 'contract-4', returnRef: 'contract-4', whole: true }, { amount: 0 }],
  };
  expect(await statusOf('bulkReturn', { body: returns })).toBe(200);
  expect(await statusOf('bulkReturn', { body: returns, headers })).toBe(202);
});

test('the requests of test keys are listed as the contract says, to test keys only (D82)', async () => {
  const refused = {
    body: { memberRef: 'contract-logs', amount: -1 },
    headers: { 'X-Request-Id': 'contract-logs' },
  };
  expect(await statusOf('simulateTransaction', refused)).toBe(400);
  const query = '?status=400&path=%2Ftransactions%2Fsimulate&since=2026-03-01&limit=200';
  await eventually('the request is listed', async () => {
    const { requestLogs } = await bodyOf<{ requestLogs: { requestId: string }[] }>('listRequestLogs', {
      query,
    });
    return requestLogs.some(({ requestId }) => requestId === 'contract-logs');
  });
  expect(await statusOf('listLiveRequests', { key: tenant.keys.live })).toBe(200);
  const live = await bodyOf('listRequestLogs', { key: tenant.keys.live });
  expect(live).toMatchObject({ status: 403, code: 'TEST_KEY_REQUIRED' });
  expect(await statusOf('listRequestLogs', { query: '?status=99' })).toBe(400);
  expect(await statusOf('listRequestLogs', { query: '?since=2026-02-30' })).toBe(400);
});

test('who changed what is listed as the contract says (D210)', async () => {
  const { id } = await bodyOf<{ id: string }>('createCampaign', { body: campaign });
  const query = `?objectType=campaign&objectId=${id.toUpperCase()}&since=2026-03-01&limit=1`;
  expect(await bodyOf('listAuditEntries', { query })).toMatchObject({
    auditEntries: [
      {
        actor: { kind: 'KEY', id: expect.any(String) as string, name: 'made by a test' },
        action: 'campaign.created',
        object: { type: 'campaign', id, name: campaign.name },
      },
    ],
    nextCursor: null,
  });
  for (const wrong of ['?action=Paused', '?objectType=a.b', '?since=2026-02-30', '?cursor=x'])
    expect(await statusOf('listAuditEntries', { query: wrong })).toBe(400);
});

test('what was refused while nobody waited is listed as the contract says (D36)', async () => {
  const { id: memberId } = await memberNamed('contract-refused');
  await ask('suspendMember', { ids: { memberId } });
  const body = receiptBody('contract-refused');
  expect(await statusOf('evaluateTransaction', { body, headers: { Prefer: 'respond-async' } })).toBe(202);
  const query = '?code=MEMBER_SUSPENDED&since=2026-03-01&limit=200';
  await eventually('it is listed', async () => {
    const { refused } = await bodyOf<{ refused: { memberId: string }[] }>('listRefusedTransactions', {
      query,
    });
    return refused.some((one) => one.memberId === memberId);
  });
  expect(await statusOf('listRefusedTransactions', { query: '?code=lower' })).toBe(400);
  expect(await statusOf('listRefusedTransactions', { query: '?since=2026-02-30' })).toBe(400);
});

const documents = ['getOpenapiDocument', 'getAsyncapiDocument'] as const;

test('health and the documents are answered to anybody as the contract says', async () => {
  for (const operationId of ['getLiveness', 'getReadiness', ...documents] as const) {
    expect(await statusOf(operationId)).toBe(200);
  }
  const references = ['/docs', '/docs/schemas', '/docs/events'];
  const html = [...references, '/docs/guide', '/docs/client', '/docs/errors', '/docs/changes'];
  for (const path of [...html, '/docs/errors/member-suspended']) {
    const { status, headers } = await send('GET', path);
    expect([path, status, headers.get('Content-Type')?.split(';')[0]]).toEqual([path, 200, 'text/html']);
    const known = { 'If-None-Match': headers.get('ETag') ?? '' };
    expect((await send('GET', path, { headers: known })).status).toBe(304);
  }
  const markdown = await send('GET', '/docs/guide.md');
  expect([markdown.status, markdown.headers.get('Content-Type')]).toEqual([
    200,
    'text/markdown; charset=utf-8',
  ]);
  expect((await send('GET', '/llms.txt')).text).toContain('](docs/guide.md)');
});

test('a problem has a link to the page that says what to do', async () => {
  const { headers } = await ask('getMember', { ids: { memberId: crypto.randomUUID() } });
  const [, href = ''] = /^<([^>]+)>; rel="help"$/.exec(headers.get('Link') ?? '') ?? [];
  const { pathname } = new URL(href, 'http://127.0.0.1');
  const page = await send('GET', `${pathname}.md`);
  expect([page.status, page.text.split('\n')[0]]).toEqual([200, '# MEMBER_NOT_FOUND']);
});

test('▲ every other operation with a JSON response was done, by the client if it has it', () => {
  const isElsewhere = [
    isOfExports,
    isOfImports,
    isOfKeys,
    isOfMembers,
    isOfRewards,
    isOfSettings,
    isOfWebhooks,
  ];
  const missing = unserved((path) => !isElsewhere.some((holds) => holds(path)));
  // Their responses are pages, or are not JSON.
  const guides = ['getErrorGuide', 'getEventDocumentation', 'getGuide', 'getReadingList'];
  const pages = ['getDocumentation', ...guides, 'getSchemaDocumentation'];
  expect(missing.toSorted()).toEqual(pages);
});
