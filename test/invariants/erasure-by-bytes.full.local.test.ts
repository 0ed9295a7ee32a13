import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { topics } from '@loyalty/contracts';
import { type OperationId, operations } from '@loyalty/contracts/http';
import { tableCatalogue } from '@loyalty/storage/table-catalogue';
import { eventually } from '@loyalty/testkit/runs';
import { type Asked, askFor } from '../support/ask.ts';
import type { Finding, Token } from '../support/search/forms-of.ts';
import { type Mark, markNow } from '../support/search/mark.ts';
import { makeOfferings, type Offerings } from '../support/search/offerings.ts';
import { searchDatabase } from '../support/search/search-database.ts';
import { searchLogs } from '../support/search/search-files.ts';
import { searchRedis } from '../support/search/search-redis.ts';
import { searchTopics } from '../support/search/search-topics.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { sendUndecidable } from '../support/undecidable-receipt.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const word = (): string => randomBytes(12).toString('hex');
const refCore = `r${word()}`;
const nameCore = `n${word()}`;
const emailCore = `e${word()}`;
const phoneCore = randomInt(100_000_000_000, 281_000_000_000_000).toString().padEnd(15, '7');
const externalRef = `Kunde-${refCore}`;
const name = `Ünal ${nameCore}`;
const email = `${emailCore}@example.com`;
const phone = `+${phoneCore}`;
/** The member's further references, each of which is a card. */
const cards = [1, 2, 3].map((n) => ({ core: `c${word()}`, what: `card ${n.toString()}` }));
const cardRefs = cards.map(({ core }) => `Karte-${core}`);
const tokens: readonly Token[] = [
  { what: 'ref', text: externalRef, core: refCore },
  ...cards.map(({ core, what }) => ({ what, text: `Karte-${core}`, core })),
  { what: 'name', text: name, core: nameCore },
  { what: 'email', text: email, core: emailCore },
  { what: 'phone', text: phone, core: phoneCore },
];

let tenant: TestTenant;
let stored: StoredRows;
let receiver: WebhookReceiver;
let offerings: Offerings;
let memberId: string;
/** The member who is merged into that one. */
let mergedId: string;
let mark: Mark;
/** The reference of the receipt that is repeated. */
const transactionRef = randomUUID();
const used = new Set<OperationId>();

const ask = async (operationId: OperationId, asked: Asked = {}) => {
  const ids = { memberId, ...offerings, ...asked.ids };
  const answer = await askFor(tenant, operationId, { ...asked, ids });
  expect([operationId, answer.status < 300]).toEqual([operationId, true]);
  used.add(operationId);
  return answer;
};

/**
 * Operations without member data: their requests and responses are about campaigns, tiers, definitions, webhooks, totals, or one
 * reward.
 */
const knowsNobody = (path: string): boolean =>
  /\/(?:campaigns|tiers|event-definitions|burn-rate|webhooks|activity|reports|permissions|credential|api-keys|settings|code-pools|reward-providers|environment|stream-out)\b/.test(
    path,
  ) ||
  path.includes('/rewards/{') ||
  (path.includes('/segments') && !path.endsWith('/members') && !path.endsWith('/{memberId}'));

const receipt = (over: object = {}) => ({
  transactionRef: randomUUID(),
  memberRef: externalRef,
  amount: 100_000,
  storeRef: 'store',
  ...over,
});

/** The reference of the authorization that is captured, then voided. */
const orderRef = randomUUID();

const redemption = (over: object = {}) => ({ ...receipt(over), pointsRequested: 10 });

const source = 'old-programme';

const importedConsent = {
  channels: ['SMS'],
  granted: true,
  source: `${name} by ${phone}`,
  grantedAt: '2020-01-01',
};

