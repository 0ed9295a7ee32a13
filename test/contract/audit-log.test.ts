import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openapiDocument, type OperationId, operations } from '@loyalty/contracts/http';
import { textOf } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { databaseRoles, serviceRoleOf } from '@loyalty/storage/database-roles';
import { eventually } from '@loyalty/testkit/runs';
import type { Asked } from '../support/ask.ts';
import { shownPointers } from '../support/audited-pointers.ts';
import { contractCalls, receiptBody } from '../support/contract-calls.ts';
import { failReward, giftCampaign, issueReward } from '../support/rewards.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;
beforeAll(async () => {
  tenant = await createTestTenant('Audit log');
  stored = openStoredRows();
  await activateCampaigns(tenant.test, [giftCampaign]);
});
afterAll(() => stored.close());

const { ask, bodyOf, memberNamed } = contractCalls(() => tenant);

/** Every operation that changes something, with what `x-audit` says of it. */
const changing = new Map(
  operations
    .filter(({ isPublic, method }) => !isPublic && method !== 'GET')
    .map(({ operationId, auditAction }) => [operationId, auditAction ?? 'none']),
);

interface StoredEntry {
  readonly id: string;
  readonly action: string;
  readonly actorKind: string;
  readonly transaction: string;
  readonly text: string;
}

const entries = (): Promise<StoredEntry[]> =>
  stored.rowsOf<StoredEntry>(
    `SELECT a.id, a.action, a.actor_kind AS "actorKind", a.xmin::text AS transaction, a::text AS text FROM audit_entries a
       JOIN environments e ON e.id = a.environment_id WHERE e.tenant_id = $1`,
    [tenant.tenantId],
  );

/** The actions of the entries that the call leaves. */
const leftBy = async (operationId: OperationId, asked: Asked): Promise<string[]> => {
  const before = new Set((await entries()).map(({ id }) => id));
  await ask(operationId, asked);
  return (await entries()).filter(({ id }) => !before.has(id)).map(({ action }) => action);
};

/** Other services change again at once what these have changed. */
const isTakenUp: ReadonlySet<OperationId> = new Set(['replayDelivery', 'replayEvents', 'retryReward']);

/** What they delete leaves no row from which the transaction could be read. */
const leavesNoRow: ReadonlySet<OperationId> = new Set(['deleteMemberNote']);

/** The tables that have another row of this transaction: what has changed, or the version of the configuration. */
const changedIn = async (transaction: string): Promise<readonly string[]> => {
  const tables = await stored.rowsOf<{ name: string; column: string }>(
    `SELECT c.relname AS name, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'audit_entries'
        AND a.attname = CASE c.relname WHEN 'environments' THEN 'id' ELSE 'environment_id' END`,
    [],
  );
  const rows = tables.map(
    ({ name, column }) =>
      `SELECT '${name}' AS name FROM ${name} WHERE xmin::text = $2
          AND ${column} IN (SELECT id FROM environments WHERE tenant_id = $1)`,
  );
  const found = await stored.rowsOf<{ name: string }>(rows.join(' UNION '), [tenant.tenantId, transaction]);
  return found.map(({ name }) => name);
};

/** A secret, a reason, a code or something personal. Each is another one, so that a finding says which. */
const hidden = new Map<string, string>();
const hide = (what: string): string => {
  const text = hidden.get(what) ?? `hidden${randomBytes(9).toString('hex')}`;
  hidden.set(what, text);
  return text;
};

const giveReward = async (): Promise<string> => {
  const given = await bodyOf<{ campaigns: readonly { rewardIds: readonly string[] }[] }>(
    'evaluateTransaction',
    {
      body: receiptBody('audited-rewards'),
    },
  );
  const [rewardId = ''] = given.campaigns.flatMap(({ rewardIds }) => rewardIds);
  return rewardId;
};

type Ids = Record<string, string>;

