import { randomUUID } from 'node:crypto';
import { expectContract, type Received, send } from '../support/contract.ts';
import { createDevTokens } from '../support/dev-tokens.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

let tenant: TestTenant;
/** Sends as somebody with these words in their token. */
let sendAs: (scope: string, method: string, path: string, body?: object) => Promise<Received>;

beforeAll(async () => {
  tenant = await createTestTenant('Permissions');
  const tokens = await createDevTokens(tenant.tenantId, 'test');
  sendAs = (scope, method, path, body) => {
    const token = tokens.sign({ claims: { scope, env: 'test', sub: randomUUID() } });
    return send(method, `/v1/tenants/${tenant.tenantId}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
  };
});

const bodyOf = ({ text }: Received): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

const changesBudget = { maxBudgetCents: 900_000 };
const raisesPoints = { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 90 } } as const;

describe('a campaign that runs (D214)', () => {
  it('who may only write changes the draft, and neither points nor budget once it is active or paused', async () => {
    const loyalty = clientOf(tenant);
    const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
    const { id: campaignId } = await loyalty.createCampaign({ body: { name: 'One percent', earningRule } });
    const path = `/campaigns/${campaignId}`;
    const change = async (scope: string, body: object): Promise<unknown> => {
      const changed = await sendAs(scope, 'PATCH', path, body);
      expectContract('updateCampaign', changed);
      return changed.status === 200 ? 200 : [changed.status, bodyOf(changed)['context']];
    };
    const lacksRun = [403, { permission: 'campaigns:run' }];
    const awarded = async (): Promise<number> => {
      const body = { transactionRef: randomUUID(), memberRef: 'anna', amount: 10_000 };
      return (await loyalty.evaluateTransaction({ body })).pointsAwarded;
    };
    expect(await change('campaigns:write', { description: 'A draft' })).toBe(200);
    for (const [action, points] of [
      ['activate', 100],
      ['pause', 0],
    ] as const) {
      const refused = await sendAs('campaigns:write', 'POST', `${path}/${action}`);
      expect([refused.status, bodyOf(refused)['context']]).toEqual(lacksRun);
      expect((await sendAs('campaigns:run', 'POST', `${path}/${action}`)).status).toBe(200);
      for (const body of [raisesPoints, changesBudget, {}])
        expect(await change('campaigns:write', body)).toEqual(lacksRun);
      expect(await change('campaigns:run', raisesPoints)).toEqual([403, { permission: 'campaigns:write' }]);
      expect(await awarded()).toBe(points);
    }
    expect(await change('campaigns:write campaigns:run', { description: 'By both' })).toBe(200);
    expect((await sendAs('campaigns:run', 'POST', `${path}/resume`)).status).toBe(200);
    expect(await awarded()).toBe(100);
    expect(await change('write', raisesPoints)).toBe(200);
    expect(await awarded()).toBe(9_000);
    for (const [method, action] of [
      ['POST', 'resume'],
      ['DELETE', ''],
    ] as const) {
      const refused = await sendAs('campaigns:write', method, path + (action === '' ? '' : `/${action}`));
      expect([refused.status, bodyOf(refused)['context']]).toEqual(lacksRun);
    }
  });
});

describe('who may only find members (D212)', () => {
  const profile = { name: 'Thandi Nkosi', email: 'thandi@example.com', phone: '+27821234567' };
  const nobody = { name: null, email: null, phone: null, stateReason: null };

  it('finds one by reference or id, without the profile', async () => {
    const loyalty = clientOf(tenant);
    const { id: memberId } = await loyalty.createMember({ body: { externalRef: 'thandi', ...profile } });
    await loyalty.suspendMember({ memberId, body: { reason: 'a stolen card' } });
    const found = await sendAs('till', 'GET', '/members?ref=thandi');
    expectContract('listMembers', found);
    expect(bodyOf(found)['members']).toMatchObject([{ id: memberId, externalRef: 'thandi', ...nobody }]);
    const one = await sendAs('till', 'GET', `/members/${memberId}`);
    expectContract('getMember', one);
    expect(bodyOf(one)).toMatchObject({ id: memberId, state: 'suspended', ...nobody });
    const reinstated = await sendAs('members:suspend', 'POST', `/members/${memberId}/reinstate`);
    expect(bodyOf(reinstated)).toMatchObject({ state: 'active', ...nobody });
    for (const scope of ['read', 'members:find members:read']) {
      expect(bodyOf(await sendAs(scope, 'GET', `/members/${memberId}`))).toMatchObject(profile);
      expect(bodyOf(await sendAs(scope, 'GET', '/members?ref=thandi'))['members']).toMatchObject([profile]);
    }
  });

  it.each([
    '',
    '?limit=1',
    '?search=thandi',
    '?email=thandi@example.com',
    '?ref=thandi&state=active',
    '?ref=thandi&phone=%2B27821234567',
  ])('does not list or search with %j', async (query) => {
    const refused = await sendAs('till', 'GET', `/members${query}`);
    expectContract('listMembers', refused);
    expect([refused.status, bodyOf(refused)['context']]).toEqual([403, { permission: 'members:read' }]);
  });
});

describe('a credential that finds rewards and does not list them (D222)', () => {
  it('finds one by its code', async () => {
    const found = await sendAs('till', 'GET', '/rewards?code=NOBODYS');
    expectContract('listRewards', found);
    expect([found.status, bodyOf(found)['rewards']]).toEqual([200, []]);
  });

  it.each(['', '?limit=1', '?state=ISSUED', '?code=NOBODYS&state=ISSUED'])(
    'does not list with %j',
    async (query) => {
      const refused = await sendAs('till', 'GET', `/rewards${query}`);
      expectContract('listRewards', refused);
      expect([refused.status, bodyOf(refused)['context']]).toEqual([403, { permission: 'rewards:read' }]);
      for (const scope of ['read', 'rewards:find rewards:read'])
        expect((await sendAs(scope, 'GET', `/rewards${query}`)).status).toBe(200);
    },
  );
});
