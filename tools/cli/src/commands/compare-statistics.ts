import {
  requestRefresh,
  compareFigures,
  readMembersBehind,
  rebuildFigures,
  type FigureComparison,
} from '@loyalty/accounts';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { readDynamicSegmentIds } from '@loyalty/configuration';
import { type Database, writeTransaction } from '@loyalty/storage';

/** The members whose figures are compared with their receipts, and whether they are repaired. */
export interface StatisticsPlan {
  readonly environmentId: EnvironmentId;
  /** Null: every member of the environment. */
  readonly memberId: string | null;
  readonly repairs: boolean;
}

/** The result; `--json` prints it. */
export interface StatisticsReport {
  readonly members: number;
  /** The number of members whose figures differed. */
  readonly wrong: number;
  /** At most five of them. */
  readonly examples: readonly string[];
  /** True when they were repaired. */
  readonly repaired: boolean;
  /** Receipts from before there were figures, and the number of their members, who are left unchanged. */
  readonly untoldReceipts: number;
  readonly untoldMembers: number;
  /** The reason why the run is incomplete, in a sentence; null when it is complete. */
  readonly unfinished: string | null;
}

/** The counts so far. */
export interface StatisticsCounts {
  members: number;
  wrong: number;
  untoldReceipts: number;
  untoldMembers: number;
  readonly examples: string[];
}

export const noCounts = (): StatisticsCounts => ({
  members: 0,
  wrong: 0,
  untoldReceipts: 0,
  untoldMembers: 0,
  examples: [],
});

/** Receipts of these members wait while their figures are repaired. */
const lotSize = 200;
const examplesMax = 5;

/**
 * Compares the members in order of their ids, in chunks of one transaction each, until the end or until a person stops it. A repeat
 * changes nothing. A repair requests a refresh of DYNAMIC segments at the end, even without differences: an earlier run may have
 * stopped before.
 */
export const compareStatistics = async (
  db: Database,
  plan: StatisticsPlan,
  { counts, stop }: { readonly counts: StatisticsCounts; readonly stop: AbortSignal },
): Promise<void> => {
  for await (const memberIds of lotsOf(db, plan)) {
    if (stop.aborted) break;
    note(counts, memberIds, await compareLot(db, plan, memberIds));
  }
  const { environmentId, repairs } = plan;
  if (repairs) await requestRefresh(db, environmentId, await readDynamicSegmentIds(db, environmentId));
};

async function* lotsOf(
  db: Database,
  { environmentId, memberId }: StatisticsPlan,
): AsyncGenerator<readonly string[]> {
  if (memberId !== null) {
    yield [memberId];
    return;
  }
  let afterId: MemberId | null = null;
  for (;;) {
    const lot: MemberId[] = await readMembersBehind(db, environmentId, { afterId, size: lotSize });
    afterId = lot.at(-1) ?? null;
    if (afterId === null) return;
    yield lot;
  }
}

const compareLot = (
  db: Database,
  { environmentId, repairs }: StatisticsPlan,
  memberIds: readonly string[],
): Promise<FigureComparison> =>
  repairs
    ? writeTransaction(db, (tx) => rebuildFigures(tx, { environmentId, memberIds }))
    : db.transaction((tx) => compareFigures(tx, { environmentId, memberIds }));

const note = (counts: StatisticsCounts, memberIds: readonly string[], found: FigureComparison): void => {
  counts.members += memberIds.length;
  counts.wrong += found.wrong.length;
  counts.untoldReceipts += found.uncountedReceipts;
  counts.untoldMembers += found.uncountedMembers;
  counts.examples.push(...found.wrong.slice(0, examplesMax - counts.examples.length));
};