/** Calls in an order in which each succeeds; what they make is in `ids`. */
const createCalls = (ids: Ids): readonly (readonly [OperationId, () => Asked])[] => {
  const order = () => ({ ...receiptBody('audited'), amount: 15_000, pointsRequested: 10 });
  const memberRef = 'audited';
  const url = (what: string) =>
    `https://hooks.invalid/${hide(`${what}, path`)}?token=${hide(`${what}, query`)}`;
  const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 };
  const definition = { key: 'audited.event', name: 'Event', properties: { litres: { type: 'number' } } };
  const rules = { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] };
  const consent = { purpose: 'MARKETING', channels: ['SMS'], granted: true, source: hide('source') };
  const dynamic = () => ({ ids: { segmentId: ids['dynamicId'] ?? '' } });
  const receipt = receiptBody(memberRef);
  const authorization = { ...order(), ttlSeconds: 600 };
  const authorized = { body: { transactionRef: authorization.transactionRef } };
  const returned = { transactionRef: receipt.transactionRef, returnRef: randomUUID(), amount: 100 };
  return [
    [
      'createCampaign',
      () => ({ body: { name: 'Spring', earningRule, redemptionRule: { pointsPerRand: 10 } } }),
    ],
    [
      'updateCampaign',
      () => ({
        body: {
          description: 'For spring',
          maxBudgetCents: 1_000_000,
          conditions: { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] },
        },
      }),
    ],
    ['activateCampaign', () => ({})],
    ['pauseCampaign', () => ({})],
    ['resumeCampaign', () => ({})],
    ['createTier', () => ({ body: { name: 'Gold', minLifetimePoints: 5, badgeUrl: url('badge') } })],
    ['updateTier', () => ({ body: { badgeUrl: url('other badge'), minLifetimePoints: 7 } })],
    ['deleteTier', () => ({ query: '?force=true' })],
    ['createSegment', () => ({ body: { name: 'Staff', type: 'STATIC' } })],
    ['updateSegment', () => ({ body: { description: 'Who works here' } })],
    ['createMember', () => ({ body: { externalRef: hide('ref'), name: hide('name') } })],
    ['addSegmentMembers', () => ({ body: { memberId: ids['memberId'] } })],
    ['removeSegmentMember', () => ({})],
    ['deleteSegment', () => ({})],
    ['previewSegment', () => ({ body: { rules, sampleSize: 1 } })],
    ['refreshSegment', dynamic],
    ['refreshSegments', () => ({})],
    ['createEventDefinition', () => ({ body: definition })],
    ['updateEventDefinition', () => ({ body: { name: 'Other event' } })],
    ['updateEventDefinitionByKey', () => ({ body: { key: definition.key, name: 'Third event' } })],
    [
      'submitEvent',
      () => ({ body: { eventKey: definition.key, ref: randomUUID(), payload: { customerId: memberRef } } }),
    ],
    ['submitLifecycleEvent', () => ({ body: { type: 'SIGNUP', payload: { note: hide('payload') } } })],
    ['createWebhook', () => ({ body: { url: url('url'), secret: hide('secret'), events: ['*'] } })],
    ['updateWebhook', () => ({ body: { url: url('other url'), secret: hide('next secret') } })],
    ['testWebhook', () => ({})],
    ['replayDelivery', () => ({})],
    ['replayEvents', () => ({ body: { since: new Date(Date.now() - 60_000).toISOString() } })],
    ['deleteWebhook', () => ({})],
    [
      'updateMember',
      () => ({
        body: { name: hide('new name'), email: `${hide('email')}@example.com`, phone: '+27821234567' },
      }),
    ],
    ['putMemberReference', () => ({ body: { reference: hide('card'), kind: hide('kind of card') } })],
    ['putMemberReference', () => ({ body: { reference: hide('card'), kind: null, state: 'BLOCKED' } })],
    ['releaseMemberReference', () => ({ body: { reference: hide('card') } })],
    [
      'mergeMembers',
      () => ({ body: { memberId: ids['mergedId'] ?? '', reason: hide('reason of a merge') } }),
    ],
    ['addMemberNote', () => ({ body: { text: hide('note') } })],
    ['deleteMemberNote', () => ({})],
    ['suspendMember', () => ({ body: { reason: hide('reason of a suspension') } })],
    ['reinstateMember', () => ({ body: { reason: hide('reason of a reinstatement') } })],
    [
      'adjustPoints',
      () => ({ body: { points: 500, reason: hide('reason of an adjustment'), ref: 'goodwill-1' } }),
    ],
    ['recordConsent', () => ({ body: { ...consent, memberRef, evidence: hide('evidence') } })],
    ['evaluateTransaction', () => ({ body: receipt })],
    ['bulkEvaluateTransactions', () => ({ body: { items: [receiptBody(memberRef)] } })],
    ['simulateTransaction', () => ({ body: { memberRef, amount: 100 } })],
    ['explainTransaction', () => ({ body: { memberRef, amount: 100 } })],
    ['quoteRedemption', () => ({ body: { memberRef, amount: 15_000, pointsRequested: 10 } })],
    ['redeemPoints', () => ({ body: order() })],
    ['authorizeRedemption', () => ({ body: authorization })],
    ['captureRedemption', () => authorized],
    ['voidRedemption', () => authorized],
    ['quoteReturn', () => ({ body: { transactionRef: receipt.transactionRef, amount: 100 } })],
    ['returnPurchase', () => ({ body: { ...returned, reason: hide('reason of a return') } })],
    ['bulkReturn', () => ({ body: { items: [{ ...returned, returnRef: randomUUID() }] } })],
    ['redeemReward', () => ({ ids: { rewardId: ids['redeemedId'] ?? '' } })],
    ['expireReward', () => ({ ids: { rewardId: ids['expiredId'] ?? '' } })],
    ['retryReward', () => ({ ids: { rewardId: ids['failedId'] ?? '' } })],
    ['createApiKey', () => ({ body: { name: 'Till', role: 'server', expiresAt: '2099-12-31' } })],
    ['narrowApiKey', () => ({ body: { role: 'till', rateLimitPerMinute: 10 } })],
    ['rotateApiKey', () => ({ body: { overlapHours: 1 } })],
    ['revokeApiKey', () => ({})],
    ['updateSettings', () => ({ body: { refundGraceDays: 8 } })],
    ['putCodePool', () => ({ ids: { poolName: 'audited' }, body: { lowBelow: 7 } })],
    ['addPoolCodes', () => ({ ids: { poolName: 'audited' }, body: { codes: [hide('code of a pool')] } })],
    ['putImport', () => ({ ids: { source: 'audited' }, body: { signedUp: true } })],
    [
      'importMembers',
      () => ({
        ids: { source: 'audited' },
        body: { lines: [{ externalRef: hide('line'), references: [{ reference: hide('card of a line') }] }] },
      }),
    ],
    ['closeImport', () => ({ ids: { source: 'audited' }, body: { members: 1, points: 0 } })],
    ['eraseMember', () => ({})],
    ['archiveCampaign', () => ({})],
  ];
};

