import { randomUUID } from 'node:crypto';
import { startService } from '@loyalty/stack';
import { sizeOf } from '@loyalty/testkit/runs';
import { inParallel } from '../support/in-parallel.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';

let shop: TestTenant;

beforeAll(async () => {
  shop = await createTestTenant('Merges under kills');
  await activateCampaigns(shop.live, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
      redemptionRule: { pointsPerRand: 10 },
    },
  ]);
});

/** A person with two cards, each of which is a member until they are merged. */
interface Person {
  readonly winner: string;
  readonly loser: string;
  readonly cards: readonly [string, string];
  /** What the responses of their tills add up to. */
  points: number;
}

const enrol = async (): Promise<Person> => {
  const cards = [`app-${randomUUID()}`, `card-${randomUUID()}`] as const;
  const [winner, loser] = await Promise.all(
    cards.map(async (externalRef) => (await shop.live.post('/members', { externalRef })).body.id),
  );
  return { winner: winner ?? '', loser: loser ?? '', cards, points: 0 };
};

const numberIn = (body: object, name: string): number =>
  (body as Readonly<Record<string, number>>)[name] ?? NaN;

/** A receipt, then a redeem by the other card where there are points, then the return of the half. */
const visit = async (person: Person, n: number): Promise<void> => {
  const [own = '', other = ''] = n % 2 === 0 ? person.cards : person.cards.toReversed();
  const transactionRef = randomUUID();
  const receipt = { transactionRef, memberRef: own, amount: 10_000 };
  const bought = await postPersistently(shop.live, '/transactions/evaluate', receipt);
  expect(bought.status).toBe(200);
  person.points += bought.body.pointsAwarded;
  const order = { transactionRef: randomUUID(), memberRef: other, amount: 100_000, pointsRequested: 30 };
  const redeemed = await postPersistently(shop.live, '/transactions/redeem', order);
  if (redeemed.status === 200) person.points -= numberIn(redeemed.body, 'pointsRedeemed');
  const returned = await postPersistently(shop.live, '/transactions/returns', {
    transactionRef,
    returnRef: randomUUID(),
    amount: 5_000,
  });
  expect(returned.status).toBe(200);
  person.points -= numberIn(returned.body, 'pointsFromBalance');
};

const merge = async ({ winner, loser }: Person): Promise<void> => {
  const body = { memberId: loser, reason: 'Two cards of one person' };
  const { status, body: merged } = await postPersistently(shop.live, `/members/${winner}/merge`, body);
  expect([status, merged]).toMatchObject([200, { merged: true }]);
};

/** Engines beside those of the stack, each of which is killed and followed by the next one. */
const killEngines = async (isDone: () => boolean): Promise<number> => {
  let kills = 0;
  while (!isDone() || kills < 10) {
    const second = await startService({ name: kills % 2 === 0 ? 'burn-engine' : 'earn-engine' });
    await new Promise((resolve) => setTimeout(resolve, 700));
    second.kill('SIGKILL');
    await second.stop();
    kills += 1;
  }
  return kills;
};

test('members who are merged while their tills go on and engines are killed have the points that the responses add up to (D346)', async () => {
  const people = await Promise.all(Array.from({ length: sizeOf(12, 60) }, enrol));
  const visits = people.flatMap((person) => Array.from({ length: 6 }, (_, n) => ({ person, n })));
  let left = visits.length;
  const tills = inParallel(visits, 32, async ({ person, n }) => {
    // Each at another moment of their visits.
    if (n === people.indexOf(person) % 6) await merge(person);
    await visit(person, n);
    left -= 1;
  });
  const [kills] = await Promise.all([killEngines(() => left <= 0), tills]);
  expect(kills).toBeGreaterThanOrEqual(10);
  const wrong: unknown[] = [];
  for (const { winner, loser, points } of people) {
    const [one, other] = await Promise.all([winner, loser].map((id) => shop.live.get(`/members/${id}`)));
    if (one?.body.pointsBalance !== points || other?.body.pointsBalance !== 0)
      wrong.push([points, one?.body, other?.body]);
  }
  expect(wrong).toEqual([]);
  const { code, stdout } = await loyaltyctl('check');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('✗')]);
});
