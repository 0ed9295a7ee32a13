import { type EnvironmentId, type MemberId, randomId, type TierId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTenant } from './tenants/tenants.ts';
import { enrolMember } from './testing/enrol-member.ts';
import { insertRewards } from './granted-rewards.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  environmentId = (await createTenant(db, { name: 'Values' })).environmentIds.live;
  memberId = await enrolMember(db, environmentId);
});
afterAll(() => scratch.drop());

const rewardOf = (value: Readonly<Record<string, unknown>>) => ({
  environmentId,
  memberId,
  atMs: Date.now(),
  reward: {
    id: randomId(),
    rewardType: 'FREE_ITEM' as const,
    value,
    validDays: null,
    tierId: randomId() as TierId,
  },
});

test('each reward has its value, whichever rewards share it', async () => {
  const [coffee, cake, tea] = [{ sku: 'coffee' }, { sku: 'cake', note: '{"x"\\' }, { sku: 'coffee' }];
  const rewards = [coffee, cake, coffee, tea, cake].map(rewardOf);
  await db.transaction((tx) => insertRewards(tx, rewards));
  const rows = await db.query<{ id: string; value: object }>('SELECT id, value FROM rewards', []);
  expect(new Map(rows.map(({ id, value }) => [id, value]))).toEqual(
    new Map(rewards.map(({ reward }) => [reward.id, reward.value])),
  );
});

test('▲ a value of 8 KiB that 600 rewards share is sent once', async () => {
  const shared = { description: 'x'.repeat(8_000) };
  const sent: unknown[] = [];
  const tx = { query: (_: unknown, values: unknown[]) => Promise.resolve(sent.push(...values)) };
  await insertRewards(
    tx as never,
    Array.from({ length: 600 }, () => rewardOf(shared)),
  );
  expect(sent.at(-1)).toEqual([JSON.stringify(shared)]);
});
