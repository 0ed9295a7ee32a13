import type { OperationId } from '@loyalty/contracts/http';
import { eventually } from '@loyalty/testkit/runs';
import { contractCalls } from '../support/contract-calls.ts';
import { expectContract, operationOf, pathOf, type Received, send } from '../support/contract.ts';
import { createDevTokens, type DevTokens } from '../support/dev-tokens.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let tokens: DevTokens;
beforeAll(async () => {
  tenant = await createTestTenant('Reads of people');
  tokens = await createDevTokens(tenant.tenantId, 'test');
});

const { ask, bodyOf, memberNamed } = contractCalls(() => tenant);

/** Calls an operation that only reads, as a person; with a key beside the token the key counts. */
const readAs = async (
  sub: string,
  operationId: OperationId,
  {
    memberId = crypto.randomUUID(),
    method = 'GET',
    key,
  }: { memberId?: string; method?: string; key?: string } = {},
): Promise<Received> => {
  const token = tokens.sign({ claims: { sub, scope: 'admin' } });
  const headers = { Authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'X-API-Key': key }) };
  const path = pathOf(operationOf(operationId), { tenantId: tenant.tenantId, memberId });
  const answer = await send(method, path, { headers });
  if (method === 'GET') expectContract(operationId, answer);
  return answer;
};

interface Report {
  readonly asOf: string;
  readonly countedFrom: string;
  readonly items: readonly { readonly at: string; readonly author: unknown; readonly operation: string }[];
}

const report = (query = ''): Promise<Report> => bodyOf<Report>('listReads', { query });

test('▲ the report has what people read, and neither keys, refusals nor changes (D316)', async () => {
  const { id: memberId } = await memberNamed('anna');
  for (let n = 0; n < 2; n += 1) expect((await readAs('thandi', 'getMember', { memberId })).status).toBe(200);
  expect((await readAs('thandi', 'listLedgerEntries', { memberId })).status).toBe(200);
  expect((await readAs('sipho', 'getMember', { memberId, method: 'HEAD' })).status).toBe(200);
  expect((await ask('getMember', { ids: { memberId } })).status).toBe(200);
  expect((await readAs('thandi', 'getMember', { memberId, key: tenant.keys.test })).status).toBe(200);
  expect((await readAs('thandi', 'getMember')).status).toBe(404);
  expect((await readAs('thandi', 'quoteRedemption', { method: 'POST' })).status).toBe(400);

  await eventually('what both have read is stored', async () => (await report()).items.length >= 3);
  const { asOf, countedFrom, items } = await report();
  expect(Date.parse(asOf) - Date.parse(countedFrom)).toBeGreaterThan(29 * 86_400_000);
  const person = (id: string) => ({ kind: 'PERSON', id, name: null });
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/) as string;
  expect(items).toEqual([
    { at, author: person('thandi'), operation: 'getMember', count: 2 },
    { at, author: person('sipho'), operation: 'getMember', count: 1 },
    { at, author: person('thandi'), operation: 'listLedgerEntries', count: 1 },
  ]);
});

test('the report is for those who may read the audit log, and is a read itself', async () => {
  const path = `/v1/tenants/${tenant.tenantId}/reports/reads`;
  const asked = async (scope: string) => {
    const token = tokens.sign({ claims: { sub: 'lindiwe', scope } });
    return (await send('GET', path, { headers: { Authorization: `Bearer ${token}` } })).status;
  };
  expect([await asked('members:read'), await asked('audit:read')]).toEqual([403, 200]);
  await eventually('it is counted', async () =>
    JSON.stringify((await report()).items).includes(
      '"lindiwe","name":null},"operation":"listReads","count":1}',
    ),
  );
});