/** Ids that a call has made, for the calls behind it. */
const idsMadeBy: Readonly<Partial<Record<OperationId, string>>> = {
  createCampaign: 'campaignId',
  createTier: 'tierId',
  createSegment: 'segmentId',
  createWebhook: 'webhookId',
  createApiKey: 'keyId',
  addMemberNote: 'noteId',
};

/** Others would do it again without an `Idempotency-Key` (D336). */
const isRepeatable = (operationId: OperationId): boolean =>
  Object.values(openapiDocument.paths)
    .flatMap(({ post, patch, delete: remove }) => [post, patch, remove])
    .some((object) => object?.operationId === operationId && object['x-retry'] !== 'key');

const prepare = async (ids: Ids): Promise<void> => {
  ids['memberId'] = (await memberNamed('audited')).id;
  ids['mergedId'] = (await memberNamed('audited-twin')).id;
  await tenant.test.post(`/members/${ids['memberId']}/ledger/adjust`, { points: 10_000, reason: 'To spend' });
  const rules = { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] };
  const body = { name: 'Active', type: 'DYNAMIC', rules };
  ids['dynamicId'] = (await bodyOf<{ id: string }>('createSegment', { body })).id;
  ids['eventKey'] = 'audited.event';
  for (const what of ['redeemedId', 'expiredId', 'failedId']) ids[what] = await giveReward();
  for (const what of ['redeemedId', 'expiredId']) await issueReward(stored, ids[what] ?? '');
  await failReward(stored, ids['failedId'] ?? '');
};

