import { stringify } from 'yaml';
import { planChanges } from './plan-changes.ts';
import type { FoundEntity, FoundProgramme } from './programme.ts';
import { readDocument } from './read-document.ts';

const foundWith = (given: Partial<FoundProgramme['entities']> = {}): FoundProgramme => ({
  settings: { content: {}, etag: '"s"' },
  entities: {
    eventDefinition: new Map(),
    segment: new Map(),
    tier: new Map(),
    campaign: new Map(),
    ...given,
  },
});

const faultsOf = (text: string, found = foundWith(), prune = false): string[] =>
  readDocument(text, { found, prune }).faults.map(
    ({ line, pointer, message }) => `${line.toString()} ${pointer} ${message}`,
  );

const rule = 'earningRule: { type: FIXED_POINTS, points: 5 }';
const campaign = (...lines: readonly string[]): string =>
  [
    'campaigns:',
    '  - key: double',
    '    name: Double',
    `    ${rule}`,
    ...lines.map((one) => `    ${one}`),
  ].join('\n');

test.each([
  ['what is no YAML', 'campaigns: [', '1  Flow sequence in block collection must be'],
  ['a name that comes twice', 'campaigns: []\ncampaigns: []', '2  Map keys must be unique'],
  ['an anchor of itself', 'a: &a [*a, *a]', '1'],
  ['a list', '- a', '1  must be a document with sections'],
  ['an unknown section', 'campains: []', '1 /campains is no section'],
  ['a section that is no list', 'tiers: {}', '1 /tiers must be a list'],
  ['a key with capitals', 'campaigns:\n  - key: Double', '2 /campaigns/0/key key must be'],
  [
    'a key that comes twice',
    `${campaign()}\n  - key: double`,
    '5 /campaigns/1/key the key double is used twice',
  ],
  ['an unknown field', campaign('minSpent: 5'), '5 /campaigns/0/minSpent is no field of a campaign'],
  ['a value beyond its bounds', campaign('minSpend: -1'), '5 /campaigns/0/minSpend must be'],
  [
    'an unknown field within a rule',
    campaign().replace('points: 5', 'points: 5, pionts: 6'),
    '4 /campaigns/0/earningRule/pionts is not known',
  ],
  ['a state that is not set here', campaign('state: ARCHIVED'), '5 /campaigns/0/state must be DRAFT'],
  ['a date that is not there', campaign('endDate: 2026-02-30'), '5 /campaigns/0/endDate must be'],
  [
    'dates the wrong way round',
    campaign('startDate: 2026-02-03', 'endDate: 2026-02-01'),
    '6 /campaigns/0/endDate must not be before',
  ],
  [
    'an unknown segment',
    campaign('targetSegments:', '  - vips'),
    '6 /campaigns/0/targetSegments/0 names no segment with the key vips',
  ],
  [
    'an unknown tier in conditions',
    campaign('conditions:', '  field: tier_id', '  op: eq', '  value: { tier: gold }'),
    '8 /campaigns/0/conditions/value/tier names no tier with the key gold',
  ],
  [
    'an id in place of a key',
    campaign('conditions: { field: segment_id, op: eq, value: 0198c0de-2222-7000-8000-000000000021 }'),
    '5 /campaigns/0/conditions/value must be {segment: KEY}',
  ],
  [
    'conditions that do not fit the rule',
    campaign('conditions: { field: payload.km, op: gt, value: 1 }'),
    '5 /campaigns/0/conditions',
  ],
  [
    'limits twice',
    campaign('limits:', ...Array<string>(2).fill('  - { per: RECEIPT, of: POINTS, max: 5 }')),
    '/campaigns/0/limits',
  ],
  [
    'a DYNAMIC segment without rules',
    'segments:\n  - { key: s, name: S, type: DYNAMIC }',
    '2 /segments/0 needs rules',
  ],
  [
    'an unknown campaign of a tier',
    'tiers:\n  - { key: t, name: T, minLifetimePoints: 5, benefits: [{ type: EXCLUSIVE_CAMPAIGN, campaign: c }] }',
    '2 /tiers/0/benefits/0/campaign names no campaign',
  ],
  [
    'a setting of an environment',
    'settings:\n  corsOrigins: []',
    '2 /settings/corsOrigins is no setting of a programme',
  ],
  ['a setting with a wrong value', 'settings:\n  pointValueCents: 0', '2 /settings/pointValueCents must be'],
])('%s is a fault with its line (D344)', (_what, text, fault) => {
  expect(faultsOf(text)).toEqual([expect.stringContaining(fault)]);
});

