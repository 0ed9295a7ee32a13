import { randomUUID } from 'node:crypto';
import { sizeOf } from '@loyalty/testkit/runs';
import { inParallel } from '../support/in-parallel.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, type TestTenant } from '../support/tenant.ts';
import { startSecondEngine } from '../support/two-engines.ts';

let shop: TestTenant;

beforeAll(async () => {
  shop = await createTestTenant('Linked cards');
  await activateCampaigns(shop.live, [
    { name: 'One percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } },
  ]);
});

const tills = 64;

const enrol = async (): Promise<{ readonly memberId: string; readonly memberRef: string }> => {
  const memberRef = `shopper-${randomUUID()}`;
  const { body } = await shop.live.post('/members', { externalRef: memberRef });
  return { memberId: body.id, memberRef };
};

const link = (memberId: string, reference: string) =>
  shop.live.put(`/members/${memberId}/references`, { reference });

const buy = (memberRef: string, transactionRef: string = randomUUID()) =>
  postPersistently(shop.live, '/transactions/evaluate', { transactionRef, memberRef, amount: 10_000 });

interface Entry {
  readonly points: number;
  readonly balanceAfter: number;
}

const ledgerOf = async (memberId: string): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await shop.live.get(`/members/${memberId}/ledger?limit=200${after}`);
    entries.push(...(body.entries as Entry[]));
    cursor = body.nextCursor;
  }
  return entries;
};

test('receipts by three cards of one shopper from 64 tills, while one of two engines is killed, are one balance and one ledger without a gap (D345)', async () => {
  const receipts = sizeOf(300, 1_000);
  const { memberId, memberRef } = await enrol();
  const cards = [memberRef, `card-${randomUUID()}`, `phone-${randomUUID()}`];
  for (const card of cards.slice(1)) expect((await link(memberId, card)).status).toBe(201);
  const second = await startSecondEngine();
  let bought = 0;
  const strangers: string[] = [];
  await inParallel(
    Array.from({ length: receipts }, (_, n) => n),
    tills,
    async (n) => {
      const { body } = await buy(cards[n % cards.length] ?? memberRef);
      if (body.memberId !== memberId) strangers.push(body.memberId);
      bought += 1;
      if (bought === Math.floor(receipts / 2)) second.killSecond();
    },
  );
  await second.stop();
  expect(strangers).toEqual([]);
  const { body: member } = await shop.live.get(`/members/${memberId}`);
  expect(member.pointsBalance).toBe(receipts * 100);
  const entries = await ledgerOf(memberId);
  const expected = Array.from({ length: receipts }, (_, n) => (receipts - n) * 100);
  expect(entries.map(({ balanceAfter }) => balanceAfter)).toEqual(expected);
});

test('▲ a card that is linked at the instant of its first receipt belongs to one member, and each receipt is stored once (D345)', async () => {
  const races = sizeOf(100, 500);
  const counts = { linked: 0, taken: 0 };
  const wrong: unknown[] = [];
  await inParallel(
    Array.from({ length: races }, (_, n) => n),
    16,
    async () => {
      const { memberId } = await enrol();
      const card = `card-${randomUUID()}`;
      const [linked, bought] = await Promise.all([link(memberId, card), buy(card)]);
      const isLinked = linked.status === 201;
      counts[isLinked ? 'linked' : 'taken'] += 1;
      if (!isLinked && linked.body.code !== 'REFERENCE_TAKEN') wrong.push(linked.body);
      // By the link's own word the receipt is the member's, or that of whom it enrolled.
      if ((bought.body.memberId === memberId) !== isLinked) wrong.push([linked.body, bought.body]);
      const { body } = await shop.live.get(`/members?ref=${card}`);
      const [owner] = body.members;
      if (owner?.id !== bought.body.memberId || owner.pointsBalance !== 100) wrong.push([owner, bought.body]);
    },
  );
  expect(wrong).toEqual([]);
  expect(counts.linked).toBeGreaterThan(0);
  expect(counts.taken).toBeGreaterThan(0);
  const { code, stdout } = await loyaltyctl('check');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('✗')]);
});