test('▲ each operation that changes something leaves exactly the entry that its x-audit says, a repeat and all others none (D208)', async () => {
  const ids: Ids = {};
  await prepare(ids);
  const done = new Set<OperationId>();
  const alone: OperationId[] = [];
  for (const [operationId, asked] of createCalls(ids)) {
    const call = asked();
    const sent = { ...call, ids: { ...ids, ...call.ids } };
    if (operationId === 'replayDelivery') await untilEnded(ids);
    const before = new Set((await entries()).map(({ id }) => id));
    const made = await ask(operationId, sent);
    const added = (await entries()).filter(({ id }) => !before.has(id));
    const left = added.map(({ action }) => action);
    const action = changing.get(operationId);
    expect({ operationId, status: made.status < 300, left, text: made.text }).toMatchObject({
      operationId,
      status: true,
      left: action === 'none' ? [] : [action],
    });
    for (const { transaction } of isTakenUp.has(operationId) || leavesNoRow.has(operationId) ? [] : added)
      if ((await changedIn(transaction)).length === 0) alone.push(operationId);
    done.add(operationId);
    const idMade = idsMadeBy[operationId];
    if (idMade !== undefined) ids[idMade] = (JSON.parse(made.text) as { id: string }).id;
    if (operationId === 'testWebhook')
      ids['deliveryId'] = (JSON.parse(made.text) as { deliveryId: string }).deliveryId;
    if (!isRepeatable(operationId)) continue;
    expect([operationId, await leftBy(operationId, sent)]).toEqual([operationId, []]);
  }
  expect([...changing.keys()].filter((operationId) => !done.has(operationId))).toEqual([]);
  // Each entry is of the transaction of its change (D208).
  expect(alone).toEqual([]);
  // What leaves no entry says itself who did it (D303).
  expect(await withoutAuthor()).toEqual([]);
});

/** Reads the rows that name nobody, as somebody with `audit:read` can. */
const withoutAuthor = (): Promise<object[]> =>
  stored.rowsOf<object>(
    `SELECT acts.* FROM environments e CROSS JOIN LATERAL (
       SELECT 'transaction ' || operation || ' ' || ref AS act FROM transactions
        WHERE environment_id = e.id AND author IS NULL
       UNION ALL SELECT 'member ' || id FROM members WHERE environment_id = e.id AND enrolled_by IS NULL
       UNION ALL SELECT 'consent ' || id FROM consents WHERE environment_id = e.id AND author IS NULL
       UNION ALL SELECT 'reward ' || id FROM rewards
        WHERE environment_id = e.id AND (state IN ('REDEEMED', 'EXPIRED') OR retried_at IS NOT NULL) AND changed_by IS NULL
     ) acts WHERE e.tenant_id = $1`,
    [tenant.tenantId],
  );

/** A delivery is replayed once it has ended; nobody is at the address. */
const untilEnded = (ids: Ids): Promise<void> =>
  eventually('the delivery has failed', async () => {
    const { status } = await bodyOf<{ status: string }>('getDelivery', { ids });
    return status === 'FAILED';
  });

const codesOf = async (): Promise<readonly (readonly ['code', string])[]> => {
  const rows = await stored.rowsOf<{ code: string }>(
    `SELECT r.code FROM rewards r JOIN environments e ON e.id = r.environment_id
      WHERE e.tenant_id = $1 AND r.code IS NOT NULL`,
    [tenant.tenantId],
  );
  return rows.map(({ code }) => ['code', code]);
};

test('▲ no entry, and nothing that the list shows, holds a secret, a reason, a code or anything personal (D209)', async () => {
  const shown: string[] = [];
  let query = '?limit=50';
  for (;;) {
    const { text } = await ask('listAuditEntries', { query });
    shown.push(text);
    const { nextCursor } = JSON.parse(text) as { nextCursor: string | null };
    if (nextCursor === null) break;
    query = `?limit=50&cursor=${encodeURIComponent(nextCursor)}`;
  }
  const rows = await entries();
  const texts = [...rows.map(({ text }) => text), ...shown];
  const secrets = [
    ...hidden,
    ...(await codesOf()),
    ['phone', '27821234567'] as const,
    ['key', tenant.keys.test.slice(8)] as const,
  ];
  expect(secrets.length).toBeGreaterThan(15);
  expect(secrets.filter(([, secret]) => texts.some((text) => text.includes(secret)))).toEqual([]);
  // Control: what may be shown is found.
  for (const seen of ['Spring', 'hooks.invalid', 'goodwill-1', '/email'])
    expect(texts.filter((text) => text.includes(seen)).length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ actorKind }) => actorKind))).toEqual(new Set(['KEY']));
});

