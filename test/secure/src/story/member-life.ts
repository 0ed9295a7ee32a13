import { randomUUID } from 'node:crypto';
import { eventually } from '@loyalty/testkit/runs';
import type { Receiver } from './receiver.ts';
import { eventKey, pointsEach, receiptOf, type Shop } from './shop.ts';

/** The life of one new member; returns what is wrong with it. */
export const liveOnce = async (shop: Shop, receiver: Receiver): Promise<readonly string[]> => {
  const memberRef = `member-${randomUUID()}`;
  return [...(await spend(shop, memberRef)), ...(await follow(shop, memberRef, receiver))];
};

interface Earned {
  readonly memberId: string;
  readonly pointsAwarded: number;
}

/** Calls the engines, and compares what each gives. */
const spend = async ({ api }: Shop, memberRef: string): Promise<readonly string[]> => {
  const evaluated = await api.ask<Earned>('POST', '/transactions/evaluate', receiptOf(memberRef));
  const bulk = await api.ask<{ results: readonly { status: number; body?: Earned }[] }>(
    'POST',
    '/transactions/evaluate/bulk',
    { items: [receiptOf(memberRef), receiptOf(memberRef)] },
  );
  const event = { eventKey, ref: randomUUID(), payload: { customerId: memberRef } };
  const happened = await api.ask<Earned>('POST', '/events', event);
  const order = { transactionRef: randomUUID(), memberRef, amount: 10_000, pointsRequested: 50 };
  const redeemed = await api.ask<{ pointsRedeemed: number; balanceAfter: number }>(
    'POST',
    '/transactions/redeem',
    order,
  );
  return differences({
    evaluate: [evaluated.pointsAwarded, pointsEach.receipt],
    bulk: [bulk.results.map(({ body }) => body?.pointsAwarded), [pointsEach.receipt, pointsEach.receipt]],
    event: [happened.pointsAwarded, pointsEach.event],
    redeem: [redeemed.pointsRedeemed, 50],
    balance: [redeemed.balanceAfter, 3 * pointsEach.receipt + pointsEach.event - 50],
  });
};

const differences = (results: Readonly<Record<string, readonly [unknown, unknown]>>): readonly string[] =>
  Object.entries(results)
    .filter(([, [is, must]]) => JSON.stringify(is) !== JSON.stringify(must))
    .map(([what, [is, must]]) => `${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(must)}`);

interface Found {
  readonly rewards: readonly { readonly state: string; readonly value: { readonly code?: string } }[];
}

/** Waits a minute at most for each service that follows. */
const follow = async (
  { api, segmentId, tierId }: Shop,
  memberRef: string,
  { faultless }: Receiver,
): Promise<readonly string[]> => {
  const { members } = await api.ask<{ members: readonly { id: string }[] }>(
    'GET',
    `/members?ref=${memberRef}`,
  );
  const id = members[0]?.id ?? '';
  const hasEvent = (event: string): boolean =>
    faultless.some((body) => body.includes(`"${event}"`) && body.includes(id));
  const isCoded = async (): Promise<boolean> => {
    const { rewards } = await api.ask<Found>('GET', `/members/${id}/rewards`);
    return rewards.length === 3 && rewards.every(({ value }) => value.code !== undefined);
  };
  const isIn = async (): Promise<boolean> =>
    (await api.call('GET', `/segments/${segmentId}/members?limit=200`)).text.includes(id);
  const hasTier = async (): Promise<boolean> =>
    (await api.call('GET', `/members/${id}`)).text.includes(tierId) && hasEvent('member.tier_changed');
  return (
    await Promise.all([
      arrives('the tier was not announced', hasTier),
      arrives('the segment does not have the member', isIn),
      arrives('the rewards have no codes', isCoded),
      arrives('the receipt came to no endpoint', () => hasEvent('transaction.processed')),
      arrives('the redeem came to no endpoint', () => hasEvent('transaction.redeemed')),
    ])
  ).flat();
};

const arrives = (otherwise: string, holds: () => boolean | Promise<boolean>): Promise<readonly string[]> =>
  eventually(otherwise, holds, { everyMs: 100 }).then(
    () => [],
    () => [otherwise],
  );
