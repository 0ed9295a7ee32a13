import { BudgetHolds } from '@loyalty/engine';
import {
  type CampaignId,
  type EnvironmentId,
  type MemberId,
  memberKeyOf,
  type SegmentId,
} from '@loyalty/kernel';
import type { Account, Snapshot } from '@loyalty/rules';
import type { Campaign, RewardGrant } from '@loyalty/rules/campaigns';
import {
  MemoryConfiguration,
  type ScriptedResult,
  ScriptedTransaction,
  testAccount,
  testCampaign,
  testMessage,
  testSnapshot,
} from '@loyalty/testkit/engine';
import { memberEvent, receipt } from '../testing/earn-bodies.ts';
import { type EarnBody, type EarnRequest, earnRequestReader } from './earn-request.ts';
import { loadEarnState } from './load-earn-state.ts';

const { environmentId, secret } = testSnapshot();
const idOf = (n: number) => `0198c0de-1111-7000-8000-00000000000${n.toString()}` as CampaignId;
const segmentId = '0198c0de-2222-7000-8000-000000000001' as SegmentId;
const { memberId } = testAccount();

const reward: RewardGrant = { points: 50 };
const stamps = testCampaign({
  id: idOf(1),
  earningRule: { type: 'STAMP_CARD', stampsRequired: 10, rewardOnCompletion: reward },
});
const targeted = testCampaign({ id: idOf(2), targetSegmentIds: [segmentId] });
const budgeted = testCampaign({ id: idOf(3), maxBudgetCents: 1_000 });
const everyTenth = testCampaign({
  id: idOf(4),
  earningRule: { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 10, scope: 'STORE', reward }] },
});

const requestOf = (body: EarnBody, environment: Snapshot = testSnapshot()): EarnRequest =>
  earnRequestReader.requestOf(
    {
      message: testMessage(body),
      ...earnRequestReader.keyOf(body),
      environmentId: environment.environmentId,
      fingerprint: Buffer.alloc(16),
      responseKey: 'key',
      newId: (kind) => kind,
    },
    { secret: environment.secret, currency: 'ZAR' },
  );

/** Rows of these members, as the database knows them by their references. */
const rowsOf =
  (members: Readonly<Record<string, Partial<Account>>>): ScriptedResult =>
  ([, keys]) =>
    Object.entries(members).flatMap(([memberRef, given]) => {
      const memberKey = memberKeyOf(secret, memberRef);
      const { memberId: id, ...account } = testAccount(given);
      const isAsked = (keys as Buffer[]).some((key) => key.equals(memberKey));
      return isAsked ? [{ environmentId, memberKey, id, claims: null, ...account }] : [];
    });

interface Loading {
  readonly campaigns?: readonly Campaign[];
  /** The cached configurations; default: the committed ones. */
  readonly cached?: readonly Campaign[];
  readonly responses?: Readonly<Record<string, ScriptedResult>>;
  /** The zone of the committed configuration only. Default: none. */
  readonly zone?: NonNullable<Snapshot['zone']>;
}

const load = async (
  bodies: readonly EarnBody[],
  { campaigns = [], cached = campaigns, responses = {}, zone }: Loading = {},
) => {
  const tx = new ScriptedTransaction({ 'accounts-lock': rowsOf({ 'customer-1': {} }), ...responses });
  const given = { segmentIds: new Set([segmentId]) };
  const configuration = new MemoryConfiguration(
    testSnapshot({ ...given, campaigns, version: 2, ...(zone === undefined ? null : { zone }) }),
  );
  const requests = bodies.map((body) => requestOf(body));
  const state = await loadEarnState(configuration, tx, {
    requests,
    cached: [testSnapshot({ ...given, campaigns: cached })],
    holds: new BudgetHolds(),
  });
  return { tx, state, requests, book: state.shared.get(environmentId) };
};

test('with campaigns that count and share nothing, only accounts and versions are read', async () => {
  const { tx, state, requests } = await load([receipt()], { campaigns: [testCampaign()] });
  expect(tx.names).toEqual(['accounts-lock', 'config-versions']);
  expect(requests.map((request) => state.accounts.accountOf(request)?.memberId)).toEqual([memberId]);
  expect([...state.snapshots.values()].map(({ version }) => version)).toEqual([2]);
});