/** The member's use of every operation with member data; a new route gets its line here. */
const uses: Readonly<Partial<Record<OperationId, () => Asked>>> = {
  putImport: () => ({ ids: { source }, body: { signedUp: true } }),
  importMembers: () => ({
    ids: { source },
    body: { lines: [{ externalRef, name, email, phone, balance: 10, consents: [importedConsent] }] },
  }),
  closeImport: () => ({ ids: { source }, body: { members: 1, points: 10 } }),
  getImport: () => ({ ids: { source } }),
  listImports: () => ({}),
  evaluateTransaction: () => ({ body: receipt({ transactionRef }) }),
  bulkEvaluateTransactions: () => ({ body: { items: [receipt()] } }),
  simulateTransaction: () => ({ body: { memberRef: externalRef, amount: 100 } }),
  explainTransaction: () => ({ body: { memberRef: externalRef, amount: 100 } }),
  redeemPoints: () => ({ body: redemption() }),
  authorizeRedemption: () => ({ body: redemption({ transactionRef: orderRef, ttlSeconds: 600 }) }),
  captureRedemption: () => ({ body: { transactionRef: orderRef } }),
  voidRedemption: () => ({ body: { transactionRef: orderRef } }),
  quoteRedemption: () => ({ body: redemption() }),
  returnPurchase: () => ({
    body: { transactionRef, returnRef: randomUUID(), amount: 10_000, reason: 'Damaged' },
  }),
  bulkReturn: () => ({ body: { items: [{ transactionRef, returnRef: randomUUID(), amount: 10_000 }] } }),
  quoteReturn: () => ({ body: { transactionRef, amount: 10_000 } }),
  listReturns: () => ({ query: `?transactionRef=${transactionRef}` }),
  getTransaction: () => ({ ids: { transactionRef: transactionRef } }),
  findTransaction: () => ({ query: `?transactionRef=${transactionRef}` }),
  exportMembers: () => ({}),
  exportLedger: () => ({}),
  exportTransactions: () => ({}),
  exportRewards: () => ({}),
  exportMember: () => ({}),
  listMembers: () => ({
    query: `?search=${encodeURIComponent(name)}&phone=${encodeURIComponent(phone)}&email=${encodeURIComponent(email)}`,
  }),
  getMember: () => ({}),
  updateMember: () => ({ body: { name, phone } }),
  listLedgerEntries: () => ({}),
  listMemberTransactions: () => ({ query: '?expand=campaigns' }),
  suspendMember: () => ({ body: { reason: `${name} said so` } }),
  reinstateMember: () => ({ body: { reason: email } }),
  listStampCards: () => ({}),
  listMemberLimits: () => ({}),
  listOpenAuthorizations: () => ({}),
  adjustPoints: () => ({ body: { points: 50, reason: 'Apology', expiresAt: '2099-12-31' } }),
  listExpiringPoints: () => ({}),
  listPendingPoints: () => ({}),
  listMemberRewards: () => ({}),
  listRewards: () => ({ query: `?memberId=${memberId}` }),
  getMemberStatistics: () => ({}),
  recordConsent: () => ({
    body: {
      memberRef: externalRef,
      purpose: 'MARKETING',
      channels: ['EMAIL'],
      granted: true,
      source: `${name} at the till`,
      evidence: { email, phone },
    },
  }),
  listConsents: () => ({}),
  addMemberNote: () => ({ body: { text: `${name}, ${email}, ${phone}, ${externalRef}` } }),
  listMemberNotes: () => ({}),
  listMemberTimeline: () => ({}),
  deleteMemberNote: () => ({ ids: { memberId, noteId: randomUUID() } }),
  listRequestLogs: () => ({}),
  listLiveRequests: () => ({}),
  listAuditEntries: () => ({ query: `?objectType=member&objectId=${memberId}` }),
  listRefusedTransactions: () => ({}),
  addSegmentMembers: () => ({ body: { memberId } }),
  listSegmentMembers: () => ({}),
  listMemberSegments: () => ({}),
  removeSegmentMember: () => ({}),
  submitEvent: () => ({
    body: {
      eventKey: offerings.eventKey,
      ref: randomUUID(),
      payload: { customerId: externalRef, name, email, phone },
    },
  }),
  submitLifecycleEvent: () => ({ body: { type: 'SIGNUP', payload: { name, phone } } }),
  listEvents: () => ({ query: `?memberRef=${encodeURIComponent(externalRef)}` }),
  // Their first card was another member's.
  mergeMembers: () => ({ body: { memberId: mergedId, reason: `${name} has two cards` } }),
};

beforeAll(async () => {
  tenant = await createTestTenant('Erasure by bytes');
  stored = openStoredRows();
  mark = await markNow(stored);
  offerings = await makeOfferings(tenant.test);
  await activateCampaigns(tenant.test, [
    {
      name: 'Under limits',
      earningRule: { type: 'FIXED_POINTS', points: 1 },
      limits: [
        { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 100 },
        { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 100 },
      ],
    },
  ]);
  receiver = await openWebhookReceiver(tenant, ['*'], 'test');
  // It refuses every delivery, and its responses contain the request's body.
  receiver.status = 500;
  receiver.isEcho = true;
  memberId = '';
  const made = await ask('createMember', { body: { externalRef, name, email, phone } });
  ({ id: memberId } = JSON.parse(made.text) as { id: string });
  const twin = await ask('createMember', { body: { externalRef: cardRefs[0], name, email, phone } });
  ({ id: mergedId } = JSON.parse(twin.text) as { id: string });
  await ask('evaluateTransaction', { body: receipt({ memberRef: cardRefs[0] }) });
  // The one that is taken away again names somebody else from then on.
  const lent = `lent-${randomUUID()}`;
  for (const reference of [...cardRefs.slice(1), lent])
    await ask('putMemberReference', { body: { reference, kind: 'CARD' } });
  await ask('releaseMemberReference', { body: { reference: lent } });
  await ask('listMemberReferences');
});
afterAll(async () => {
  await receiver.close();
  await stored.close();
});

