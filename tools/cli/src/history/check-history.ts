import type { InvariantFinding } from '@loyalty/accounts';
import { settleHistory } from '@loyalty/history';
import { countOpenRows, listEpochs, type Database, type EpochRecord } from '@loyalty/storage';

const examplesMax = 5;

/** Checks that all differences of lost histories are settled. */
export const checkHistory = async (db: Database): Promise<InvariantFinding> => {
  const { ghosts, differences } = await countOpenRows(db);
  if (ghosts + differences > 0) await settleHistory(db);
  const open = (await listEpochs(db)).filter((epoch) => openRowsOf(epoch) > 0);
  return {
    invariant: 'history',
    promise: 'the facts of lost histories are true, or were settled (loyaltyctl history)',
    violations: open.reduce((sum, epoch) => sum + openRowsOf(epoch), 0),
    examples: open
      .slice(0, examplesMax)
      .map((epoch) => `epoch ${epoch.epoch}: ${openRowsOf(epoch).toString()}`),
  };
};

/** The number of open rows that a person must check. */
export const openRowsOf = ({ openGhosts, openDifferences }: EpochRecord): number =>
  openGhosts + openDifferences;