test('counts and memberships that the cached configuration needs are read between the locks and the versions', async () => {
  const { tx } = await load([receipt()], { campaigns: [stamps, targeted] });
  expect(tx.names).toEqual([
    'accounts-lock',
    'member-counters-read',
    'memberships-read-by-key',
    'config-versions',
  ]);
});

test('counts and memberships that only the newer configuration needs are read after the versions', async () => {
  const { tx } = await load([receipt()], { campaigns: [stamps, targeted], cached: [] });
  expect(tx.names).toEqual([
    'accounts-lock',
    'config-versions',
    'member-counters-read',
    'memberships-read-by-key',
  ]);
});

const limited = testCampaign({
  id: idOf(6),
  limits: [
    { per: 'MEMBER', period: 'MONTH', of: 'POINTS', max: 500 },
    { per: 'MEMBER', period: 'EVER', of: 'TIMES', max: 9 },
  ],
});

test('▲ what limits count is read behind the locks, of the days on which the periods of the receipts begin', async () => {
  const { tx } = await load([receipt()], { campaigns: [limited, stamps] });
  expect(tx.names).toEqual(['accounts-lock', 'member-counters-read', 'member-uses-read', 'config-versions']);
  // 2026-03-01, and 0 for EVER.
  expect(tx.valuesOf('member-uses-read').slice(2)).toEqual([[environmentId], [limited.id], [0, 20_513]]);
});

test('▲ what only the limits or the time zone of the newer configuration count is read after the versions', async () => {
  const unlimited = await load([receipt()], { campaigns: [limited], cached: [] });
  expect(unlimited.tx.names).toEqual(['accounts-lock', 'config-versions', 'member-uses-read']);
  const another = testCampaign({ ...limited, id: idOf(7) });
  const widened = await load([receipt()], { campaigns: [limited, another], cached: [limited] });
  expect(widened.tx.names.filter((name) => name === 'member-uses-read')).toHaveLength(2);
  const daily = testCampaign({
    id: limited.id,
    limits: [{ per: 'MEMBER', period: 'DAY', of: 'TIMES', max: 1 }],
  });
  const inUtc = await load([receipt()], { campaigns: [daily], zone: [[0, 720]] });
  expect(inUtc.tx.names).toEqual([
    'accounts-lock',
    'member-uses-read',
    'config-versions',
    'member-uses-read',
  ]);
  const utcDay = 20_522;
  expect(inUtc.tx.sent.at(-1)?.values.at(-1)).toEqual([utcDay + 1]);
});

test('▲ times of campaigns with a limit of all members are read, again where only the newer configuration has one', async () => {
  const limits = [{ per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max: 9 }];
  const [coffee, tea] = [8, 9].map((n) => testCampaign({ id: idOf(n), limits }));
  if (coffee === undefined || tea === undefined) throw new Error('two campaigns');
  const { tx } = await load([receipt()], { campaigns: [coffee] });
  expect(tx.names).toEqual(['accounts-lock', 'campaign-uses-read', 'config-versions']);
  expect(tx.valuesOf('campaign-uses-read')).toEqual([[environmentId], [coffee.id]]);
  const widened = await load([receipt()], { campaigns: [coffee, tea], cached: [coffee] });
  expect(widened.tx.names).toEqual([
    'accounts-lock',
    'campaign-uses-read',
    'config-versions',
    'campaign-uses-read',
  ]);
});

const asking = testCampaign({
  id: idOf(5),
  conditions: { field: 'segment_id', op: 'neq', value: segmentId.toUpperCase() },
});

test('▲ memberships in segments that conditions name are read, also where only the newer configuration names one', async () => {
  const { tx } = await load([receipt()], { campaigns: [asking] });
  expect(tx.names).toEqual(['accounts-lock', 'memberships-read-by-key', 'config-versions']);
  expect(tx.valuesOf('memberships-read-by-key')[3]).toEqual([segmentId]);
  const { tx: later } = await load([receipt()], { campaigns: [asking], cached: [] });
  expect(later.names).toEqual(['accounts-lock', 'config-versions', 'memberships-read-by-key']);
});