/** Stores a message about the member that Kafka rejected. Otherwise that would need an outage and a large message. */
const keepRejected = () =>
  stored.rowsOf(
    `INSERT INTO outbox_rejected (topic, message, reason, environment_id, member_key)
     SELECT 'loyalty.dead-letters', convert_to($1, 'UTF8'), 'too large', environment_id, member_key
       FROM members WHERE id = $2`,
    [JSON.stringify(receipt()), memberId],
  );

const tablesIn = (findings: readonly Finding[], what: string): string[] =>
  findings.filter(([, found]) => found === what).map(([place]) => place);

const ledgerOf = async (): Promise<string> =>
  JSON.stringify(
    await stored.rowsOf('SELECT * FROM ledger_entries WHERE member_id = $1 ORDER BY seq', [memberId]),
  );

/** Reads the uses of limits, which name nobody and stay as other counts do (D236). */
const usesOf = (): Promise<readonly unknown[]> =>
  stored.rowsOf('SELECT * FROM member_uses WHERE member_id = $1', [memberId]);

test('control: before the erasure every search finds its tokens', async () => {
  for (const [operationId, use] of Object.entries(uses) as [OperationId, () => Asked][])
    await ask(operationId, use());
  // Stores the results of a refusal without a waiting caller, and of an event of another member who was referred.
  await ask('suspendMember', {});
  await ask('evaluateTransaction', { body: receipt(), headers: { Prefer: 'respond-async' } });
  await ask('reinstateMember', {});
  for (const referrerRef of [externalRef, ...cardRefs]) {
    const referral = { customerId: 'somebody-else', referrerRef };
    await ask('submitEvent', {
      body: { eventKey: offerings.eventKey, ref: randomUUID(), payload: referral },
    });
  }
  for (const memberRef of cardRefs) {
    await ask('evaluateTransaction', { body: receipt({ memberRef }) });
    const own = { customerId: memberRef, note: memberRef };
    await ask('submitEvent', { body: { eventKey: offerings.eventKey, ref: randomUUID(), payload: own } });
  }
  await keepRejected();
  await sendUndecidable(stored, tenant.tenantId, externalRef);
  await eventually('the undecidable receipt is a dead letter', async () => {
    const { inValues } = await searchTopics(tokens, mark.atMs);
    return tablesIn(inValues, 'ref').includes(topics.deadLetters);
  });
  await stored.rowsOf('ANALYZE', []);
  const emptied = Object.keys(tableCatalogue).filter((table) => tableCatalogue[table]?.erased === 'columns');
  // The text of a consent is the shop's own; here it names the member by everything but the reference.
  // An opening has only a fingerprint, in which nobody finds a text.
  const other = ['consents', 'openings'];
  const keepRef = [...emptied.filter((table) => !other.includes(table)), 'delivery_errors', 'request_logs'];
  await eventually('a failed delivery is recorded', async () =>
    tablesIn(await searchDatabase(stored, tokens, mark), 'ref').includes('delivery_errors'),
  );
  await eventually('the last request is logged', async () =>
    tablesIn(await searchDatabase(stored, tokens, mark), 'ref').includes('request_logs'),
  );
  const found = await searchDatabase(stored, tokens, mark);
  expect(tablesIn(found, 'ref')).toEqual(expect.arrayContaining(keepRef));
  for (const what of ['name', 'email', 'phone'])
    expect(tablesIn(found, what)).toEqual(
      expect.arrayContaining(['member_profiles', 'events', 'consents', 'request_logs']),
    );
  for (const { what } of cards)
    expect(tablesIn(found, what)).toEqual(expect.arrayContaining(['members', 'events', 'request_logs']));
  const { inValues } = await searchTopics(tokens, mark.atMs);
  const asked = [topics.evaluate, topics.memberEvents, topics.receipts, topics.redeem, topics.deadLetters];
  expect(tablesIn(inValues, 'ref')).toEqual(expect.arrayContaining(asked));
});

