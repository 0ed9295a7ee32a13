import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationId, Warning } from '@loyalty/contracts/http';
import { contractCalls } from '../support/contract-calls.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;

beforeAll(async () => {
  tenant = await createTestTenant('Warnings');
});

/** Each response is checked against the contract. */
const { ask, bodyOf } = contractCalls(() => tenant);

type Written = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly key: string;
  readonly warnings: readonly Warning[];
};

const shortOf = ({ warnings }: Pick<Written, 'warnings'>): readonly string[] =>
  warnings.map(({ code, pointer, near }) => [code, pointer, near ?? 'nothing'].join(' '));

const fixed = { type: 'FIXED_POINTS', points: 5 };
const campaign = { name: 'x', earningRule: fixed };
const event = { type: 'EVENT_TRIGGER', eventKey: 'fuel.bought', reward: { points: 1 } };
const url = 'https://hooks.invalid/a';
const webhook = {
  url,
  secret: 'whsec_Gk7iGkGWhAEHkNWUgNyzXCqsbsGFqBNU7EbRAdQ5Suo=',
  events: ['reward.issued'],
};

const bodies: readonly [
  kind: string,
  idName: string,
  body: object,
  patch: object,
  typo: object,
  names: string[],
][] = [
  [
    'Campaign',
    'campaignId',
    campaign,
    { maxBudget: 5, minSpent: 6 },
    { maxBudget: 5, earningRule: { ...fixed, pointsExpiry: { type: 'ROLLING', days: 3, periods: 1 } } },
    ['/earningRule/pointsExpiry/periods nothing', '/maxBudget maxBudgetCents'],
  ],
  [
    'Tier',
    'tierId',
    { name: 'x', minLifetimePoints: 7 },
    { benefit: [] },
    { sortorder: 3 },
    ['/sortorder sortOrder'],
  ],
  [
    'Segment',
    'segmentId',
    { name: 'x', type: 'STATIC' },
    { rule: {} },
    { descr: 'x' },
    ['/descr description'],
  ],
  ['Webhook', 'webhookId', webhook, { event: [] }, { statuses: 'x' }, ['/statuses nothing']],
  [
    'EventDefinition',
    'eventKey',
    { key: 'a.b', name: 'x' },
    { property: 1 },
    { propertys: {} },
    ['/propertys properties'],
  ],
];

/** The warnings of records that are read; that of a tier is in the response to its creation. */
const shownWhenRead: Readonly<Record<string, unknown>> = { Campaign: [], Tier: [] };

describe.each(bodies)('%s', (...given) => {
  const [kind, idName, body, patch, typo, names] = given;
  const operation = (verb: string): OperationId => `${verb}${kind}` as OperationId;

  it('a body as the document says is warned of with nothing, a record read and sent back neither', async () => {
    const made = await bodyOf<Written>(operation('create'), { body });
    expect(made.warnings).toEqual([]);
    const ids = { [idName]: kind === 'EventDefinition' ? made.key : made.id };
    const { warnings, ...read } =
      kind === 'Tier' ? { ...made } : await bodyOf<Written>(operation('get'), { ids });
    expect(warnings).toEqual(shownWhenRead[kind]);
    expect(await bodyOf(operation('update'), { ids, body: read })).toMatchObject({ warnings: [] });
    const changed = await bodyOf<Written>(operation('update'), { ids, body: patch });
    expect(changed.warnings.map(({ code, pointer }) => [code, pointer])).toEqual(
      Object.keys(patch).map((name) => ['UNKNOWN_FIELD', `/${name}`]),
    );
  });

  it('▲ a field that nobody knows is named, and the rest is stored as before', async () => {
    const other = { minLifetimePoints: 9, key: 'a.c', url: `${url}/b` };
    const own = Object.fromEntries(Object.entries(other).filter(([name]) => name in body));
    const made = await bodyOf<Written>(operation('create'), { body: { ...body, ...own, ...typo } });
    expect(shortOf(made)).toEqual(names.map((name) => `UNKNOWN_FIELD ${name}`));
    const ignored = Object.keys(typo).filter((name) => name !== 'earningRule');
    expect(ignored.filter((name) => name in made)).toEqual([]);
  });
});

it('a campaign that had ended when it was last changed says so, also when it is read', async () => {
  const made = await bodyOf<Written>('createCampaign', { body: { ...campaign, endDate: '2026-01-01' } });
  expect(shortOf(made)).toEqual(['ENDED /endDate nothing']);
  const ids = { campaignId: made.id };
  expect(shortOf(await bodyOf<Written>('getCampaign', { ids }))).toEqual(['ENDED /endDate nothing']);
  expect(shortOf(await bodyOf<Written>('activateCampaign', { ids }))).toEqual(['ENDED /endDate nothing']);
  expect(await bodyOf('updateCampaign', { ids, body: { endDate: null } })).toMatchObject({ warnings: [] });
});

