import { randomUUID } from 'node:crypto';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { contractCalls, contractCampaign, receiptBody } from '../support/contract-calls.ts';
import { expectContract, type Received, send } from '../support/contract.ts';
import { createDevTokens } from '../support/dev-tokens.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
/** Sends as somebody with these words in their token. */
let sendAs: (scope: string, method: string, path: string, body?: object) => Promise<Received>;

/** Each response is checked against the contract. */
const { ask, bodyOf, memberNamed, statusOf } = contractCalls(() => tenant);

beforeAll(async () => {
  tenant = await createTestTenant('References');
  const tokens = await createDevTokens(tenant.tenantId, 'test');
  sendAs = (scope, method, path, body) => {
    const token = tokens.sign({ claims: { scope, env: 'test', sub: randomUUID() } });
    return send(method, `/v1/tenants/${tenant.tenantId}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
  };
  const { id: campaignId } = await bodyOf<{ id: string }>('createCampaign', { body: contractCampaign });
  await ask('activateCampaign', { ids: { campaignId } });
});

type Reference = HttpSchemas['MemberReference'];
type Put = HttpSchemas['MemberReferenceBody'];

const enrolled = async (): Promise<{ readonly memberId: string; readonly externalRef: string }> => {
  const externalRef = `shopper-${randomUUID()}`;
  const { id: memberId } = await bodyOf<{ id: string }>('createMember', { body: { externalRef } });
  return { memberId, externalRef };
};

const card = (): string => `card-${randomUUID()}`;

const put = async (memberId: string, body: Put): Promise<readonly [number, Record<string, unknown>]> => {
  const { status, text } = await ask('putMemberReference', { ids: { memberId }, body });
  return [status, JSON.parse(text) as Record<string, unknown>];
};

const listed = async (memberId: string): Promise<readonly Reference[]> =>
  (await bodyOf<HttpSchemas['MemberReferenceList']>('listMemberReferences', { ids: { memberId } }))
    .references;

const release = async (memberId: string, reference: string) => {
  const { status, text } = await ask('releaseMemberReference', { ids: { memberId }, body: { reference } });
  return [status, JSON.parse(text) as Record<string, unknown>] as const;
};

describe('the references of a member (D345)', () => {
  it('are their first one, and those that were added', async () => {
    const { memberId, externalRef } = await enrolled();
    const reference = card();
    const first = { reference: externalRef, kind: null, state: 'ACTIVE', isPrimary: true };
    expect(await listed(memberId)).toMatchObject([first]);
    const [status, added] = await put(memberId, { reference, kind: 'CARD' });
    expect([status, added]).toMatchObject([
      201,
      { reference, kind: 'CARD', state: 'ACTIVE', isPrimary: false },
    ]);
    expect(await put(memberId, { reference })).toEqual([200, added]);
    expect(await put(memberId, { reference, kind: 'CARD', state: 'ACTIVE' })).toEqual([200, added]);
    expect(await listed(memberId)).toMatchObject([first, added]);
  });

  it('are added once by many requests at once', async () => {
    const { memberId } = await enrolled();
    const reference = card();
    const puts = await Promise.all(Array.from({ length: 8 }, () => put(memberId, { reference })));
    expect(puts.map(([status]) => status).toSorted()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(await listed(memberId)).toHaveLength(2);
  });

  it('change their kind and state, the first one as well; an absent field stays', async () => {
    const { memberId, externalRef } = await enrolled();
    const reference = card();
    const [, { addedAt }] = await put(memberId, { reference, kind: 'CARD', state: 'EARN_ONLY' });
    const named = { reference, isPrimary: false, mergedMemberId: null, addedAt };
    const lost = { ...named, kind: 'CARD', state: 'BLOCKED' };
    expect(await put(memberId, { reference, state: 'BLOCKED' })).toEqual([200, lost]);
    const unnamed = { ...lost, kind: null };
    expect(await put(memberId, { reference, kind: null })).toEqual([200, unnamed]);
    const first = { reference: externalRef, kind: 'APP', state: 'BLOCKED', isPrimary: true };
    expect(await put(memberId, { reference: externalRef, kind: 'APP', state: 'BLOCKED' })).toMatchObject([
      200,
      first,
    ]);
    expect(await listed(memberId)).toMatchObject([first, unnamed]);
  });

  it('are 20 at most', async () => {
    const { memberId } = await enrolled();
    for (let at = 1; at < 20; at += 1) expect((await put(memberId, { reference: card() }))[0]).toBe(201);
    expect(await put(memberId, { reference: card() })).toMatchObject([
      409,
      { code: 'LIMIT_EXCEEDED', context: { limit: 20, of: 'memberReferences' } },
    ]);
    expect(await listed(memberId)).toHaveLength(20);
  });

  it.each([
    {},
    { reference: '' },
    { reference: 'x'.repeat(256) },
    { reference: 'x', kind: '' },
    { reference: 'x', kind: 'x'.repeat(33) },
    { reference: 'x', state: 'LOST' },
  ])('are refused as the contract says: %j', async (body) => {
    const { memberId } = await enrolled();
    expect(await statusOf('putMemberReference', { ids: { memberId }, body })).toBe(400);
  });

  it('are of members who exist', async () => {
    for (const memberId of [randomUUID(), 'nobody']) {
      const ids = { memberId };
      const body = { reference: card() };
      expect(await statusOf('putMemberReference', { ids, body })).toBe(404);
      expect(await statusOf('listMemberReferences', { ids })).toBe(404);
      expect(await statusOf('releaseMemberReference', { ids, body })).toBe(404);
    }
  });

  it('are refused once the member is erased', async () => {
    const { memberId } = await enrolled();
    await ask('eraseMember', { ids: { memberId } });
    expect(await put(memberId, { reference: card() })).toMatchObject([403, { code: 'MEMBER_ERASED' }]);
    expect(await release(memberId, card())).toMatchObject([403, { code: 'MEMBER_ERASED' }]);
  });

  it('find their member, and the list says which one it was', async () => {
    const { memberId, externalRef } = await enrolled();
    const found = async (ref: string) =>
      (await bodyOf<{ members: readonly object[] }>('listMembers', { query: `?ref=${ref}` })).members;
    expect(await found(externalRef)).toMatchObject([
      { id: memberId, externalRef, matchedReference: externalRef },
    ]);
    const reference = card();
    await put(memberId, { reference });
    expect(await found(reference)).toMatchObject([
      { id: memberId, externalRef, matchedReference: reference },
    ]);
    const [newest] = (await bodyOf<{ members: readonly object[] }>('listMembers')).members;
    expect(newest).not.toHaveProperty('matchedReference');
  });
});

describe('the reference of somebody else (D345)', () => {
  it('is refused once they have bought something', async () => {
    const reference = card();
    const { id: owner } = await memberNamed(reference);
    const { memberId } = await enrolled();
    const taken = { code: 'REFERENCE_TAKEN', context: { memberId: owner } };
    expect(await put(memberId, { reference })).toMatchObject([409, taken]);
    expect(await listed(memberId)).toHaveLength(1);
  });

  it('is refused if it is a further one, with the member whose it is', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    const reference = card();
    await put(one.memberId, { reference });
    const taken = { code: 'REFERENCE_TAKEN', context: { memberId: one.memberId } };
    expect(await put(other.memberId, { reference })).toMatchObject([409, taken]);
  });

  it('is taken over from a member who never did anything', async () => {
    const [bare, { memberId }] = [await enrolled(), await enrolled()];
    const reference = bare.externalRef;
    expect((await put(memberId, { reference, kind: 'APP' }))[0]).toBe(201);
    const bought = await bodyOf('evaluateTransaction', { body: receiptBody(reference) });
    expect(bought).toMatchObject({ memberId, memberCreated: false });
  });

  it('is refused if the person behind it was erased', async () => {
    const [gone, { memberId }] = [await enrolled(), await enrolled()];
    await ask('eraseMember', { ids: { memberId: gone.memberId } });
    const refused = await put(memberId, { reference: gone.externalRef });
    expect(refused).toMatchObject([403, { code: 'MEMBER_ERASED' }]);
  });
});

describe('a release (D345)', () => {
  it('takes the reference away, may be repeated, and lets somebody else have it', async () => {
    const [{ memberId }, other] = [await enrolled(), await enrolled()];
    const reference = card();
    await put(memberId, { reference });
    const { pointsAwarded } = await bodyOf<{ pointsAwarded: number }>('evaluateTransaction', {
      body: receiptBody(reference),
    });
    const left = await listed(memberId);
    expect(left).toHaveLength(2);
    const rest = { references: left.filter(({ isPrimary }) => isPrimary), nextCursor: null };
    expect(await release(memberId, reference)).toEqual([200, rest]);
    expect(await release(memberId, reference)).toEqual([200, rest]);
    expect(await bodyOf('getMember', { ids: { memberId } })).toMatchObject({ pointsBalance: pointsAwarded });
    expect((await put(other.memberId, { reference }))[0]).toBe(201);
    expect(await release(memberId, reference)).toEqual([200, rest]);
    expect(await listed(other.memberId)).toHaveLength(2);
  });

  it('of the first reference is refused, because the member is named by it', async () => {
    const { memberId, externalRef } = await enrolled();
    const context = { from: 'ACTIVE', to: 'RELEASED', reason: 'PRIMARY_REFERENCE' };
    expect(await release(memberId, externalRef)).toMatchObject([
      409,
      { code: 'INVALID_STATE_TRANSITION', context },
    ]);
  });
});

describe('who may link references (D345)', () => {
  it.each(['till', 'server', 'members:read members:write', 'read write'])('%s may not', async (scope) => {
    const { memberId } = await enrolled();
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', '/release'],
    ] as const) {
      const sent = await sendAs(scope, method, `/members/${memberId}/references${path}`, { reference: 'x' });
      expect([sent.status, JSON.parse(sent.text)]).toMatchObject([
        403,
        { code: 'FORBIDDEN', context: { permission: 'members:link' } },
      ]);
    }
  });

  it('support may; who may not read members does not see whose a reference is', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    const reference = card();
    await put(one.memberId, { reference });
    const contextOf = async (scope: string): Promise<unknown> => {
      const path = `/members/${other.memberId}/references`;
      const sent = await sendAs(scope, 'PUT', path, { reference });
      expectContract('putMemberReference', sent);
      expect(sent.status).toBe(409);
      return (JSON.parse(sent.text) as { readonly context: unknown }).context;
    };
    expect(await contextOf('support')).toEqual({ memberId: one.memberId });
    expect(await contextOf('members:link')).toEqual({});
  });
});

test('▲ changes of references are in the audit log by the names of their fields, and published without a reference (D209, D345)', async () => {
  const beganMs = Date.now();
  const { memberId, externalRef } = await enrolled();
  const reference = card();
  await put(memberId, { reference, kind: 'A kind of hers' });
  await put(memberId, { reference });
  await put(memberId, { reference, kind: 'CARD', state: 'BLOCKED' });
  await put(memberId, { reference: externalRef, state: 'BLOCKED' });
  await release(memberId, reference);
  await release(memberId, reference);
  const { auditEntries } = await bodyOf<{ auditEntries: readonly object[] }>('listAuditEntries', {
    query: `?objectType=member&objectId=${memberId}`,
  });
  const changedTo = (...names: string[]) => ({
    action: 'member.reference_changed',
    changes: names.map((pointer) => ({ pointer })),
  });
  expect(auditEntries).toMatchObject([
    { action: 'member.reference_released', changes: [{ pointer: '/reference' }] },
    changedTo('/state'),
    changedTo('/kind', '/state'),
    changedTo('/reference'),
  ]);
  const facts = distinctFacts(await readFacts(tenant.tenantId, beganMs), 'management.written').map(
    ({ data }) => data,
  );
  const ofMember = facts.filter(({ body }) => (body as { memberId?: string } | null)?.memberId === memberId);
  // Facts of two entities come in any order.
  const linked = ofMember.find(({ kind }) => kind === 'reference');
  const ofReference = facts.filter(({ entityId }) => entityId === linked?.['entityId']);
  expect(ofReference.map(({ kind, action }) => [kind, action])).toEqual([
    ['reference', 'created'],
    ['reference', 'changed'],
    ['reference', 'deleted'],
  ]);
  expect(ofMember.find(({ kind }) => kind === 'primary-reference')).toMatchObject({
    action: 'changed',
    entityId: memberId,
    body: { memberId, state: 'BLOCKED' },
  });
  for (const hidden of [reference, externalRef, 'A kind of hers'])
    expect(JSON.stringify([auditEntries, ofMember, ofReference])).not.toContain(hidden);
});
