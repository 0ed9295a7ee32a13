import { randomUUID } from 'node:crypto';
import { isProblem, type Loyalty, LoyaltyProblem } from '@loyalty/client';
import { killPart, readLocalStack } from '@loyalty/stack';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

let tenant: TestTenant;
let loyalty: Loyalty;
/** Attempts beyond the first of each call. */
let repeats = 0;

beforeAll(async () => {
  tenant = await createTestTenant('Client beside kills');
  loyalty = clientOf(tenant, {
    timeoutMs: 5_000,
    deadlineMs: 180_000,
    attemptsMax: 1_000,
    onAttempt: ({ waitMs }) => {
      if (waitMs !== null) repeats += 1;
    },
  });
  const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
  const body = { name: 'One percent', earningRule, redemptionRule: { pointsPerRand: 10 } };
  const { id: campaignId } = await loyalty.createCampaign({ body });
  await loyalty.activateCampaign({ campaignId });
});

/** A member, and the points that they must have by the sums of this test. */
interface Life {
  readonly memberRef: string;
  readonly memberId: string;
  /** Each movement in its order. */
  readonly moved: number[];
}

const balanceOf = ({ moved }: Life): number => moved.reduce((sum, points) => sum + points, 0);

const enrolled = async (at: number): Promise<Life> => {
  const memberRef = `life-${at.toString()}`;
  const body = { externalRef: memberRef, name: 'Thandi Nkosi' };
  const { id: memberId } = await loyalty.createMember({ body });
  return { memberRef, memberId, moved: [] };
};

type Step = (life: Life, at: number) => Promise<void>;

/** A receipt of R1,000 or more, of which every second one comes back in part. */
const buy: Step = async ({ memberRef, moved }, at) => {
  const [transactionRef, amount] = [randomUUID(), 100_000 + at * 731];
  await loyalty.evaluateTransaction({ body: { transactionRef, memberRef, amount } });
  const earned = Math.floor(amount / 100);
  moved.push(earned);
  if (at % 2 === 0) return;
  const back = 10_000 + at * 17;
  await loyalty.returnPurchase({ body: { transactionRef, returnRef: randomUUID(), amount: back } });
  moved.push(Math.floor((amount - back) / 100) - earned);
};

const redeem: Step = async ({ memberRef, moved }, at) => {
  const body = {
    transactionRef: randomUUID(),
    memberRef,
    amount: 1_000_000,
    pointsRequested: 50 + 10 * (at % 7),
  };
  const { balanceAfter } = await loyalty.redeemPoints({ body });
  moved.push(-body.pointsRequested);
  expect(balanceAfter).toBe(balanceOf({ memberRef, memberId: '', moved }));
};

/** Authorizes, and captures or voids in turn. */
const authorize: Step = async ({ memberRef, moved }, at) => {
  const transactionRef = randomUUID();
  const order = { transactionRef, memberRef, amount: 1_000_000, pointsRequested: 40 };
  await loyalty.authorizeRedemption({ body: order });
  moved.push(-40);
  if (at % 2 === 0) await loyalty.captureRedemption({ body: { transactionRef } });
  else {
    await loyalty.voidRedemption({ body: { transactionRef } });
    moved.push(40);
  }
};

const adjust: Step = async ({ memberId, moved }, at) => {
  await loyalty.adjustPoints({ memberId, body: { points: 7 + at, reason: 'Goodwill', ref: randomUUID() } });
  moved.push(7 + at);
};

/** A suspended member earns nothing. */
const suspend: Step = async ({ memberRef, memberId }) => {
  await loyalty.suspendMember({ memberId, body: { reason: 'Looked into' } });
  const body = { transactionRef: randomUUID(), memberRef, amount: 100_000 };
  const refused: unknown = await loyalty.evaluateTransaction({ body }).catch((reason: unknown) => reason);
  if (!isProblem(refused, 'MEMBER_SUSPENDED')) throw refused;
  await loyalty.reinstateMember({ memberId });
};

const steps: readonly Step[] = [buy, redeem, authorize, adjust, suspend];

