import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@loyalty/contracts';
import { printLine } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { readCodes, type GivenCodes } from '../judges/codes.ts';
import type { Options } from '../options.ts';
import type { RestoredStack } from '../servers/restored-stack.ts';
import { writeBeforehand, writeToLose, type Beforehand, type LostWrites } from './lost-writes.ts';
import { openShop, type Shop } from './shop.ts';
import { Tills, type Acknowledged } from './tills.ts';

/** Everything that callers, members and operators know when the database is lost. */
export interface Known {
  readonly shop: Shop;
  readonly beforehand: Beforehand;
  /** The time to which the database will be restored, by its own clock. */
  readonly since: Date;
  /** The time at which the database was lost, by its own clock. */
  readonly lostAt: Date;
  readonly acknowledged: readonly Acknowledged[];
  readonly lost: LostWrites;
  readonly codes: GivenCodes;
}

/** Commits end some milliseconds before their responses come. */
const gapMs = 1_000;

/** Lives with a database that is backed up, and loses it: its data are deleted under running services. */
export const liveAndLose = async (
  stack: RestoredStack,
  { kafka, rate, seconds }: Options,
  erasuresFile: string,
): Promise<Known> => {
  const { postgres } = stack;
  await stack.startServices(serviceNames);
  const shop = await openShop(stack);
  const beforehand = await writeBeforehand(stack, shop);
  const tills = new Tills(stack, shop);
  await tills.fund();
  const backingUp = postgres.backUp();
  await tills.run(seconds / 2, rate);
  await backingUp;
  if (kafka === 'behind') stack.kafkaCopy.take();
  await tills.run(seconds / 2, rate);
  await untilQuiet(stack);
  const since = await postgres.now();
  await pause(gapMs);
  const [lost] = await Promise.all([writeToLose(stack, shop, beforehand), tills.run(seconds, rate)]);
  await untilQuiet(stack);
  await stack.loyaltyctl('erasures', 'export', erasuresFile);
  const codes = await readCodes(postgres);
  await postgres.archiveAll();
  const lostAt = await postgres.now();
  await postgres.destroy();
  printLine(
    `${tills.acknowledged.length.toString()} requests were acknowledged, ${codes.size.toString()} codes given; others: ` +
      `${[...tills.others].map(([what, count]) => `${what} ${count.toString()} times`).join(', ') || 'none'}. Postgres is lost.`,
  );
  return { shop, beforehand, since, lostAt, acknowledged: tills.acknowledged, lost, codes };
};

/** Waits until every fact is published and every reward has its code: what is not published is not known to anybody. */
const untilQuiet = ({ postgres }: RestoredStack): Promise<void> =>
  eventually('facts are published and codes are given', async () => {
    const [row] = await postgres.query<{ left: string }>(
      `SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM rewards WHERE state = 'PENDING_FULFILMENT') AS left`,
    );
    return row?.left === '0';
  });
