import { createHash } from 'node:crypto';
import type { EnvironmentId, TierId } from '@loyalty/kernel';
import { jobAuthor } from '@loyalty/tables/authors';
import { importLines, openImport } from '@loyalty/tables/imports';
import { createTier, type TierInput } from '@loyalty/tables/tiers/management';
import {
  earn,
  enrol,
  giveBack,
  openTierFixture,
  readNowMs,
  type Shopper,
  type TierFixture,
} from '../testing/tier-fixture.ts';

let fixture: TierFixture;
let environmentId: EnvironmentId;
beforeAll(async () => {
  fixture = await openTierFixture();
});
afterAll(() => fixture.drop());
beforeEach(async () => {
  environmentId = await fixture.open();
  fixture.published.length = 0;
  await openImport(fixture.db, environmentId, { source, signedUp: true, createdBy: 'a test' });
});

const source = 'old-programme';
const mug = { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A mug' } } as const;

const tier = async (input: TierInput): Promise<TierId> =>
  ((await createTier(fixture.db, environmentId, input)) as { record: { id: TierId } }).record.id;

const retier = async (): Promise<void> => {
  while (await fixture.runChunk(environmentId, 10));
};

const bringIn = async (shopper: Pick<Shopper, 'memberKey'>, lifetimePoints: number): Promise<string> => {
  const externalRef = shopper.memberKey.toString('hex');
  const line = {
    memberKey: shopper.memberKey,
    externalRef,
    references: [],
    id: null,
    fingerprint: createHash('md5').update(`${externalRef} ${lifetimePoints.toString()}`).digest(),
    profile: { name: null, email: null, phone: null },
    enrolledAtMs: null,
    isSuspended: false,
    segmentIds: [],
    consents: [],
    stampCards: [],
    opening: {
      balance: lifetimePoints,
      lots: [],
      lifetimePoints,
      spendCents: 0,
      txnCount: 0,
      lastTxnDay: null,
      lastActivityAtMs: null,
    },
  };
  const call = { environmentId, source, lines: [line], author: jobAuthor('a test'), isDryRun: false };
  const atMs = await readNowMs(fixture.db);
  const result = await importLines(fixture.db, { ...call, atMs }, () => Promise.resolve());
  return result.outcome === 'imported' ? (result.results[0]?.outcome ?? 'none') : result.outcome;
};

const announced = () =>
  fixture.published
    .filter(({ type }) => type === 'member.tier_changed')
    .map(({ data }) => [data['previousTierId'], data['newTierId']]);

const granted = () => fixture.published.filter(({ type }) => type === 'reward.requested').length;

test('▲ two changes of tiers behind an import are both announced, and the first one gives its reward', async () => {
  const silver = await tier({ name: 'Silver', minLifetimePoints: 100 });
  await retier();
  expect(await bringIn({ memberKey: Buffer.from('0123456789abcdef') }, 150)).toBe('CREATED');
  expect(announced()).toEqual([]);
  const gold = await tier({ name: 'Gold', minLifetimePoints: 120, grantFreeRewards: true, benefits: [mug] });
  const platinum = await tier({ name: 'Platinum', minLifetimePoints: 140, benefits: [mug] });
  await retier();
  expect(announced()).toEqual([
    [silver, gold],
    [gold, platinum],
  ]);
  expect(granted()).toBe(1);
});

test('▲ a receipt over a threshold whose recheck is due is announced once, as if nothing had been imported', async () => {
  const silver = await tier({ name: 'Silver', minLifetimePoints: 100, benefits: [mug] });
  const gold = await tier({ name: 'Gold', minLifetimePoints: 1_000, benefits: [mug] });
  await retier();
  const shopper = await enrol(fixture.db, environmentId);
  await earn(fixture.db, shopper, 150);
  expect(await bringIn(shopper, 900)).toBe('RETRY');
  await fixture.recheck([shopper]);
  expect(announced()).toEqual([[null, silver]]);
  expect(await bringIn(shopper, 900)).toBe('ADDED');
  await fixture.recheck([shopper]);
  expect([announced(), granted()]).toEqual([[[null, silver]], 1]);
  // A return that takes the member below the tier that was never announced.
  shopper.account = { ...shopper.account, lifetimePoints: 1_050, pointsBalance: 1_050, ledgerSeq: 2 };
  await giveBack(fixture.db, shopper, 100);
  await fixture.recheck([shopper]);
  expect(announced()).toEqual([
    [null, silver],
    [gold, silver],
  ]);
});