test('▲ members who live by the client alone have the balances of an independent sum, beside kill -9 of both engines and of ingress (D195)', async () => {
  const lives = await Promise.all(Array.from({ length: 8 }, (_, at) => enrolled(at)));
  let isOver = false;
  const live = async (life: Life, first: number): Promise<void> => {
    for (let at = first; !isOver || at < first + 2 * steps.length; at += 1)
      for (const step of steps) await step(life, at);
  };
  const all = Promise.all(lives.map(live));
  const killed = (async () => {
    for (const name of ['earn-engine', 'ingress', 'burn-engine', 'ingress', 'earn-engine'])
      await killPart(name);
  })().finally(() => {
    isOver = true;
  });
  // Every call is settled, and none is refused: what is not done rejects, and ends this test.
  await Promise.all([all, killed]);
  expect(repeats).toBeGreaterThan(0);
  for (const life of lives) {
    const { memberId } = life;
    const points: number[] = [];
    for await (const entry of loyalty.each.listLedgerEntries({ memberId })) points.unshift(entry.points);
    expect(points).toEqual(life.moved);
    expect((await loyalty.getMember({ memberId })).pointsBalance).toBe(balanceOf(life));
    await loyalty.eraseMember({ memberId });
  }
});

const problemOf = async (work: Promise<unknown>): Promise<LoyaltyProblem> => {
  const reason: unknown = await work.then(
    () => new Error('it was done'),
    (error: unknown) => error,
  );
  if (reason instanceof LoyaltyProblem) return reason;
  throw reason;
};

test('while the engines are frozen each operation that waits for one ends as PROCESSING_TIMEOUT, with its context (D195)', async () => {
  const memberRef = 'frozen';
  const receipt = { transactionRef: randomUUID(), memberRef, amount: 100_000 };
  const { memberId } = await loyalty.evaluateTransaction({ body: receipt });
  const order = { transactionRef: randomUUID(), memberRef, amount: 100_000, pointsRequested: 100 };
  await loyalty.authorizeRedemption({ body: order });
  await loyalty.createEventDefinition({ body: { key: 'client.frozen', name: 'Frozen' } });
  const { transactionRef } = order;
  const event = { eventKey: 'client.frozen', ref: randomUUID(), payload: { customerId: memberRef } };
  const calls: readonly ((twice: { attemptsMax: number }) => Promise<unknown>)[] = [
    (twice) => loyalty.evaluateTransaction({ body: { ...receipt, transactionRef: randomUUID() } }, twice),
    (twice) => loyalty.redeemPoints({ body: { ...order, transactionRef: randomUUID() } }, twice),
    (twice) => loyalty.authorizeRedemption({ body: { ...order, transactionRef: randomUUID() } }, twice),
    (twice) => loyalty.captureRedemption({ body: { transactionRef } }, twice),
    (twice) => loyalty.voidRedemption({ body: { transactionRef } }, twice),
    (twice) =>
      loyalty.returnPurchase(
        { body: { transactionRef: receipt.transactionRef, returnRef: randomUUID(), whole: true } },
        twice,
      ),
    (twice) => loyalty.submitEvent({ body: event }, twice),
    (twice) => loyalty.submitLifecycleEvent({ memberId, body: { type: 'SIGNUP', ref: randomUUID() } }, twice),
  ];
  const engines = ['earn-engine', 'burn-engine'].map(
    (name) => readLocalStack().services[name]?.pid ?? Number.NaN,
  );
  for (const pid of engines) process.kill(pid, 'SIGSTOP');
  const problems = await Promise.all(calls.map((call) => problemOf(call({ attemptsMax: 2 })))).finally(() => {
    for (const pid of engines) process.kill(pid, 'SIGCONT');
  });
  for (const problem of problems)
    expect(problem).toMatchObject({
      code: 'PROCESSING_TIMEOUT',
      status: 503,
      attempts: 2,
      isOutcomeUnknown: true,
      context: expect.objectContaining({}) as object,
    });
});
