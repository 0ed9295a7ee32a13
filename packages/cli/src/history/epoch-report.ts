import { scalarsOf } from '@loyalty/history';
import type { SkippedCodes } from '@loyalty/configuration';
import type { EpochRecord, Ghost, StoredDifference } from '@loyalty/storage';
import { tableLines } from '../table.ts';

/** What is listed of an epoch. */
export interface EpochRows {
  readonly epoch: EpochRecord;
  readonly ghosts: readonly Ghost[];
  readonly differences: readonly StoredDifference[];
  readonly skippedCodes: readonly SkippedCodes[];
}

/** A fact that was told of a lost commit. */
const ghostOf = ({ id, tenantId, environmentId, type, occurredAtMs, data, outcome }: Ghost) => ({
  factId: id,
  tenantId,
  environmentId,
  type,
  occurredAt: new Date(occurredAtMs).toISOString(),
  outcome,
  // A write that is gone is made again by hand, from its body.
  said: type === 'management.written' ? data : scalarsOf(data),
});

/** The keys of `--json` are kept, in their order. */
const differenceOf = ({
  published,
  stored,
  pointsPublished,
  pointsStored,
  isBalanceOnly,
  outcome,
  ...key
}: StoredDifference) => ({
  ...key,
  pointsTold: pointsPublished,
  pointsStored,
  isBalanceOnly,
  outcome,
  told: scalarsOf(published),
  stored: stored === null ? null : scalarsOf(stored),
});

const isOpen = ({ outcome }: { readonly outcome: string | null }): boolean => outcome === null;

/** As `--json` prints it: what is open first, then what is for information. */
export const epochDocument = ({ epoch, ghosts, differences, skippedCodes }: EpochRows) => ({
  ...epoch,
  skippedCodes,
  open: {
    ghosts: ghosts.filter(isOpen).map(ghostOf),
    differences: differences.filter(isOpen).map(differenceOf),
  },
  settled: {
    ghosts: ghosts.filter((one) => !isOpen(one)).map(ghostOf),
    differences: differences.filter((one) => !isOpen(one)).map(differenceOf),
  },
});

/** Lines of each kind that a person is shown. */
const shownMax = 50;

/** As a person reads it. */
export const epochLines = ({ epoch, ghosts, differences, skippedCodes }: EpochRows): string[] => {
  const [openGhosts, openDifferences] = [ghosts.filter(isOpen), differences.filter(isOpen)];
  const toldAgain = ghosts.filter(({ outcome }) => outcome === 'TOLD_AGAIN').length;
  return [
    `Epoch ${epoch.epoch}, raised ${epoch.raisedAt.toISOString()}; commits survived until ${epoch.branchedAt.toISOString()}.`,
    ...(epoch.isComplete ? [] : ['More was told than is kept: this list is incomplete.']),
    ...(epoch.leftOut === 0
      ? []
      : [
          `${epoch.leftOut.toString()} revocations, suspensions or deletions were too many to be done again: look for them in loyalty.facts.`,
        ]),
    ...section(
      'Told, and nothing came of it',
      ['fact', 'environment', 'type', 'of'],
      openGhosts.map(ghostRow),
    ),
    ...section(
      'Answered otherwise',
      ['environment', 'operation', 'ref', 'points told', 'points stored', 'refused'],
      openDifferences.map(differenceRow),
    ),
    ...section(
      'Codes of pools that nobody else is given',
      ['environment', 'pool', 'told', 'of which no fact tells', 'places'],
      skippedCodes.map(skippedRow),
    ),
    `For information: ${(differences.length - openDifferences.length).toString()} answers that need nothing (only balances differ, ` +
      `or somebody settled them), ${toldAgain.toString()} facts that were told again under another id.`,
  ];
};

const section = (
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string[] => {
  if (rows.length === 0) return [`${title}: none.`];
  const more = rows.length > shownMax ? [`… (--json lists all)`] : [];
  return [
    `${title}: ${rows.length.toString()}.`,
    ...tableLines(header, rows.slice(0, shownMax)).map((line) => `  ${line}`),
    ...more,
  ];
};

const ghostRow = ({ id, environmentId, type, data }: Ghost): string[] => {
  const of =
    data['transactionRef'] ??
    data['ref'] ??
    data['entityId'] ??
    data['rewardId'] ??
    data['memberId'] ??
    data['campaignId'];
  return [id, environmentId.toString(), type, typeof of === 'string' ? of : ''];
};

const skippedRow = ({ environmentId, pool, told, untold, firstPlace, lastPlace }: SkippedCodes): string[] => [
  environmentId.toString(),
  pool,
  told.toString(),
  untold.toString(),
  `${firstPlace.toString()} to ${lastPlace.toString()}`,
];

const differenceRow = ({ environmentId, operation, ref, refusal, ...points }: StoredDifference): string[] => [
  environmentId.toString(),
  operation,
  ref,
  points.pointsPublished.toString(),
  points.pointsStored.toString(),
  refusal ?? '',
];
