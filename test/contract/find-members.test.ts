import { askFor } from '../support/ask.ts';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
let abroad: TestTenant;

const people = [
  { externalRef: 'zoe', name: 'Zoë Núñez', email: 'Zoe.Nunez@Example.com', phone: '+27 82 555 0142' },
  {
    externalRef: 'jose',
    name: 'José'.normalize('NFD'),
    email: 'jose+till@example.com',
    phone: '082 555 0143',
  },
  { externalRef: 'lukasz', name: 'Łukasz Żuk', phone: '+48 512 345 678' },
  { externalRef: 'family-1', name: 'Thandi', phone: '082 555 0199' },
  { externalRef: 'family-2', name: 'Sipho', phone: '+27825550199' },
  { externalRef: 'nobody' },
];

beforeAll(async () => {
  [tenant, abroad] = await Promise.all([createTestTenant('Find'), createTestTenant('Find abroad')]);
  const place = ['--tenant', tenant.tenantId, '--mode', 'test'];
  await loyaltyctlJson('settings', 'set', 'phoneCountry', '"ZA"', ...place);
  for (const body of people) await askFor(tenant, 'createMember', { body });
  await askFor(abroad, 'createMember', { body: people[0] });
});

const refsOf = async (query: string, of = tenant, key = of.keys.test): Promise<readonly string[]> => {
  const { status, text } = await askFor(of, 'listMembers', { query, key });
  expect([query, status]).toEqual([query, 200]);
  const { members } = JSON.parse(text) as { members: readonly { externalRef: string }[] };
  return members.map(({ externalRef }) => externalRef).toSorted();
};

const found: readonly (readonly [query: string, refs: readonly string[]])[] = [
  ['?phone=%2B27825550142', ['zoe']],
  ['?phone=+27825550142', ['zoe']],
  ['?phone=0825550142', ['zoe']],
  ['?phone=082%20555%200142', ['zoe']],
  ['?phone=(082)%20555-0142', ['zoe']],
  ['?phone=0027825550142', ['zoe']],
  ['?phone=27825550142', ['zoe']],
  ['?phone=%2B27%20(0)82.555.0143', ['jose']],
  ['?phone=0825550199', ['family-1', 'family-2']],
  ['?phone=%2B48512345678', ['lukasz']],
  ['?phone=0048512345678', ['lukasz']],
  ['?phone=512345678', []],
  ['?phone=0825550140', []],
  ['?email=zoe.nunez@example.com', ['zoe']],
  ['?email=ZOE.NUNEZ@EXAMPLE.COM', ['zoe']],
  ['?email=jose%2Btill@example.com', ['jose']],
  ['?email=jose+till@example.com', ['jose']],
  ['?email=nunez@example.com', []],
  ['?email=zoe.nunez@example.com&phone=0825550142', ['zoe']],
  ['?email=zoe.nunez@example.com&phone=0825550143', []],
  ['?phone=0825550142&ref=zoe', ['zoe']],
  ['?phone=0825550142&ref=jose', []],
  ['?phone=0825550142&state=suspended', []],
  ['?search=zoe', ['zoe']],
  ['?search=ZO%C3%8B', ['zoe']],
  ['?search=nunez', ['zoe']],
  ['?search=jose', ['jose']],
  ['?search=jos%C3%A9', ['jose']],
  ['?search=lukasz%20z', ['lukasz']],
  ['?search=5550142', ['zoe']],
  ['?search=082%20555%20014', ['jose', 'zoe']],
  ['?search=+27%2082%20555%20014', ['jose', 'zoe']],
  ['?search=TILL@', ['jose']],
];

test.each(found)('GET /members%s finds %j (D128)', async (query, refs) => {
  expect(await refsOf(query)).toEqual(refs);
});

test.each([
  '?phone=',
  '?phone=anna',
  '?phone=%2B',
  '?phone=12',
  '?phone=%25',
  '?phone=0825550142;DROP',
  `?phone=${'1'.repeat(40)}`,
  '?email=',
  '?email=anna',
  '?email=@example.com',
  '?email=anna@',
  '?email=a@b@c',
  `?email=${'a'.repeat(320)}@example.com`,
])('GET /members%s is refused, and lists nobody (D128)', async (query) => {
  const { status, text } = await askFor(tenant, 'listMembers', { query });
  const pointer = query.startsWith('?phone') ? '/phone' : '/email';
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    { code: 'VALIDATION_ERROR', context: { errors: [{ pointer }] } },
  ]);
});

test('without the setting a national number is no number of a country', async () => {
  expect(await refsOf('?phone=0825550142', abroad)).toEqual([]);
  expect(await refsOf('?phone=%2B27%2082%20555%200142', abroad)).toEqual(['zoe']);
});

test('I9 nobody finds a member of another environment by number or address', async () => {
  for (const query of [
    '?phone=0825550143',
    '?phone=%2B27825550143',
    '?email=jose%2Btill@example.com',
    '?search=jose',
  ])
    expect([
      await refsOf(query, abroad),
      await refsOf(query, tenant, tenant.keys.live),
      await refsOf(query, abroad, abroad.keys.live),
    ]).toEqual([[], [], []]);
});

test('a changed number is found, the former one is not, and an erased member is found by neither (D128)', async () => {
  const body = { externalRef: 'moves', phone: '083 555 0001', email: 'moves@example.com' };
  const made = JSON.parse((await askFor(tenant, 'createMember', { body })).text) as { id: string };
  const ids = { memberId: made.id };
  await askFor(tenant, 'updateMember', { ids, body: { phone: '+27 83 555 0002', email: null } });
  expect(await refsOf('?phone=0835550002')).toEqual(['moves']);
  for (const query of ['?phone=0835550001', '?email=moves@example.com', '?search=5550001'])
    expect(await refsOf(query)).toEqual([]);
  await askFor(tenant, 'eraseMember', { ids });
  for (const query of ['?phone=0835550002', '?search=5550002', '?search=moves'])
    expect(await refsOf(query)).toEqual([]);
});

test('pages of a number that several have continue by their cursor, which is of that number', async () => {
  const first = await askFor(tenant, 'listMembers', { query: '?phone=0825550199&limit=1' });
  const { members, nextCursor } = JSON.parse(first.text) as { members: unknown[]; nextCursor: string };
  expect(members).toHaveLength(1);
  const cursor = `&limit=1&cursor=${encodeURIComponent(nextCursor)}`;
  const next = await askFor(tenant, 'listMembers', { query: `?phone=0825550199${cursor}` });
  expect(JSON.parse(next.text)).toMatchObject({ members: [{ name: 'Thandi' }], nextCursor: null });
  expect((await askFor(tenant, 'listMembers', { query: `?phone=0825550142${cursor}` })).status).toBe(400);
});
