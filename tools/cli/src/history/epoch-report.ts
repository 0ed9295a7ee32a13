import { scalarsOf } from '@loyalty/history/responses';
import type { EpochRecord, Ghost, StoredDifference } from '@loyalty/storage/history';
import type { SkippedCodes } from '@loyalty/tables/skipped-codes';
import { tableLines } from '../terminal.ts';

interface EpochRows {
  readonly epoch: EpochRecord;
  readonly ghosts: readonly Ghost[];
  readonly differences: readonly StoredDifference[];
  readonly skippedCodes: readonly SkippedCodes[];
}

/** Returns the document of an epoch, with open rows first and then settled ones. */
export const epochDocument = ({ epoch, ghosts, differences, skippedCodes }: EpochRows) => ({
  ...epoch,
  skippedCodes: skippedCodes.map(skippedCodesOf),
  open: {
    ghosts: ghosts.filter(isOpen).map(ghostOf),
    differences: differences.filter(isOpen).map(differenceOf),
  },
  settled: {
    ghosts: ghosts.filter((one) => !isOpen(one)).map(ghostOf),
    differences: differences.filter((one) => !isOpen(one)).map(differenceOf),
  },
});

const isOpen = ({ outcome }: { readonly outcome: string | null }): boolean => outcome === null;

const ghostOf = ({ id, tenantId, environmentId, type, occurredAtMs, data, outcome }: Ghost) => ({
  factId: id,
  tenantId,
  environmentId,
  type,
  occurredAt: new Date(occurredAtMs).toISOString(),
  outcome,
  // A person repeats a lost write from its body.
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

const skippedCodesOf = ({ published, unpublished, ...skipped }: SkippedCodes) => ({
  environmentId: skipped.environmentId,
  poolId: skipped.poolId,
  pool: skipped.pool,
  told: published,
  untold: unpublished,
  firstPlace: skipped.firstPlace,
  lastPlace: skipped.lastPlace,
});

const shownMax = 50;

export const epochLines = ({ epoch, ghosts, differences, skippedCodes }: EpochRows): string[] => {
  const [openGhosts, openDifferences] = [ghosts.filter(isOpen), differences.filter(isOpen)];
  const republished = ghosts.filter(({ outcome }) => outcome === 'TOLD_AGAIN').length;
  return [
    `Epoch ${epoch.epoch} began at ${epoch.raisedAt.toISOString()}; commits up to ${epoch.branchedAt.toISOString()} survived.`,
    ...(epoch.isComplete
      ? []
      : ['More facts were published than could be recorded, so this list is incomplete.']),
    ...(epoch.leftOut === 0
      ? []
      : [
          `${epoch.leftOut.toString()} revocations, suspensions or deletions were too many to be repeated: look for them in loyalty.facts.`,
        ]),
    ...(epoch.membersLeftOut === 0
      ? []
      : [
          `${epoch.membersLeftOut.toString()} members were too many to be recorded, so they may be enrolled again with other ids.`,
        ]),
    ...section(
      'Published facts without a stored effect',
      ['fact', 'environment', 'type', 'subject'],
      openGhosts.map(ghostRow),
    ),
    ...section(
      'Facts that are stored with a different result',
      ['environment', 'operation', 'ref', 'points published', 'points stored', 'refused'],
      openDifferences.map(differenceRow),
    ),
    ...section(
      'Codes of pools that were skipped and are not given to any reward',
      ['environment', 'pool', 'published', 'unpublished', 'places'],
      skippedCodes.map(skippedRow),
    ),
    `For information: ${(differences.length - openDifferences.length).toString()} responses need no action (only their balances differ, ` +
      `or a person settled them); ${republished.toString()} facts were published again with another id.`,
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

const skippedRow = ({
  environmentId,
  pool,
  published,
  unpublished,
  firstPlace,
  lastPlace,
}: SkippedCodes): string[] => [
  environmentId.toString(),
  pool,
  published.toString(),
  unpublished.toString(),
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
