import { contractCalls } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Requests in the audit log');
});

const { ask, bodyOf } = contractCalls(() => tenant);

test('▲ an entry has our own id of the request beside the caller’s, and the kind tells people from keys', async () => {
  interface Shown {
    readonly actor: { readonly kind: string; readonly id: string };
    readonly requestId: string;
    readonly serverRequestId: string;
    readonly address: string | null;
  }
  const listed = async (query: string): Promise<readonly Shown[]> =>
    (await bodyOf<{ auditEntries: readonly Shown[] }>('listAuditEntries', { query })).auditEntries;
  const forged = '<script>forged</script>';
  await ask('createTier', {
    body: { name: 'Forged', minLifetimePoints: 777_777, sortOrder: 777, benefits: [] },
    headers: { 'X-Request-Id': forged },
  });
  await ask('createTier', {
    body: { name: 'Plain', minLifetimePoints: 777_778, sortOrder: 778, benefits: [] },
  });
  const [plain, named] = await listed('?action=tier.created&limit=2');
  expect(named).toMatchObject({
    requestId: forged,
    serverRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    address: null,
  });
  expect(plain?.serverRequestId).toBe(plain?.requestId);
  const actor = `actor=${named?.actor.id ?? ''}`;
  expect((await listed(`?${actor}&actorKind=KEY&limit=1`)).length).toBe(1);
  expect(await listed(`?${actor}&actorKind=PERSON`)).toEqual([]);
  expect((await ask('listAuditEntries', { query: '?actorKind=ROBOT' })).status).toBe(400);
});
