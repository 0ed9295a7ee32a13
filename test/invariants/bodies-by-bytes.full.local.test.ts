import { randomUUID } from 'node:crypto';
import { type OperationId, operations } from '@loyalty/contracts/http';
import { readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { type Asked, askFor } from '../support/ask.ts';
import type { Received } from '../support/contract.ts';
import type { Finding } from '../support/search/forms-of.ts';
import { finderOf } from '../support/search/forms-of.ts';
import { type Mark, markNow } from '../support/search/mark.ts';
import { type Marker, markedBodies } from '../support/search/marked-bodies.ts';
import { searchLogs } from '../support/search/search-files.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let stored: StoredRows;
let mark: Mark;
const markers: Marker[] = [];

/** A field of this name is never kept or repeated, in any operation. */
const isSecret = ({ field }: Marker): boolean => /secret|^codes?$|^key$|token|password/i.test(field);
/** The key of what is configured is its name, which paths and documents have too (D343). */
const isKeyOfEntity = ({ operationId, field }: Marker): boolean =>
  field === 'key' && !operationId.includes('ApiKey');
const secrets = () => markers.filter((marker) => isSecret(marker) && !isKeyOfEntity(marker));

const withBodies = operations.filter(({ isPublic, hasBody }) => !isPublic && hasBody);

beforeAll(async () => {
  tenant = await createTestTenant('Bodies by bytes');
  stored = openStoredRows();
  mark = await markNow(stored);
});
afterAll(() => stored.close());

/** Ids of what there is, so that bodies are judged and not only refused. */
const makeObjects = async (): Promise<Readonly<Record<string, string>>> => {
  const made = async (operationId: OperationId, body: object): Promise<string> => {
    const { text } = await askFor(tenant, operationId, { body });
    return (JSON.parse(text) as { id: string }).id;
  };
  const earningRule = { type: 'FIXED_POINTS', points: 10 };
  return {
    campaignId: await made('createCampaign', { name: 'Ten', earningRule }),
    tierId: await made('createTier', { name: 'Gold', minLifetimePoints: 5 }),
    segmentId: await made('createSegment', { name: 'Staff', type: 'STATIC' }),
    memberId: await made('createMember', { externalRef: 'somebody' }),
    webhookId: await made('createWebhook', { url: 'https://hooks.invalid/', events: ['*'] }),
    keyId: await made('createApiKey', { name: 'A till', role: 'till' }),
    eventDefinitionId: await made('createEventDefinition', { key: 'marked.event', name: 'Event' }),
  };
};

interface Judged {
  readonly operationId: OperationId;
  readonly isTaken: boolean;
  readonly isFailure: boolean;
  /** Secrets that a refusal repeats: a caller may log it. */
  readonly repeated: readonly string[];
}

/** Sends the body with a key of each environment. */
const sendMarked = async (
  operationId: OperationId,
  body: unknown,
  ids: Readonly<Record<string, string>>,
): Promise<readonly Received[]> => {
  const received: Received[] = [];
  for (const key of [tenant.keys.test, tenant.keys.live])
    received.push(await askFor(tenant, operationId, { body, ids, key }));
  return received;
};

const judgedAs = (operationId: OperationId, { status, text }: Received): Judged => ({
  operationId,
  isTaken: status < 300,
  isFailure: status >= 500,
  repeated:
    status < 300 ? [] : secrets().flatMap((secret) => (text.includes(secret.text) ? secret.what : [])),
});

test('each field of each body holds a text of its own, and no body makes the service fail', async () => {
  const ids = await makeObjects();
  const judged: Judged[] = [];
  for (const { operationId } of withBodies)
    for (const { body, markers: own } of markedBodies(operationId)) {
      markers.push(...own);
      const received = await sendMarked(operationId, body, ids);
      judged.push(...received.map((one) => judgedAs(operationId, one)));
    }
  expect(judged.filter(({ isFailure, repeated }) => isFailure || repeated.length > 0)).toEqual([]);
  expect(markers.length).toBeGreaterThan(200);
  expect(secrets().length).toBeGreaterThan(1);
  // The others are judged by what the environment has, or by each other's fields.
  const taken = new Set(judged.filter(({ isTaken }) => isTaken).map(({ operationId }) => operationId));
  expect(taken.size).toBeGreaterThan(withBodies.length / 3);
});

const find = (text: string): readonly string[] => finderOf(markers)(text);

const metricsOf = async (): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const [name, { port }] of Object.entries(readLocalStack().services)) {
    const shown = await fetch(`http://127.0.0.1:${String(port)}/metrics`);
    findings.push(...find(await shown.text()).map((what): Finding => [name, what]));
  }
  return findings;
};

test('▲ no text of any body is in a log of a service or a server, nor in a metric', async () => {
  expect(searchLogs(markers, mark.logs)).toEqual([]);
  expect(await metricsOf()).toEqual([]);
});

const ofTenant = 'environment_id IN (SELECT id FROM environments WHERE tenant_id = $1)';

const requestLogs = async (): Promise<string> => {
  const rows = await stored.rowsOf<{ text: string }>(
    `SELECT concat_ws(' ', request_id, path, convert_from(request_body, 'UTF8'), convert_from(response_body, 'UTF8')) AS text
       FROM request_logs WHERE ${ofTenant}`,
    [tenant.tenantId],
  );
  return rows.map(({ text }) => text).join('\n');
};

test('▲ no secret, code or key of any body is in the log of a request; other fields are (D82)', async () => {
  const requestId = randomUUID();
  const asked: Asked = { headers: { 'X-Request-Id': requestId } };
  await askFor(tenant, 'getBurnRate', asked);
  await eventually('the last request is logged', async () => (await requestLogs()).includes(requestId));
  const logs = await requestLogs();
  const found = new Set(find(logs));
  expect(
    secrets()
      .map(({ what }) => what)
      .filter((what) => found.has(what)),
  ).toEqual([]);
  // Variants of a body share the names of their fields.
  expect(found.size).toBeGreaterThan(new Set(markers.map(({ what }) => what)).size / 2);
});

const shownTypes = [
  'campaign',
  'tier',
  'segment',
  'event_definition',
  'webhook',
  'setting',
  'api_key',
  'code_pool',
];

test('▲ the audit log has texts of configuration alone, and no secret, code or key (D209)', async () => {
  const rows = await stored.rowsOf<{ type: string; text: string }>(
    `SELECT object_type AS type, a::text AS text FROM audit_entries a WHERE ${ofTenant}`,
    [tenant.tenantId],
  );
  const isShown = new Set(
    markers
      .filter((marker) => {
        const action = operations.find(({ operationId }) => operationId === marker.operationId)?.auditAction;
        const type = action?.split('.')[0] ?? '';
        return shownTypes.includes(type) && !secrets().includes(marker);
      })
      .map(({ what }) => what),
  );
  const found = new Set(find(rows.map(({ text }) => text).join('\n')));
  expect([...found].filter((what) => !isShown.has(what))).toEqual([]);
  expect(found.size).toBeGreaterThan(5);
  // Of a URL the origin is shown: what follows may open what it names. Each has three markers: host, path, query.
  const urls = markers.filter(({ field }) => /url$/i.test(field));
  const all = rows.map(({ text }) => text).join('\n');
  const shown = urls.flatMap(({ text }, n) => (all.includes(text) ? [n % 3] : []));
  expect([...new Set(shown)]).toEqual([0]);
});
