import { randomUUID } from 'node:crypto';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { contractCalls, contractCampaign, receiptBody } from '../support/contract-calls.ts';
import { expectContract, send } from '../support/contract.ts';
import { createDevTokens } from '../support/dev-tokens.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let campaignId: string;

/** Each response is checked against the contract. */
const { ask, bodyOf, statusOf } = contractCalls(() => tenant);

beforeAll(async () => {
  tenant = await createTestTenant('Merging');
  ({ id: campaignId } = await bodyOf<{ id: string }>('createCampaign', { body: contractCampaign }));
  await ask('activateCampaign', { ids: { campaignId } });
});

type Merge = HttpSchemas['MemberMerge'];
type Member = HttpSchemas['Member'];

const enrolled = async (): Promise<{ readonly memberId: string; readonly externalRef: string }> => {
  const externalRef = `shopper-${randomUUID()}`;
  const { id: memberId } = await bodyOf<{ id: string }>('createMember', { body: { externalRef } });
  return { memberId, externalRef };
};

const merge = async (memberId: string, loserId: string, query = '') => {
  const body = { memberId: loserId, reason: 'Two cards of one person' };
  const { status, text } = await ask('mergeMembers', { ids: { memberId }, body, query });
  return [status, JSON.parse(text) as Merge & { readonly code?: string; readonly context?: object }] as const;
};

const memberOf = (memberId: string): Promise<Member> => bodyOf<Member>('getMember', { ids: { memberId } });

const pointsOf = async (memberId: string): Promise<number> => (await memberOf(memberId)).pointsBalance;

