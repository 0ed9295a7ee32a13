import { contractCalls } from '../support/contract-calls.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Keys');
});

/** Each response is checked against the contract. */
const { ask, statusOf, bodyOf } = contractCalls(() => tenant);

interface Keyed {
  readonly id: string;
  readonly key: string;
  readonly etag: string;
}

let threshold = 0;

const kinds = {
  campaign: {
    create: 'createCampaign',
    update: 'updateCampaign',
    remove: 'archiveCampaign',
    list: 'listCampaigns',
    as: 'campaigns',
    idName: 'campaignId',
    body: () => ({ earningRule: { type: 'FIXED_POINTS', points: 5 } }),
  },
  tier: {
    create: 'createTier',
    update: 'updateTier',
    remove: 'deleteTier',
    list: 'listTiers',
    as: 'tiers',
    idName: 'tierId',
    body: () => ({ minLifetimePoints: (threshold += 1) }),
  },
  segment: {
    create: 'createSegment',
    update: 'updateSegment',
    remove: 'deleteSegment',
    list: 'listSegments',
    as: 'segments',
    idName: 'segmentId',
    body: () => ({ type: 'STATIC' }),
  },
} as const;

describe.each(Object.entries(kinds))('the key of a %s (D343)', (kind, of) => {
  const create = (given: object) =>
    ask(of.create, { body: { name: 'Summer double', ...of.body(), ...given } });
  const made = async (given: object = {}): Promise<Keyed> => JSON.parse((await create(given)).text) as Keyed;
  const patch = (id: string, body: object) => ask(of.update, { ids: { [of.idName]: id }, body });
  const refused = { status: 409, text: expect.stringMatching(/"DUPLICATE_KEY".*"field":"key"/) as string };

  it('is made from the name, or given, and shown in lists', async () => {
    expect(await made()).toMatchObject({ key: 'summer-double' });
    expect(await made()).toMatchObject({ key: 'summer-double-2' });
    expect(await made({ key: `of.${kind}` })).toMatchObject({ key: `of.${kind}` });
    const { [of.as]: listed = [] } = await bodyOf<Record<string, readonly Keyed[]>>(of.list);
    expect(listed.map(({ key }) => key).toSorted()).toEqual([
      `of.${kind}`,
      'summer-double',
      'summer-double-2',
    ]);
  });

  it('of another one is refused; one that was removed has none', async () => {
    const { id } = await made({ key: 'taken' });
    expect(await create({ key: 'taken' })).toMatchObject(refused);
    const other = await made({ key: 'other' });
    expect(await patch(other.id, { key: 'taken' })).toMatchObject(refused);
    expect(await statusOf(of.remove, { ids: { [of.idName]: id } })).toBeLessThan(300);
    const changed = await patch(other.id, { key: 'taken' });
    expect(JSON.parse(changed.text)).toMatchObject({ key: 'taken' });
    expect((JSON.parse(changed.text) as Keyed).etag).not.toBe(other.etag);
    expect(await made({ key: 'other' })).toMatchObject({ key: 'other' });
  });

  it.each(['', 'Upper', 'a b', '-a', 'a-', 'a..b', 'é', 'x'.repeat(129), 7])('is not %s', async (key) => {
    expect((await create({ key })).status).toBe(400);
  });
});
