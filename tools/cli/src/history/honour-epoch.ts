import { honourDifferences, type HonourReport } from '@loyalty/history/differences';
import { randomId, systemClock, type TenantId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { readEpochState } from '@loyalty/storage/history';
import { insertOutbox, noOwner } from '@loyalty/storage/outbox';
import { packMessages } from '@loyalty/streams/outbox';
import { adjustedFactOf } from '@loyalty/tables/ledger';
import { authorOfOperator, factWriterOf, noteCommand, untilPublished } from '../published-writes.ts';
import type { CommandContext } from '../session.ts';
import { tableLines } from '../terminal.ts';

/**
 * Honours the differences of an epoch. Resolves once Kafka has all facts about it, so that a database that
 * loses the bookings again reports them.
 */
export const honourEpoch = async (
  task: CommandContext,
  db: Database,
  epoch: string,
): Promise<HonourReport> => {
  const writer = await factWriterOf(task);
  const present = (await readEpochState(db)).epoch;
  let outboxIds: number[] = [];
  return honourDifferences(
    {
      db,
      clock: systemClock,
      author: authorOfOperator(task),
      publish: async (tx, adjusted) => {
        const content = {
          id: randomId(),
          snapshot: { ...adjusted.scope, tenantId: adjusted.scope.tenantId as TenantId },
          key: adjusted.member.memberKey.toString('base64url'),
          occurredAtMs: systemClock.now(),
          ledgerSeq: adjusted.ledgerSeq,
          fact: adjustedFactOf(adjusted),
        };
        const fact = writer.factOf(content, 'bulk');
        const { scope, member, points, ref } = adjusted;
        await noteCommand(tx, task, {
          environmentId: scope.environmentId,
          action: 'member.points_adjusted',
          objectId: member.account.memberId,
          objectName: null,
          changes: Object.entries({ points, ref }).map(([name, to]) => ({
            pointer: `/${name}`,
            from: null,
            to,
          })),
        });
        outboxIds.push(await insertOutbox(tx, noOwner, packMessages([fact])));
      },
      onChunk: async () => {
        await untilPublished(db, outboxIds, present);
        outboxIds = [];
      },
    },
    epoch,
  );
};

const shownMax = 50;

export const honourLines = (
  { booked, points, leftTotal, left }: HonourReport,
  isHonoured: boolean,
): string[] => {
  const what = `${points.toString()} points in ${booked.toString()} adjustments`;
  const wayOn = booked > 0 ? ' Pass --honour to write them.' : '';
  return [
    isHonoured ? `Written: ${what}.` : `To be written: ${what}.${wayOn}`,
    leftTotal === 0 ? 'No member was left out.' : `Left unchanged: ${leftTotal.toString()}.`,
    ...leftLines(left.slice(0, shownMax)),
    ...(leftTotal > shownMax ? ['  … (--json lists the first 1,000)'] : []),
  ];
};

const leftLines = (left: HonourReport['left']): string[] => {
  if (left.length === 0) return [];
  const rows = left.map(({ environmentId, operation, ref, points, why }) => [
    environmentId.toString(),
    operation,
    ref,
    points.toString(),
    why,
  ]);
  return tableLines(['environment', 'operation', 'ref', 'points', 'why'], rows).map((line) => `  ${line}`);
};