describe('a merge (D346)', () => {
  it('moves the points of one member to the other, and is sent again without an effect', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    for (const { externalRef } of [one, other])
      await ask('evaluateTransaction', { body: receiptBody(externalRef) });
    const [own, moved] = [await pointsOf(one.memberId), await pointsOf(other.memberId)];
    expect(moved).toBeGreaterThan(0);
    const said = { memberId: one.memberId, rewardsMoved: 0, pointsBalance: own + moved, blockers: [] };
    const whole = { ...said, pointsMoved: moved, lifetimePointsMoved: moved };
    expect(await merge(one.memberId, other.memberId, '?dryRun=true')).toEqual([
      200,
      { ...whole, merged: false },
    ]);
    expect(await pointsOf(one.memberId)).toBe(own);
    expect(await merge(one.memberId, other.memberId)).toEqual([200, { ...whole, merged: true }]);
    const again = { ...said, merged: true, pointsMoved: 0, lifetimePointsMoved: 0 };
    expect(await merge(one.memberId, other.memberId)).toEqual([200, again]);
    expect(await memberOf(one.memberId)).toMatchObject({
      state: 'active',
      mergedInto: null,
      pointsBalance: own + moved,
    });
  });

  it('leaves what is past to be read, and lists the member only by their state', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    const { transactionId } = await bodyOf<{ transactionId: string }>('evaluateTransaction', {
      body: receiptBody(other.externalRef),
    });
    await merge(one.memberId, other.memberId);
    expect(await memberOf(other.memberId)).toMatchObject({
      state: 'merged',
      mergedInto: one.memberId,
      pointsBalance: 0,
      stateReason: 'Two cards of one person',
    });
    const ids = { memberId: other.memberId };
    const { entries } = await bodyOf<HttpSchemas['LedgerEntryList']>('listLedgerEntries', { ids });
    expect(entries.map(({ type }) => type)).toEqual(['ADJUST', 'EARN']);
    const { transactions } = await bodyOf<HttpSchemas['MemberTransactionList']>('listMemberTransactions', {
      ids,
    });
    expect(transactions.map((each) => each.transactionId)).toEqual([transactionId]);
    const listed = async (query: string) =>
      (await bodyOf<HttpSchemas['MemberList']>('listMembers', { query })).members.map(({ id }) => id);
    expect(await listed('?state=merged&limit=200')).toContain(other.memberId);
    expect(await listed('?limit=200')).not.toContain(other.memberId);
    expect(await listed(`?ref=${other.externalRef}`)).toEqual([one.memberId]);
  });

  it('keeps all references, and the first one of the merged member is not released', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    const card = { reference: `card-${randomUUID()}` };
    await ask('putMemberReference', { ids: { memberId: other.memberId }, body: card });
    await merge(one.memberId, other.memberId);
    const ids = { memberId: one.memberId };
    const { references } = await bodyOf<HttpSchemas['MemberReferenceList']>('listMemberReferences', { ids });
    expect(new Map(references.map(({ reference, mergedMemberId }) => [reference, mergedMemberId]))).toEqual(
      new Map([
        [one.externalRef, null],
        [other.externalRef, other.memberId],
        [card.reference, null],
      ]),
    );
    const refused = await ask('releaseMemberReference', { ids, body: { reference: other.externalRef } });
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      context: { to: 'RELEASED', reason: 'PRIMARY_REFERENCE' },
    });
    const blocked = { reference: other.externalRef, state: 'BLOCKED' };
    expect(await statusOf('putMemberReference', { ids, body: blocked })).toBe(200);
  });

  it('is not made with an authorization that is open, and the dry run says so', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    await ask('evaluateTransaction', { body: { ...receiptBody(other.externalRef), amount: 1_000_000 } });
    const transactionRef = randomUUID();
    const asked = { transactionRef, memberRef: other.externalRef, amount: 10_000, pointsRequested: 100 };
    expect(await statusOf('authorizeRedemption', { body: { ...asked, campaignId, ttlSeconds: 600 } })).toBe(
      200,
    );
    const blocker = { reason: 'OPEN_AUTHORIZATION', memberId: other.memberId };
    const [status, dry] = await merge(one.memberId, other.memberId, '?dryRun=true');
    expect([status, dry.merged, dry.blockers]).toEqual([200, false, [blocker]]);
    expect(await merge(one.memberId, other.memberId)).toMatchObject([
      409,
      { code: 'MERGE_BLOCKED', context: { ...blocker, blockers: [blocker] } },
    ]);
    await ask('voidRedemption', { body: { transactionRef } });
    expect(await merge(one.memberId, other.memberId)).toMatchObject([200, { merged: true }]);
  });

  it('is refused the other way round, with oneself, with the unknown, and with those who are not active', async () => {
    const [one, other, third] = [await enrolled(), await enrolled(), await enrolled()];
    await merge(one.memberId, other.memberId);
    const blocker = { reason: 'MERGED', memberId: other.memberId, mergedInto: one.memberId };
    expect(await merge(other.memberId, one.memberId)).toMatchObject([
      409,
      { context: { blockers: [blocker] } },
    ]);
    expect(await merge(third.memberId, third.memberId)).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
    expect(await merge(third.memberId, randomUUID())).toMatchObject([404, { code: 'MEMBER_NOT_FOUND' }]);
    await ask('suspendMember', { ids: { memberId: third.memberId }, body: {} });
    const suspended = { reason: 'NOT_ACTIVE', memberId: third.memberId };
    expect(await merge(one.memberId, third.memberId)).toMatchObject([409, { context: suspended }]);
  });

  it('wants a reason that can be seen', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    for (const reason of ['', ' ', 'x'.repeat(501)])
      expect(
        await statusOf('mergeMembers', {
          ids: { memberId: one.memberId },
          body: { memberId: other.memberId, reason },
        }),
      ).toBe(400);
  });

  it('takes the permission `members:merge`', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    const tokens = await createDevTokens(tenant.tenantId, 'test');
    const token = tokens.sign({ claims: { scope: 'loyalty:read', env: 'test', sub: randomUUID() } });
    const sent = await send('POST', `/v1/tenants/${tenant.tenantId}/members/${one.memberId}/merge`, {
      headers: { Authorization: `Bearer ${token}` },
      body: { memberId: other.memberId, reason: 'One person' },
    });
    expect(JSON.parse(sent.text)).toMatchObject({
      code: 'FORBIDDEN',
      context: { permission: 'members:merge' },
    });
    expectContract('mergeMembers', sent);
  });

  it('publishes one fact, and is one act in the audit log (D209)', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    await ask('evaluateTransaction', { body: receiptBody(other.externalRef) });
    await merge(one.memberId, other.memberId);
    await merge(one.memberId, other.memberId);
    const points = await pointsOf(one.memberId);
    const facts = distinctFacts(await readFacts(tenant.tenantId), 'member.merged');
    const moved = { mergedMemberId: other.memberId, points, lifetimePoints: points, pointsBalance: points };
    expect(facts.map(({ data }) => data).filter(({ memberId }) => memberId === one.memberId)).toEqual([
      { memberId: one.memberId, ...moved },
    ]);
    const { auditEntries } = await bodyOf<{ auditEntries: readonly object[] }>('listAuditEntries', {
      query: `?objectType=member&objectId=${one.memberId}`,
    });
    expect(auditEntries).toMatchObject([
      { action: 'member.merged', changes: [{ pointer: '/memberId' }, { pointer: '/reason' }] },
    ]);
  });
});