test('the member has used every route that knows members', () => {
  const all = operations.filter(({ isPublic, path }) => !isPublic && !knowsNobody(path));
  const left = all.map(({ operationId }) => operationId).filter((id) => !used.has(id));
  expect(left).toEqual(['eraseMember']);
});

test('I14 after the erasure no table, statistic, cache, log, key or header names the member in any form; the ledger and what limits count are as they were', async () => {
  const ledger = await ledgerOf();
  const counted = await usesOf();
  expect(counted).toHaveLength(1);
  const erased = await ask('eraseMember');
  expect(erased.status).toBe(200);
  await eventually('the second phase is through', async () => {
    const text = `SELECT 1 FROM erasures e JOIN members m ON (m.environment_id, m.id) = (e.environment_id, e.member_id)
                   WHERE (m.id = $1 OR m.leads_to = $1) AND e.scrubbed_at IS NOT NULL`;
    return (await stored.rowsOf(text, [memberId])).length === 1 + cards.length;
  });
  await stored.rowsOf('ANALYZE', []);
  // An outbox row lives until its facts are published.
  await eventually('the outbox is published', async () => {
    const found = await searchDatabase(stored, tokens, mark);
    return !found.some(([table]) => table === 'outbox');
  });
  expect(await searchDatabase(stored, tokens, mark)).toEqual([]);
  const { bytes, findings } = await searchRedis(tokens);
  expect([bytes > 0, findings]).toEqual([true, []]);
  expect(searchLogs(tokens, mark.logs)).toEqual([]);
  const { inNames, inValues } = await searchTopics(tokens, mark.atMs);
  expect(inNames).toEqual([]);
  const kept = [topics.evaluate, topics.receipts, topics.memberEvents, topics.redeem, topics.deadLetters];
  expect(inValues.filter(([topic]) => !(kept as readonly string[]).includes(topic))).toEqual([]);
  expect(await ledgerOf()).toBe(ledger);
  expect(await usesOf()).toEqual(counted);
});

const ways: readonly (readonly [OperationId, () => Asked])[] = [
  ['evaluateTransaction', () => ({ body: receipt() })],
  ['simulateTransaction', () => ({ body: { memberRef: externalRef, amount: 100 } })],
  ['explainTransaction', () => ({ body: { memberRef: externalRef, amount: 100 } })],
  ['redeemPoints', () => ({ body: redemption() })],
  ['quoteRedemption', () => ({ body: redemption() })],
  ['createMember', () => ({ body: { externalRef } })],
  ['recordConsent', () => uses.recordConsent?.() ?? {}],
  ['submitEvent', () => uses.submitEvent?.() ?? {}],
  ['submitLifecycleEvent', () => ({ body: { type: 'SIGNUP' } })],
];

test.each(ways)('▲ %s refuses the erased member, and enrols nobody', async (operationId, use) => {
  const asked = use();
  const answer = await askFor(tenant, operationId, { ...asked, ids: { memberId, ...asked.ids } });
  expect(JSON.parse(answer.text)).toMatchObject({ status: 403, code: 'MEMBER_ERASED' });
  const ref = encodeURIComponent(externalRef);
  expect((await tenant.test.get(`/members?ref=${ref}`)).body.members).toEqual([]);
  expect((await tenant.test.get(`/events?memberRef=${ref}`)).body.events).toEqual([]);
});

test('▲ I28 a receipt by any card of the erased member is refused, and enrols nobody (D345)', async () => {
  for (const memberRef of cardRefs) {
    const answer = await askFor(tenant, 'evaluateTransaction', { body: receipt({ memberRef }) });
    expect(JSON.parse(answer.text)).toMatchObject({ status: 403, code: 'MEMBER_ERASED' });
    expect((await tenant.test.get(`/members?ref=${memberRef}`)).body.members).toEqual([]);
  }
});

test('I14 the logs of the requests that were refused do not name the erased member either (D82)', async () => {
  await eventually('the refusals are logged', async () => {
    const { text } = await askFor(tenant, 'listRequestLogs', { query: '?status=403&limit=200' });
    const { requestLogs } = JSON.parse(text) as { requestLogs: readonly { code: string }[] };
    const refused = requestLogs.filter(({ code }) => code === 'MEMBER_ERASED').length;
    return refused >= ways.length + cards.length;
  });
  const found = await searchDatabase(stored, tokens, mark);
  expect(found.filter(([table]) => table === 'request_logs')).toEqual([]);
});
