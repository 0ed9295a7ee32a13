import { randomUUID } from 'node:crypto';
import { startService, type StartedService } from '@loyalty/stack';
import { sizeOf } from '@loyalty/testkit/runs';
import type { ApiAnswer } from '../support/api.ts';
import { inParallel } from '../support/in-parallel.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;
let seconds: readonly StartedService[];

beforeAll(async () => {
  shop = await createTestTenant('Many writers');
  await activateCampaigns(shop.live, [
    {
      name: 'Slides, and burns',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1, pointsExpiry: { type: 'SLIDING', days: 30 } },
      redemptionRule: { pointsPerRand: 1, onInsufficientBalance: 'CAP' },
    },
    {
      name: 'Lasts a week',
      earningRule: { type: 'FIXED_POINTS', points: 3, pointsExpiry: { type: 'ROLLING', days: 7 } },
    },
    { name: 'Lasts', earningRule: { type: 'FIXED_POINTS', points: 2 } },
  ]);
  seconds = await Promise.all(['earn-engine', 'burn-engine'].map((name) => startService({ name })));
});
afterAll(() => Promise.all(seconds.map((service) => service.stop())));

interface Member {
  readonly memberRef: string;
  readonly memberId: string;
}

const enrol = async (): Promise<Member> => {
  const memberRef = `busy-${randomUUID()}`;
  const receipt = { transactionRef: randomUUID(), memberRef, amount: 100_000 };
  return { memberRef, memberId: (await shop.live.post('/transactions/evaluate', receipt)).body.memberId };
};

type Write = (member: Member, ref: string) => Promise<ApiAnswer>;

const evaluate: Write = ({ memberRef }, transactionRef) =>
  shop.live.post('/transactions/evaluate', { transactionRef, memberRef, amount: 2_000 });
const redeem: Write = ({ memberRef }, transactionRef) =>
  shop.live.post('/transactions/redeem', {
    transactionRef,
    memberRef,
    amount: 100_000,
    pointsRequested: 40,
  });
const adjust =
  (points: number): Write =>
  ({ memberId }, ref) =>
    shop.live.post(`/members/${memberId}/ledger/adjust`, { points, reason: 'story', ref });
const changeState =
  (to: 'suspend' | 'reinstate'): Write =>
  ({ memberId }) =>
    shop.live.post(`/members/${memberId}/${to}`);

/** The statuses that each kind of write may get; any other would be a lost race. */
const writes: readonly (readonly [Write, number, readonly number[]])[] = [
  [evaluate, sizeOf(30, 60), [200, 403]],
  [redeem, sizeOf(30, 60), [200, 403, 422]],
  [adjust(15), sizeOf(10, 20), [201]],
  [adjust(-25), sizeOf(10, 20), [201, 422]],
  [changeState('suspend'), sizeOf(2, 4), [200]],
  [changeState('reinstate'), sizeOf(6, 12), [200]],
];

/** While engines join, partitions move; a caller without a response in time repeats the request, as tills do. */
const repeated = async (call: () => Promise<ApiAnswer>): Promise<ApiAnswer> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call();
    if (answer.body.code !== 'PROCESSING_TIMEOUT' || attempt === repeatsMax) return answer;
  }
};
const repeatsMax = 10;

/** Runs the nightly expiry repeatedly, each time ten days later: lots of a week and of thirty days expire. */
const expireOften = async (): Promise<void> => {
  for (const days of [0, 10, 20, 40]) {
    const at = new Date(Date.now() + days * 86_400_000).toISOString();
    const ofTenant = ['--tenant', shop.tenantId, '--mode', 'live'];
    const { code, stderr } = await loyaltyctl('expire-points', '--at', at, '--yes', ...ofTenant);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  }
};

test('I1 I2 I13 all writers write to five members at once, and every ledger is right', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, enrol));
  const planned = writes.flatMap(([write, times, allowed]) =>
    members.flatMap((member) => Array.from({ length: times }, () => ({ write, member, allowed }))),
  );
  const shuffled = planned
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
  const unexpected: string[] = [];
  const calls = inParallel(shuffled, 40, async ({ write, member, allowed }) => {
    const ref = randomUUID();
    const { status, text } = await repeated(() => write(member, ref));
    if (!allowed.includes(status)) unexpected.push(`${status.toString()} ${text}`);
  });
  await Promise.all([calls, expireOften()]);
  expect(unexpected).toEqual([]);
  const { code, stdout } = await loyaltyctl('check');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('✗')]);
});
