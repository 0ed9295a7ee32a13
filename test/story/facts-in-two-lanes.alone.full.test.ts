import { followerServices } from '@loyalty/contracts';
import { readLocalStack } from '@loyalty/stack';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { distinctFacts, readFacts, type ReadFact } from '../support/read-facts.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import {
  buyAtTill,
  buyInBulk,
  openTwoLaneShop,
  topicsOfReceipts,
  untilPublished,
  type TwoLaneShop,
} from '../support/two-lane-shop.ts';

/** The queue of a follower holds 2,000 records, which may have been fetched before the facts of the till. */
const streamed = sizeOf(4_000, 10_000);
const till = 'till-1';
const patience = { everyMs: 250 };
const stored = openStoredRows();
afterAll(() => stored.close());

const signalFollowers = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
  for (const name of followerServices) {
    const { pid = null } = readLocalStack().services[name] ?? {};
    if (pid === null) throw new Error(`${name} does not run`);
    process.kill(pid, signal);
  }
};

/** Runs `work` while no follower reads anything: facts pile up in Kafka. */
const whileFollowersStand = async (work: () => Promise<void>): Promise<void> => {
  signalFollowers('SIGSTOP');
  try {
    await work();
  } finally {
    signalFollowers('SIGCONT');
  }
};

interface Counts {
  readonly tiers: number;
  readonly codes: number;
  readonly members: number;
}

/** Counts the members with a tier, the issued rewards and the members of the segment. */
const countsOf = async ({ tenant, segmentId }: TwoLaneShop): Promise<Counts> => {
  const [row] = await stored.rowsOf<Counts>(
    `WITH live AS (SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live')
     SELECT (SELECT count(*)::int FROM members WHERE environment_id = (TABLE live) AND tier_id IS NOT NULL) AS tiers,
            (SELECT count(*)::int FROM rewards WHERE environment_id = (TABLE live) AND state = 'ISSUED') AS codes,
            (SELECT count(*)::int FROM segment_members WHERE segment_id = $2) AS members`,
    [tenant.tenantId, segmentId],
  );
  return row ?? { tiers: 0, codes: 0, members: 0 };
};

/** Waits until everything that so many receipts lead to is there, and no more of it. */
const untilServed = async (shop: TwoLaneShop, receipts: number): Promise<void> => {
  const isServed = async (): Promise<boolean> => {
    const { tiers, codes, members } = await countsOf(shop);
    const delivered = new Set(shop.receiver.received.map(({ event }) => event.id)).size;
    return Math.min(tiers, codes, members, delivered) === receipts;
  };
  await eventually('everything that follows is there', isServed, patience);
  expect(await countsOf(shop)).toEqual({ tiers: receipts, codes: receipts, members: receipts });
};

/** Returns how many facts of the bulk topic the broker appended before the one on the topic of tills. */
const bulkBefore = (facts: readonly ReadFact[], type: string): number => {
  const all = distinctFacts(facts, type);
  const [ofTill] = all.filter(({ topic }) => topic === 'loyalty.facts');
  const bulk = all.filter(({ topic }) => topic === 'loyalty.facts-bulk');
  expect([type, ofTill === undefined, bulk.length]).toEqual([type, false, streamed]);
  return bulk.filter(({ appendedAtMs }) => appendedAtMs < (ofTill?.appendedAtMs ?? 0)).length;
};

/** Returns how many members of bulk receipts entered the segment in a transaction before that of the till's. */
const membersBefore = async ({ tenant, segmentId }: TwoLaneShop): Promise<number> => {
  const [row] = await stored.rowsOf<{ before: number }>(
    `WITH entered AS (
       SELECT m.external_ref AS ref, s.xmin::text::bigint AS at
         FROM segment_members s JOIN members m ON m.environment_id = s.environment_id AND m.id = s.member_id
        WHERE s.segment_id = $1 AND m.environment_id = (SELECT id FROM environments WHERE tenant_id = $2 AND mode = 'live'))
     SELECT count(*)::int AS before FROM entered WHERE at < (SELECT at FROM entered WHERE ref = $3)`,
    [segmentId, tenant.tenantId, `member-of-${till}`],
  );
  return row?.before ?? Infinity;
};

const deliveriesBefore = ({ receiver }: TwoLaneShop): number =>
  receiver.received.findIndex(({ event }) => event.data['transactionRef'] === till);

test('▲ whatever a till’s receipt leads to comes before the backlog of a stream, and everything comes once (D118)', async () => {
  const [streaming, other] = [await openTwoLaneShop('Streams'), await openTwoLaneShop('Beside it')];
  await whileFollowersStand(async () => {
    await buyInBulk(streaming, streamed);
    // After all of the stream, at the same tenant and at another.
    await buyAtTill(streaming, till);
    await buyAtTill(other, till);
    await untilPublished(streaming, streamed + 1);
    await untilPublished(other, 1);
  });
  await untilServed(other, 1);
  await untilServed(streaming, streamed + 1);

  const facts = await readFacts(streaming.tenant.tenantId);
  expect(topicsOfReceipts(facts)).toEqual({ tills: ['loyalty.facts'], bulk: ['loyalty.facts-bulk'] });
  expect(distinctFacts(facts, 'transaction.processed')).toHaveLength(streamed + 1);
  const before = {
    tiers: bulkBefore(facts, 'member.tier_changed'),
    codes: bulkBefore(facts, 'reward.issued'),
    members: await membersBefore(streaming),
    deliveries: deliveriesBefore(streaming),
  };
  for (const [what, count] of Object.entries(before))
    expect([what, count < streamed / 2]).toEqual([what, true]);
  const deliveries = [streaming, other].flatMap(({ receiver }) => receiver.faults);
  expect(deliveries).toEqual([]);
  for (const { receiver } of [streaming, other]) await receiver.close();
});
