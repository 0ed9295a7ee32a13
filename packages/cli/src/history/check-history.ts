import type { InvariantFinding } from '@loyalty/accounts';
import { settleHistory } from '@loyalty/history';
import { countOpenRows, listEpochs, type Database, type EpochRecord } from '@loyalty/storage';

const examplesMax = 5;

/** What histories that are lost told is so by now, or somebody has settled it. */
export const checkHistory = async (db: Database): Promise<InvariantFinding> => {
  const { ghosts, differences } = await countOpenRows(db);
  if (ghosts + differences > 0) await settleHistory(db);
  const open = (await listEpochs(db)).filter((epoch) => openRowsOf(epoch) > 0);
  return {
    invariant: 'history',
    promise: 'what lost histories told is so, or was settled (loyaltyctl history)',
    violations: open.reduce((sum, epoch) => sum + openRowsOf(epoch), 0),
    examples: open
      .slice(0, examplesMax)
      .map((epoch) => `epoch ${epoch.epoch}: ${openRowsOf(epoch).toString()}`),
  };
};

/** What a person is to look at. */
export const openRowsOf = ({ openGhosts, openDifferences }: EpochRecord): number =>
  openGhosts + openDifferences;
