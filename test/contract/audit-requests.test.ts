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

test('▲ the log names members to those who ask and may read them, until the member is erased (D210)', async () => {
  const body = { externalRef: crypto.randomUUID(), name: 'Named In The Log' };
  const { id: memberId } = await bodyOf<{ id: string }>('createMember', { body });
  await ask('suspendMember', { ids: { memberId } });
  const objects = async (more: string) =>
    (
      await bodyOf<{ auditEntries: { object: object }[] }>('listAuditEntries', {
        query: `?objectType=member&objectId=${memberId}${more}`,
      })
    ).auditEntries.map(({ object }) => object);
  const object = { type: 'member', id: memberId, name: null };
  expect(await objects('')).toEqual([object]);
  const named = Object.assign({ memberName: body.name }, object);
  expect(await objects('&withMemberNames=true')).toEqual([named]);
  const { key } = await bodyOf<{ key: string }>('createApiKey', {
    body: { name: 'auditor', permissions: ['audit:read'] },
  });
  const refused = await ask('listAuditEntries', { key, query: '?withMemberNames=true' });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { context: { permission: 'members:read' } },
  ]);
  await ask('eraseMember', { ids: { memberId } });
  expect(await objects('&action=member.suspended&withMemberNames=true')).toEqual([object]);
});