test('▲ returns are read where a campaign asks for the number of a purchase, and nowhere else (D232)', async () => {
  const numbering = testCampaign({ conditions: { field: 'purchase_number', op: 'eq', value: 1 } });
  const { tx } = await load([receipt()], { campaigns: [numbering] });
  expect(tx.names).toEqual(['accounts-lock', 'accounts-whole-returns', 'config-versions']);
  const { tx: later } = await load([receipt()], { campaigns: [numbering], cached: [] });
  expect(later.names).toEqual(['accounts-lock', 'config-versions', 'accounts-whole-returns']);
});

test('conditions on tiers and days read nothing besides the accounts', async () => {
  const field = (name: string, op: string, value: unknown) => ({ field: name, op, value });
  const conditions = {
    operator: 'AND',
    conditions: [field('tier_id', 'neq', null), field('days_since_last_txn', 'lt', 9)],
  };
  const { tx } = await load([receipt()], { campaigns: [testCampaign({ conditions })] });
  expect(tx.names).toEqual(['accounts-lock', 'config-versions']);
});

test('▲ a tenant whose rules count nothing has none of its members read for the rules of another one', async () => {
  const plain = testSnapshot();
  const busy = testSnapshot({
    environmentId: 8 as EnvironmentId,
    campaigns: [stamps, targeted],
    segmentIds: new Set([segmentId, 'nobody targets this one' as SegmentId]),
  });
  const tx = new ScriptedTransaction();
  const requests = [requestOf(receipt(), plain), requestOf(receipt(), busy), requestOf(receipt(), plain)];
  await loadEarnState(new MemoryConfiguration(plain, busy), tx, {
    requests,
    cached: [plain, busy],
    holds: new BudgetHolds(),
  });
  const memberKey = requests[1]?.memberKey;
  expect(tx.valuesOf('member-counters-read')).toEqual([[8], [memberKey], [8], [stamps.id]]);
  expect(tx.valuesOf('memberships-read-by-key')).toEqual([[8], [memberKey], [8], [segmentId]]);
});

test('the rules see a member’s counts and segments', async () => {
  const counter = { environmentId, memberId, campaignId: stamps.id, kind: 'STAMPS', count: 4, completed: 1 };
  const { book } = await load([receipt()], {
    campaigns: [stamps, targeted],
    responses: {
      'member-counters-read': () => [counter],
      'memberships-read-by-key': () => [{ environmentId, memberId, segmentIds: [segmentId] }],
    },
  });
  const inputs = book?.earningInputsOf(memberId);
  expect(inputs?.memberCount(stamps.id, 'STAMPS')).toMatchObject({ count: 4, completed: 1 });
  expect(inputs?.segmentIds).toEqual(new Set([segmentId]));
  expect(book?.earningInputsOf('somebody else' as MemberId).memberCount(stamps.id, 'STAMPS').count).toBe(0);
});

test('shared rows are locked after the versions: counts before budgets, each once', async () => {
  const bodies = ['s1', 's1', 's2'].map((storeRef, n) => receipt({ storeRef, transactionRef: n.toString() }));
  const { tx } = await load(bodies, { campaigns: [budgeted, everyTenth] });
  expect(tx.names.slice(-5)).toEqual([
    'shared-counters-begin',
    'shared-counters-lock',
    'budgets-turn',
    'budgets-lock',
    'budgets-read',
  ]);
  expect(tx.names.indexOf('config-versions')).toBeLessThan(tx.names.indexOf('shared-counters-begin'));
  const counts = [
    [7, 7],
    [everyTenth.id, everyTenth.id],
    ['store:s1', 'store:s2'],
  ];
  expect(tx.valuesOf('shared-counters-lock')).toEqual(counts);
  expect(tx.valuesOf('shared-counters-begin')).toEqual(counts);
  expect(tx.valuesOf('budgets-lock')).toEqual([[7], [budgeted.id]]);
});

test('no count is begun if only budgets are shared', async () => {
  const { tx } = await load([receipt()], { campaigns: [budgeted] });
  expect(tx.names).toEqual([
    'accounts-lock',
    'config-versions',
    'budgets-turn',
    'budgets-lock',
    'budgets-read',
  ]);
});