test('▲ entries name what somebody has decided: no counter, no time, no id (D209)', async () => {
  const rows = await stored.rowsOf<{ action: string; pointer: string }>(
    `SELECT DISTINCT a.action, c ->> 'pointer' AS pointer FROM audit_entries a
       JOIN environments e ON e.id = a.environment_id CROSS JOIN jsonb_array_elements(a.changes) AS c
      WHERE e.tenant_id = $1`,
    [tenant.tenantId],
  );
  const pointers: Record<string, string[]> = {};
  for (const { action, pointer } of rows) (pointers[action] ??= []).push(pointer);
  expect(
    Object.fromEntries(Object.entries(pointers).map(([action, named]) => [action, named.sort().join(' ')])),
  ).toEqual(shownPointers);
});

/** Logs of services, and the metrics that they show. */
const saidByServices = async (): Promise<ReadonlyMap<string, string>> => {
  const said = new Map<string, string>();
  for (const [name, { port, log }] of Object.entries(readLocalStack().services)) {
    said.set(`log of ${name}`, readFileSync(log, 'latin1'));
    const shown = await fetch(`http://127.0.0.1:${String(port)}/metrics`);
    said.set(`metrics of ${name}`, await shown.text());
  }
  return said;
};

test('▲ nor is any of it in a log of a service or a metric, nor secrets, codes and keys in the logs of requests', async () => {
  const requestId = randomUUID();
  await ask('getBurnRate', { headers: { 'X-Request-Id': requestId } });
  const logs = () =>
    stored.rowsOf<{ text: string }>(
      `SELECT concat_ws(' ', l.request_id, l.path, convert_from(l.request_body, 'UTF8'), convert_from(l.response_body, 'UTF8')) AS text
         FROM request_logs l JOIN environments e ON e.id = l.environment_id WHERE e.tenant_id = $1`,
      [tenant.tenantId],
    );
  await eventually('the last request is logged', async () =>
    (await logs()).some(({ text }) => text.includes(requestId)),
  );
  const said = await saidByServices();
  const codes = await codesOf();
  const all = [...hidden, ...codes, ['phone', '27821234567'] as const, ['key', tenant.keys.test] as const];
  for (const [place, text] of said)
    expect([place, all.filter(([, marker]) => text.includes(marker))]).toEqual([place, []]);
  const text = (await logs()).map((log) => log.text).join('\n');
  const redacted = all.filter(([what]) => /secret|code|key/.test(what));
  expect(redacted.length).toBeGreaterThan(3);
  expect(redacted.filter(([, marker]) => text.includes(marker))).toEqual([]);
  // Control: bodies of test keys are kept, and lines of the log are read.
  expect(text).toContain('Who works here');
  expect([...said.values()].filter((lines) => lines.includes('"level"')).length).toBeGreaterThan(3);
});

const permissionDenied = /permission denied/;

test.each([databaseRoles.app, serviceRoleOf('ingress')])(
  '▲ Postgres refuses %s to change or delete an entry, and to purge the last 90 days (D210)',
  async (role) => {
    const service = openStoredRows(role);
    const refusalOf = (text: string): Promise<string> =>
      service.rowsOf(text, []).then(
        () => 'allowed',
        (failure: unknown) => textOf(failure),
      );
    try {
      const columns = ['action', 'changes', 'actor_id', 'created_at'];
      // No row is of this environment.
      const ofNobody = 'WHERE environment_id = -1';
      const texts = [
        ...columns.map((column) => `UPDATE audit_entries SET ${column} = ${column} ${ofNobody}`),
        `DELETE FROM audit_entries ${ofNobody}`,
        'TRUNCATE audit_entries',
      ];
      for (const text of texts)
        expect([text, await refusalOf(text)]).toEqual([text, expect.stringMatching(permissionDenied)]);
      expect(await refusalOf(`SELECT count(*) FROM audit_entries ${ofNobody}`)).toBe('allowed');
      const purge = await refusalOf(`SELECT purge_audit(-1, now() - interval '89 days', 1)`);
      expect(purge).toMatch(role === databaseRoles.app ? /90 days/ : permissionDenied);
    } finally {
      await service.close();
    }
  },
);