test('all faults of a document are named at once, in the order of lines', () => {
  const text = `${campaign('minSpend: x', 'targetSegments: [a, b]')}\nsettings:\n  timeZone: 5\ntiers: 7`;
  expect(faultsOf(text).map((fault) => Number(/^\d+/.exec(fault)?.[0]))).toEqual([5, 6, 6, 8, 9]);
});

const tier = (key: string, minLifetimePoints: number): [string, FoundEntity] => [
  key,
  { id: crypto.randomUUID(), key, etag: '"t"', state: null, content: { key, name: key, minLifetimePoints } },
];

const planOf = (document: object, found: FoundProgramme, prune = false) => {
  const { programme, faults } = readDocument(stringify(document), { found, prune });
  expect(faults).toEqual([]);
  return planChanges(found, programme, { withStates: false, prune });
};

describe('thresholds of tiers', () => {
  const named = (thresholds: Readonly<Record<string, number>>) => ({
    tiers: Object.entries(thresholds).map(([key, minLifetimePoints]) => ({
      key,
      name: key,
      minLifetimePoints,
    })),
  });

  it('that move up go from above, and down from below, so that none is taken', () => {
    const found = foundWith({ tier: new Map([tier('a', 100), tier('b', 200), tier('c', 300)]) });
    const up = planOf(named({ a: 200, b: 300, c: 400 }), found);
    expect([up.faults, up.calls.map(({ key }) => key)]).toEqual([[], ['c', 'b', 'a']]);
    const down = planOf(named({ a: 50, b: 100, c: 200 }), found);
    expect(down.calls.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  it('▲ that are swapped are refused with what to do', () => {
    const found = foundWith({ tier: new Map([tier('a', 100), tier('b', 200)]) });
    const { faults } = planOf(named({ a: 200, b: 100 }), found);
    expect(faults).toMatchObject([
      { key: 'a', message: expect.stringContaining('in a first step') as string },
      { key: 'b' },
    ]);
  });

  it('▲ change at most 16 at once, because the versions that explain the ways of members are 32', () => {
    const found = foundWith({ tier: new Map([tier('there', 1)]) });
    const many = (count: number) =>
      named({
        there: 1,
        ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`t-${at.toString()}`, at + 2])),
      });
    expect(planOf(many(16), found).faults).toEqual([]);
    expect(planOf(many(17), found).faults).toMatchObject([
      { message: expect.stringContaining('at most 16') as string },
    ]);
    expect(planOf(many(17), foundWith()).calls).toHaveLength(18);
  });
});

describe('what the document does not have', () => {
  const vips: [string, FoundEntity] = [
    'vips',
    {
      id: crypto.randomUUID(),
      key: 'vips',
      etag: '"s"',
      state: null,
      content: { key: 'vips', name: 'V', type: 'STATIC' },
    },
  ];
  const aimed: [string, FoundEntity] = [
    'aimed',
    {
      id: crypto.randomUUID(),
      key: 'aimed',
      etag: '"c"',
      state: 'ACTIVE',
      content: { key: 'aimed', name: 'A', targetSegments: ['vips'] },
    },
  ];
  const found = foundWith({ segment: new Map([vips]), campaign: new Map([aimed]) });

  it('is named, and removed only with --prune', () => {
    const plan = planOf({ segments: [], campaigns: [] }, found);
    expect(plan).toMatchObject({ calls: [], missing: [{ key: 'vips' }, { key: 'aimed' }] });
    const pruned = planOf({ segments: [], campaigns: [] }, found, true);
    expect(pruned.calls.map(({ operationId }) => operationId)).toEqual(['archiveCampaign', 'deleteSegment']);
  });

  it('▲ is not removed while something that stays names it: a campaign would be open to everybody', () => {
    const plan = planOf({ segments: [] }, found, true);
    expect(plan.faults).toMatchObject([{ kind: 'segment', key: 'vips' }]);
    expect(faultsOf(`segments: []\n${campaign('targetSegments: [vips]')}`, found, true)).toEqual([
      expect.stringContaining('names no segment'),
    ]);
  });

  it('is a segment of the same key and another type: a type never changes', () => {
    const rules = { operator: 'AND', conditions: [{ field: 'state', op: 'eq', value: 'active' }] };
    const plan = planOf({ segments: [{ key: 'vips', name: 'V', type: 'DYNAMIC', rules }] }, found);
    expect(plan.faults).toMatchObject([
      { key: 'vips', message: expect.stringContaining('cannot change') as string },
    ]);
  });

  it('needs campaigns:run where a campaign is live (D214)', () => {
    const one = {
      key: 'aimed',
      name: 'B',
      earningRule: { type: 'FIXED_POINTS', points: 1 },
      targetSegments: ['vips'],
    };
    expect(planOf({ campaigns: [one] }, found).calls).toMatchObject([
      { permissions: ['campaigns:write', 'campaigns:run'] },
    ]);
  });
});
