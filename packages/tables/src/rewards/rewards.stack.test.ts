import { randomBytes } from 'node:crypto';
import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { makeRewardCode, type RewardState } from '@loyalty/rules/rewards';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { storeReward } from '../testing/store-reward.ts';
import { findReward, listRewards, type RewardQuery } from './rewards.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
let members: readonly [MemberId, MemberId];

const states: readonly RewardState[] = ['PENDING_FULFILMENT', 'ISSUED', 'REDEEMED', 'EXPIRED', 'FAILED'];
const rewardTypes = ['GIFT_CARD', 'FREE_ITEM', 'COUPON_VOUCHER'] as const;
const atMs = Date.UTC(2026, 4);

interface Kept {
  readonly id: string;
  readonly memberId: MemberId;
  readonly state: RewardState;
  readonly rewardType: string;
}

/** The newest first, as they are shown. */
const kept: Kept[] = [];

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  [environmentId, elsewhere] = [environmentIds.live, environmentIds.test];
  members = [await enrolMember(db, environmentId), await enrolMember(db, environmentId)];
  for (let at = 0; at < 60; at += 1) await store(at);
  await storeReward(db, { environmentId: elsewhere, memberId: await enrolMember(db, elsewhere) });
  const order = await db.query<{ id: string }>(
    'SELECT id FROM rewards ORDER BY created_at DESC, id DESC',
    [],
  );
  const places = new Map(order.map(({ id }, place) => [id, place]));
  kept.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
});
afterAll(() => scratch.drop());

/** Stores several rewards in one millisecond. Every third ISSUED one is past its time and not marked yet. */
const store = async (at: number): Promise<void> => {
  const memberId = members[at % 4 === 0 ? 0 : 1];
  const state = states[at % states.length] ?? 'ISSUED';
  const rewardType = rewardTypes[at % rewardTypes.length] ?? 'GIFT_CARD';
  const isOver = state === 'ISSUED' && at % 3 === 0;
  const given = { state, rewardType, expiresAtMs: isOver ? atMs : atMs + 1 };
  const id = await storeReward(
    db,
    { environmentId, memberId },
    { ...given, atMs: 1_700_000_000_000 + Math.ceil(at / 3) },
  );
  kept.push({ id, memberId, rewardType, state: isOver ? 'EXPIRED' : state });
};

type Filters = Pick<RewardQuery, 'memberId' | 'state' | 'rewardType'>;

/** Returns all pages of a list, joined; without an index each scans eleven rewards at most. */
const all = async (filters: Filters, limit = 4): Promise<string[]> => {
  const ids: string[] = [];
  let before: RewardQuery['before'];
  for (;;) {
    const query = { environmentId, ...filters, limit, atMs, ...(before === undefined ? {} : { before }) };
    const page = await listRewards(db, query, 11);
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    ids.push(...page.rows.map(({ id }) => id));
    if (page.next === null) return ids;
    before = page.next;
  }
};

const combinations = [undefined, ...states].flatMap((state) =>
  [undefined, ...rewardTypes].flatMap((rewardType) =>
    [false, true].map((isOfMember) => ({ state, rewardType, isOfMember })),
  ),
);

test('▲ for every filter the pages together hold what a plain filter finds, each reward once and in order', async () => {
  for (const { state, rewardType, isOfMember } of combinations) {
    const memberId = isOfMember ? members[0] : undefined;
    const filters = {
      ...(state === undefined ? {} : { state }),
      ...(rewardType === undefined ? {} : { rewardType }),
      ...(memberId === undefined ? {} : { memberId }),
    };
    const wanted = Object.entries(filters);
    const expected = kept.filter((reward) =>
      wanted.every(([name, value]) => reward[name as keyof Kept] === value),
    );
    const ids = await all(filters);
    expect({ filters, ids }).toEqual({ filters, ids: expected.map(({ id }) => id) });
  }
});

test('a page of rare rewards is short and is not the last', async () => {
  const query = { environmentId, state: 'ISSUED', rewardType: 'FREE_ITEM', limit: 50, atMs } as const;
  const { rows, next } = await listRewards(db, query, 11);
  expect(rows.length).toBeLessThan(2);
  expect(next).not.toBeNull();
});

test('a code finds its reward however it is spelt, with the other filters', async () => {
  const [memberId] = members;
  const code = makeRewardCode(randomBytes);
  const id = await storeReward(db, { environmentId, memberId }, { code });
  const odd = await storeReward(db, { environmentId, memberId }, { code: 'Partner code/7' });
  const found = async (filters: Partial<RewardQuery>): Promise<string[]> =>
    (await listRewards(db, { environmentId, limit: 5, atMs, ...filters })).rows.map((reward) => reward.id);
  for (const spelt of [code, code.toLowerCase(), ` ${code.replaceAll('-', '')} `])
    expect(await found({ code: spelt, memberId, state: 'ISSUED' })).toEqual([id]);
  expect(await found({ code: ' Partner code/7' })).toEqual([odd]);
  expect(await found({ code: 'partner code/7' })).toEqual([]);
  expect(await found({ code, state: 'REDEEMED' })).toEqual([]);
  expect((await listRewards(db, { environmentId: elsewhere, code, limit: 5, atMs })).rows).toEqual([]);
});

test("▲ a pool's code that only resembles a generated one is found too", async () => {
  const [memberId] = members;
  const code = makeRewardCode(randomBytes).replaceAll('-', '');
  const id = await storeReward(db, { environmentId, memberId }, { code });
  const { rows } = await listRewards(db, { environmentId, code, limit: 5, atMs });
  expect(rows.map((reward) => reward.id)).toEqual([id]);
});

test('a record has its code once it is issued, and is shown as EXPIRED from the instant of its expiry', async () => {
  const [memberId] = members;
  const expiresAtMs = atMs + 500;
  const rewardId = await storeReward(db, { environmentId, memberId }, { expiresAtMs, code: 'SHOWN', atMs });
  const shown = (at: number) => findReward(db, environmentId, { rewardId, atMs: at });
  expect(await shown(expiresAtMs - 1)).toMatchObject({
    state: 'ISSUED',
    value: { amount: 5_000, code: 'SHOWN' },
    attempts: 1,
    expiredAt: null,
    memberId,
    campaignId: null,
    expiresAt: new Date(expiresAtMs).toISOString(),
  });
  expect(await shown(expiresAtMs)).toMatchObject({
    state: 'EXPIRED',
    expiredAt: new Date(expiresAtMs).toISOString(),
  });
  const pending = await storeReward(db, { environmentId, memberId }, { state: 'PENDING_FULFILMENT' });
  const record = await findReward(db, environmentId, { rewardId: pending, atMs });
  expect(record).toMatchObject({ value: { amount: 5_000 }, issuedAt: null, failedAt: null, attempts: 0 });
  expect(record?.value).not.toHaveProperty('code');
  expect(await findReward(db, elsewhere, { rewardId, atMs })).toBeNull();
});