it('a campaign that waits for an event that nobody defined says so until it is defined', async () => {
  const rules: readonly [object, string][] = [
    [event, '/eventKey'],
    [
      {
        type: 'STAMP_CARD',
        stampsRequired: 2,
        rewardOnCompletion: { points: 1 },
        triggerEventKey: 'fuel.bougt',
      },
      '/triggerEventKey',
    ],
    [{ type: 'ON_DEMAND', points: 1, eventTypes: ['BIRTHDAY', 'fuel.bought'] }, '/eventTypes/1'],
    [{ type: 'ON_DEMAND', points: 1, eventTypes: ['BIRTDAY'] }, '/eventTypes/0'],
  ];
  const made: Written[] = [];
  for (const [earningRule, pointer] of rules) {
    const one = await bodyOf<Written>('createCampaign', { body: { name: 'x', earningRule } });
    expect(one.warnings).toMatchObject([{ code: 'EVENT_NOT_DEFINED', pointer: `/earningRule${pointer}` }]);
    made.push(one);
  }
  expect(made.at(-1)?.warnings).toMatchObject([{ near: 'BIRTHDAY' }]);
  await ask('createEventDefinition', { body: { key: 'fuel.bought', name: 'Fuel' } });
  const codes = [];
  for (const { id } of made)
    codes.push(shortOf(await bodyOf<Written>('activateCampaign', { ids: { campaignId: id } })));
  expect(codes).toEqual([
    [],
    ['EVENT_NOT_DEFINED /earningRule/triggerEventKey fuel.bought'],
    [],
    ['EVENT_NOT_DEFINED /earningRule/eventTypes/0 BIRTHDAY'],
  ]);
  const patch = { body: { state: 'ARCHIVED' }, ids: { eventKey: 'fuel.bought' } };
  await ask('updateEventDefinition', patch);
  const [first] = made;
  expect(
    await bodyOf<Written>('updateCampaign', { ids: { campaignId: first?.id ?? '' }, body: { minSpent: 1 } }),
  ).toMatchObject({ warnings: [{ code: 'EVENT_NOT_DEFINED' }, { code: 'UNKNOWN_FIELD', near: 'minSpend' }] });
});

it('a coupon whose provider nobody set up says so, in campaigns and tiers; a code is replaced', async () => {
  const coupon = (provider: string) => ({
    rewardType: 'COUPON_VOUCHER',
    value: { provider, code: 'SAVE10' },
  });
  const written = async (provider: string): Promise<readonly string[]> => {
    const earningRule = { type: 'SIGNUP_BONUS', ...coupon(provider) };
    const { id, warnings } = await bodyOf<Written>('createCampaign', { body: { name: 'x', earningRule } });
    const benefits = [{ type: 'FREE_REWARD', ...coupon(provider) }];
    const tier = { name: 'x', minLifetimePoints: Math.floor(Math.random() * 1e9) + 100, benefits };
    const made = await bodyOf<Written>('createTier', { body: tier });
    const again = await bodyOf<Written>('updateCampaign', { ids: { campaignId: id }, body: {} });
    return [...shortOf({ warnings }), ...shortOf(made), ...shortOf(again)];
  };
  const unset = (near: string) => [
    `PROVIDER_NOT_SET_UP /earningRule/value/provider ${near}`,
    'CODE_REPLACED /earningRule/value/code nothing',
    `PROVIDER_NOT_SET_UP /benefits/0/value/provider ${near}`,
    'CODE_REPLACED /benefits/0/value/code nothing',
    `PROVIDER_NOT_SET_UP /earningRule/value/provider ${near}`,
  ];
  const replaced = [
    'CODE_REPLACED /earningRule/value/code nothing',
    'CODE_REPLACED /benefits/0/value/code nothing',
  ];
  expect(await written('films')).toEqual(unset('nothing'));
  const file = join(mkdtempSync(join(tmpdir(), 'warnings-')), 'codes.txt');
  writeFileSync(file, 'FILM-1\n');
  await loyaltyctlJson(
    'codes',
    'import',
    file,
    '--pool',
    'films',
    '--tenant',
    tenant.tenantId,
    '--mode',
    'test',
  );
  expect(await written('film')).toEqual(unset('films'));
  expect(await written('films')).toEqual(replaced);
  expect(await written('generator')).toEqual(replaced);
});

