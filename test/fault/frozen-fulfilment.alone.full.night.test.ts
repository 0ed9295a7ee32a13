import type { ServerResponse } from 'node:http';
import { readLocalStack, startService, type StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { giveCode, openCodeProvider, type ShopProvider } from '../support/code-provider.ts';
import { distinctFacts, readFacts } from '../support/read-facts.ts';
import { codeOf, giveReward, openRewardShop, untilState } from '../support/reward-shop.ts';
import type { TestTenant } from '../support/tenant.ts';

/** A tenant and its provider. The provider does not respond to the first request until the test calls `answer`. */
interface Held {
  readonly shop: TestTenant;
  readonly provider: ShopProvider;
  isAsked(): boolean;
  answer(code: string): void;
}

const openHeld = async (...flags: readonly string[]): Promise<Held> => {
  const shop = await openRewardShop('Frozen fulfilment');
  const provider = await openCodeProvider(shop, ...flags);
  let held: ServerResponse | undefined;
  provider.answer = (response, rewardId) => {
    if (held === undefined) held = response;
    else giveCode(response, rewardId);
  };
  return {
    shop,
    provider,
    isAsked: () => held !== undefined,
    answer: (code) => held?.end(JSON.stringify({ code })),
  };
};

const fulfilment = (): number => {
  const { pid = null } = readLocalStack().services['fulfilment'] ?? {};
  if (pid === null) throw new Error('fulfilment does not run');
  return pid;
};

test('▲ a process that is frozen while its providers have the question loses it to another; thawed, it changes nothing', async () => {
  const beganMs = Date.now();
  const [idempotent, other] = [await openHeld(), await openHeld('--not-idempotent')];
  const rewardId = await giveReward(idempotent.shop.live, 'asked-again');
  const ambiguous = await giveReward(other.shop.live, 'asked-once');
  await eventually('both are asked', () => idempotent.isAsked() && other.isAsked(), { everyMs: 5 });
  const frozen = fulfilment();
  process.kill(frozen, 'SIGSTOP');
  let second: StartedService | undefined;
  try {
    second = await startService({ name: 'fulfilment' });
    expect(await codeOf(idempotent.shop.live, rewardId)).toBe(`ACME-${rewardId}`);
    await untilState(other.shop.live, ambiguous, 'FAILED');
    idempotent.answer('too late');
    other.answer('too late as well');
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
  // The thawed process works again and has ignored the late responses.
  await codeOf(idempotent.shop.live, await giveReward(idempotent.shop.live, 'afterwards'));
  await second.stop();
  await codeOf(idempotent.shop.live, await giveReward(idempotent.shop.live, 'alone again'));
  expect(await codeOf(idempotent.shop.live, rewardId)).toBe(`ACME-${rewardId}`);
  const { body } = await other.shop.live.get(`/rewards/${ambiguous}`);
  expect(body).toMatchObject({ state: 'FAILED', failureReason: 'PROVIDER_AMBIGUOUS' });
  const keys = idempotent.provider.asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys.slice(0, 2)).toEqual([rewardId, rewardId]);
  expect(other.provider.asked).toHaveLength(1);
  const facts = await readFacts(idempotent.shop.tenantId, beganMs);
  expect(distinctFacts(facts, 'reward.issued', { rewardId })).toHaveLength(1);
  await idempotent.provider.close();
  await other.provider.close();
});
