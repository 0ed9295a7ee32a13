import { createHash } from 'node:crypto';
import { type Clock, type EnvironmentId, Fault } from '@loyalty/kernel';
import type { Database, Queryable, Transaction } from '@loyalty/storage';
import { noteHonoured, readOpenDifferences, type StoredDifference } from '@loyalty/storage/history';
import {
  type AdjustOrder,
  type AdjustOutcome,
  createAdjustPoints,
  type PointsAdjusted,
} from '@loyalty/tables/ledger';
import { readTenantIds } from '@loyalty/tables/tenants';

interface HonourPorts {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  /** The bytes are those of `authorBytesOf` (D303). */
  readonly author: Buffer;
  /** Publishes an adjustment in the transaction that books it. */
  readonly publish: (tx: Transaction, adjusted: PointsAdjusted) => Promise<void>;
  /** Called after each chunk of differences, also the last. */
  readonly onChunk: () => Promise<void>;
}

type LeftReason =
  | 'NOTHING_LACKS'
  | 'MEMBER_UNKNOWN'
  | 'MEMBER_ERASED'
  | 'REF_TAKEN'
  | 'TOO_MANY_LOTS'
  | 'POINTS_OVERFLOW'
  | 'INSUFFICIENT_POINTS'
  | 'CHANGED';

interface LeftDifference extends Pick<StoredDifference, 'environmentId' | 'operation' | 'ref' | 'memberId'> {
  /** These are the published points minus the stored ones. */
  readonly points: number;
  readonly why: LeftReason;
}

export interface HonourReport {
  readonly booked: number;
  readonly points: number;
  readonly failed: number;
  readonly leftTotal: number;
  readonly left: readonly LeftDifference[];
}

type DifferenceJudge = (difference: StoredDifference) => Promise<LeftReason | null> | LeftReason | null;

/** Returns the report that {@link honourDifferences} would give, as far as the differences alone show. */
export const previewHonour = (db: Queryable, epoch: string): Promise<HonourReport> =>
  walk(db, epoch, { judge: whyLeft, onChunk: () => Promise.resolve() });

/**
 * Books the differences of an epoch. The transaction that books a difference also closes it, so each is
 * booked once even if this function runs again.
 */
export const honourDifferences = (ports: HonourPorts, epoch: string): Promise<HonourReport> =>
  walk(ports.db, epoch, {
    judge: async (difference) => whyLeft(difference) ?? (await book(ports, difference)),
    onChunk: ports.onChunk,
  });

const chunkSize = 200;
/** The report names no more of them; the list of the epoch has all. */
const listedMax = 1_000;

const walk = async (
  db: Queryable,
  epoch: string,
  { judge, onChunk }: { readonly judge: DifferenceJudge; readonly onChunk: () => Promise<void> },
): Promise<HonourReport> => {
  const report = { booked: 0, points: 0, failed: 0, leftTotal: 0, left: [] as LeftDifference[] };
  let after: StoredDifference | null = null;
  for (;;) {
    const chunk: StoredDifference[] = await readOpenDifferences(db, epoch, { after, limit: chunkSize });
    for (const difference of chunk) note(report, difference, await judge(difference));
    if (chunk.length > 0) await onChunk();
    if (chunk.length < chunkSize) return report;
    after = chunk.at(-1) ?? null;
  }
};

type HonourTally = Record<Exclude<keyof HonourReport, 'left'>, number> & { readonly left: LeftDifference[] };

const note = (report: HonourTally, difference: StoredDifference, why: LeftReason | null): void => {
  const points = lackingIn(difference);
  if (why === null) {
    report.booked += 1;
    report.points += points;
    return;
  }
  report.leftTotal += 1;
  if (points > 0) report.failed += 1;
  const { environmentId, operation, ref, memberId } = difference;
  if (report.left.length < listedMax)
    report.left.push({ environmentId, operation, ref, memberId, points, why });
};

const lackingIn = ({ pointsPublished, pointsStored }: StoredDifference): number =>
  pointsPublished - pointsStored;

const whyLeft = (difference: StoredDifference): LeftReason | null => {
  if (lackingIn(difference) <= 0) return 'NOTHING_LACKS';
  return difference.memberId === null ? 'MEMBER_UNKNOWN' : null;
};

/** Rolls an adjustment back, because the difference was settled or changed meanwhile. */
class Changed extends Error {
  override readonly name = 'Changed';
}

const book = async (
  { db, clock, author, publish }: HonourPorts,
  difference: StoredDifference,
): Promise<LeftReason | null> => {
  const adjustPoints = createAdjustPoints({
    db,
    clock,
    author,
    publish: async (tx, adjusted) => {
      if (!(await noteHonoured(tx, difference))) throw new Changed();
      await publish(tx, adjusted);
    },
  });
  const scope = await scopeOf(db, difference.environmentId);
  if (scope === null) return 'MEMBER_UNKNOWN';
  try {
    return reasonOf(await adjustPoints(scope, orderOf(difference)));
  } catch (failure) {
    if (failure instanceof Changed) return 'CHANGED';
    throw failure;
  }
};

const scopeOf = async (db: Queryable, environmentId: EnvironmentId) => {
  const tenantId = (await readTenantIds(db, [environmentId])).get(environmentId);
  return tenantId === undefined ? null : { environmentId, tenantId };
};

const reasonOf = (outcome: AdjustOutcome): LeftReason | null => {
  switch (outcome.outcome) {
    case 'adjusted':
      return null;
    // An adjustment of this package would have settled the difference.
    case 'repeated':
    case 'of-another':
      return 'REF_TAKEN';
    case 'not-found':
      return 'MEMBER_UNKNOWN';
    case 'erased':
      return 'MEMBER_ERASED';
    case 'too-many-lots':
      return 'TOO_MANY_LOTS';
    case 'over-day-limit':
      throw new Fault('CAP_UNASKED', 'an adjustment without a cap was refused by one');
    case 'refused':
      return outcome.code;
  }
};

const orderOf = (difference: StoredDifference): AdjustOrder => ({
  memberId: difference.memberId ?? '',
  points: lackingIn(difference),
  reason: `Promised before the database lost it (${difference.operation})`,
  ref: honourRefOf(difference),
  expiresAtMs: null,
});

/** The maximum length of a reference, in code points. */
const refMax = 255;

/**
 * Returns the reference `history:<epoch>:<ref>`; any operation except `evaluate` stands before the reference.
 * A long reference is hashed.
 */
export const honourRefOf = ({
  epoch,
  operation,
  ref,
}: Pick<StoredDifference, 'epoch' | 'operation' | 'ref'>): string => {
  const head = operation === 'evaluate' ? `history:${epoch}:` : `history:${epoch}:${operation}:`;
  const whole = head + ref;
  if (Array.from(whole).length <= refMax) return whole;
  return head + createHash('sha256').update(ref).digest('hex');
};