test('no row of a campaign that cannot fire for the batch is locked', async () => {
  const elsewhere = { ...budgeted, storeIds: ['s9'] };
  const { tx } = await load([receipt({ storeRef: 's1' })], { campaigns: [elsewhere] });
  expect(tx.names).toEqual(['accounts-lock', 'config-versions']);
});

test('shared counts and budgets are the locked ones', async () => {
  const budget = { spentCents: 1_000, maxBudgetCents: 1_000, alertThreshold: 0.8, alertedForCents: 1_000 };
  const { book } = await load([receipt({ storeRef: 's1' })], {
    campaigns: [budgeted, everyTenth],
    responses: {
      'shared-counters-lock': () => [
        { environmentId, campaignId: everyTenth.id, scope: 'store:s1', count: 9 },
      ],
      'budgets-read': () => [{ environmentId, campaignId: budgeted.id, ...budget, allowedCents: 0 }],
    },
  });
  const inputs = book?.earningInputsOf(null);
  expect(inputs?.sharedCount(everyTenth.id, 'store:s1')).toBe(9);
  expect(inputs?.isBudgetSpent(budgeted.id)).toBe(true);
});

test('only a referrer who is active can be credited', async () => {
  const referred = ['customer-2', 'customer-3', 'nobody'].map((referrerRef) =>
    memberEvent({ referrerRef, ref: referrerRef }),
  );
  const { tx, state } = await load(referred, {
    responses: { 'accounts-read': rowsOf({ 'customer-2': {}, 'customer-3': { state: 'suspended' } }) },
  });
  expect(tx.names).toEqual(['accounts-lock', 'accounts-read', 'config-versions']);
  const canBeCredited = (memberRef: string) =>
    state.referrers.canBeCredited({ environmentId, memberKey: memberKeyOf(secret, memberRef) });
  expect(['customer-2', 'customer-3', 'nobody'].map(canBeCredited)).toEqual([true, false, false]);
});

test('a referrer whom the batch has enrolled just before can be credited', async () => {
  const { state, requests } = await load([receipt({ memberRef: 'customer-9' })]);
  const memberKey = memberKeyOf(secret, 'customer-9');
  expect(state.referrers.canBeCredited({ environmentId, memberKey })).toBe(false);
  for (const request of requests) state.accounts.write(request, testAccount());
  expect(state.referrers.canBeCredited({ environmentId, memberKey })).toBe(true);
});

test('a batch of repeats sends no statement', async () => {
  const { tx, state } = await load([]);
  expect(tx.names).toEqual([]);
  expect([state.snapshots.size, state.undecidable.size]).toEqual([0, 0]);
});

describe('when the rules throw for the rows that a request shares', () => {
  /** A campaign as an older build sees one with a rule of a newer build. */
  const unreadable = testCampaign({
    id: idOf(5),
    maxBudgetCents: 1_000,
    storeIds: ['broken'],
    earningRule: { type: 'SURPRISE_DELIGHT' } as Campaign['earningRule'],
  });

  it('that request alone is undecidable, and the rows of the others are locked', async () => {
    const { tx, state, requests } = await load(
      [receipt({ storeRef: 's1' }), receipt({ storeRef: 'broken' }), receipt({ storeRef: 's2' })],
      { campaigns: [unreadable, everyTenth] },
    );
    expect([...state.undecidable.keys()]).toEqual([requests[1]]);
    expect(tx.valuesOf('shared-counters-lock')[2]).toEqual(['store:s1', 'store:s2']);
  });

  it('because of the whole configuration, only requests of its environment are undecidable', async () => {
    const other = testSnapshot({ environmentId: 8 as EnvironmentId });
    const broken = testSnapshot({ campaigns: [{ ...unreadable, maxBudgetCents: null }] });
    const sound = requestOf(receipt(), other);
    const doomed = requestOf(receipt());
    const configuration = new MemoryConfiguration(broken, other);
    const requests = [doomed, sound];
    const { undecidable } = await loadEarnState(configuration, new ScriptedTransaction(), {
      requests,
      cached: [],
      holds: new BudgetHolds(),
    });
    expect([...undecidable.keys()]).toEqual([doomed]);
  });
});