it('▲ a secret of a webhook that can be guessed is named at its POST and at each PATCH that gives it, and taken', async () => {
  const weak = { ...webhook, url: `${url}/weak`, secret: 'abcdefghabcdefgh' };
  const made = await bodyOf<Written>('createWebhook', { body: { ...weak, event: 1 } });
  const notStandard = 'NOT_STANDARD_SECRET /secret nothing';
  expect(shortOf(made)).toEqual(['WEAK_SECRET /secret nothing', notStandard, 'UNKNOWN_FIELD /event events']);
  const changed = (body: object) => bodyOf<Written>('updateWebhook', { ids: { webhookId: made.id }, body });
  expect(shortOf(await changed({ status: 'DISABLED' }))).toEqual([]);
  expect(shortOf(await changed({ secret: 'Password1Password1' }))).toEqual([
    'WEAK_SECRET /secret nothing',
    notStandard,
  ]);
  expect(shortOf(await changed({ secret: 'f7b6e0c41d9a8325b0e9d6c7' }))).toEqual([notStandard]);
  const standard = `whsec_${Buffer.from('f7b6e0c41d9a8325b0e9d6c7').toString('base64')}`;
  expect(shortOf(await changed({ secret: standard }))).toEqual([]);
  expect(shortOf(await bodyOf<Written>('createWebhook', { body: { url: weak.url, events: ['*'] } }))).toEqual(
    [],
  );
});

it('▲ a misspelt member of a key, a pool or a replay is named in the response that changes something', async () => {
  const ofKey = await bodyOf<Written>('createApiKey', {
    body: { name: 'Till 9', role: 'till', expiry: '2099-12-31' },
  });
  expect(shortOf(ofKey)).toEqual(['UNKNOWN_FIELD /expiry nothing']);
  const keyId = ofKey.id;
  expect(shortOf(await bodyOf('narrowApiKey', { ids: { keyId }, body: { nam: 'x' } }))).toEqual([
    'UNKNOWN_FIELD /nam name',
  ]);
  expect(await bodyOf('getApiKey', { ids: { keyId } })).not.toHaveProperty('warnings');
  const pool = await bodyOf<Written>('putCodePool', {
    ids: { poolName: 'misspelt' },
    body: { lowBelow: 5, lowbelow: 7 },
  });
  expect(shortOf(pool)).toEqual(['UNKNOWN_FIELD /lowbelow lowBelow']);
  const { id: webhookId } = await bodyOf<Written>('createWebhook', {
    body: { ...webhook, url: `${url}/again` },
  });
  const since = new Date(Date.now() - 60_000).toISOString();
  const replay = await bodyOf<Written>('replayEvents', { ids: { webhookId }, body: { since, onlys: 'ALL' } });
  expect(shortOf(replay)).toEqual(['UNKNOWN_FIELD /onlys only']);
});

it('a second webhook with some of the same events at the same URL names the first', async () => {
  const same = { ...webhook, url: `${url}/same` };
  const first = await bodyOf<Written>('createWebhook', { body: same });
  expect(first.warnings).toEqual([]);
  const others = await bodyOf<Written>('createWebhook', {
    body: { ...same, events: ['member.tier_changed'] },
  });
  expect(others.warnings).toEqual([]);
  const second = await bodyOf<Written>('createWebhook', { body: { ...same, events: ['*'] } });
  expect(second.warnings).toMatchObject([{ code: 'SAME_URL_AS', pointer: '/url' }]);
  expect(second.warnings[0]?.message).toContain(first.id);
  // `*` leaves refusals out, so they come once (D332).
  const refusals = await bodyOf<Written>('createWebhook', {
    body: { url: `${url}/refusals`, events: ['transaction.refused'] },
  });
  const everything = { url: `${url}/refusals`, events: ['*'] };
  expect(
    refusals.warnings.concat((await bodyOf<Written>('createWebhook', { body: everything })).warnings),
  ).toEqual([]);
  const changed = (id: string, body: object) =>
    bodyOf<Written>('updateWebhook', { ids: { webhookId: id }, body });
  expect(shortOf(await changed(second.id, { url: `${url}/other` }))).toEqual([]);
  expect(shortOf(await changed(others.id, { events: ['reward.issued'] }))).toEqual([
    'SAME_URL_AS /url nothing',
  ]);
  expect(shortOf(await changed(first.id, { status: 'DISABLED' }))).toEqual([]);
  expect(shortOf(await changed(others.id, { events: ['*'] }))).toEqual([]);
});
