import { createHash } from 'node:crypto';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import { readTenantIds } from '@loyalty/configuration';
import {
  noteHonoured,
  readOpenDifferences,
  type Database,
  type Queryable,
  type StoredDifference,
  type Transaction,
} from '@loyalty/storage';
import {
  createAdjustPoints,
  type AdjustOrder,
  type AdjustOutcome,
  type PointsAdjusted,
} from '@loyalty/accounts';

export interface HonourPorts {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  /** Tells of an adjustment in the transaction that makes it true. */
  readonly tell: (tx: Transaction, adjusted: PointsAdjusted) => Promise<void>;
  /** Called behind some of them, and behind the last. */
  readonly onPage: () => Promise<void>;
}

/** Why a difference stays as it is. */
export type LeftReason =
  | 'NOTHING_LACKS'
  | 'MEMBER_UNKNOWN'
  | 'MEMBER_ERASED'
  | 'REF_TAKEN'
  | 'TOO_MANY_LOTS'
  | 'POINTS_OVERFLOW'
  | 'INSUFFICIENT_POINTS'
  | 'CHANGED';

/** A difference that stays open. */
export interface LeftDifference extends Pick<
  StoredDifference,
  'environmentId' | 'operation' | 'ref' | 'memberId'
> {
  /** Told minus stored. */
  readonly points: number;
  readonly why: LeftReason;
}

/** What was booked, or would be. */
export interface HonourReport {
  readonly booked: number;
  readonly points: number;
  /** How many lack points and could not be given them. */
  readonly failed: number;
  readonly leftTotal: number;
  /** The first thousand of them. */
  readonly left: readonly LeftDifference[];
}

/** Judges one difference: null when its points are booked. */
type Judge = (difference: StoredDifference) => Promise<LeftReason | null> | LeftReason | null;

/** What {@link honourDifferences} would do, as far as the differences themselves say. */
export const previewHonour = (db: Queryable, epoch: string): Promise<HonourReport> =>
  walk(db, epoch, { judge: whyLeft, onPage: () => Promise.resolve() });

/**
 * Books the points that members were told before an epoch and have not, as adjustments. A difference is closed in the transaction that books it:
 * each is booked once, however often this is done and wherever it ends. Those that lack nothing are left.
 */
export const honourDifferences = (ports: HonourPorts, epoch: string): Promise<HonourReport> =>
  walk(ports.db, epoch, {
    judge: async (difference) => whyLeft(difference) ?? (await book(ports, difference)),
    onPage: ports.onPage,
  });

const pageSize = 200;
/** More are not held in memory; whoever wants all lists the epoch. */
const listedMax = 1_000;

const walk = async (
  db: Queryable,
  epoch: string,
  { judge, onPage }: { readonly judge: Judge; readonly onPage: () => Promise<void> },
): Promise<HonourReport> => {
  const report = { booked: 0, points: 0, failed: 0, leftTotal: 0, left: [] as LeftDifference[] };
  let after: StoredDifference | null = null;
  for (;;) {
    const page: StoredDifference[] = await readOpenDifferences(db, epoch, { after, limit: pageSize });
    for (const difference of page) note(report, difference, await judge(difference));
    if (page.length > 0) await onPage();
    if (page.length < pageSize) return report;
    after = page.at(-1) ?? null;
  }
};

type Tally = Record<Exclude<keyof HonourReport, 'left'>, number> & { readonly left: LeftDifference[] };

const note = (report: Tally, difference: StoredDifference, why: LeftReason | null): void => {
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

/** Rolls an adjustment back: the difference is settled, or another one by now. */
class Changed extends Error {
  override readonly name = 'Changed';
}

const book = async (
  { db, clock, tell }: HonourPorts,
  difference: StoredDifference,
): Promise<LeftReason | null> => {
  const adjustPoints = createAdjustPoints({
    db,
    clock,
    tell: async (tx, adjusted) => {
      if (!(await noteHonoured(tx, difference))) throw new Changed();
      await tell(tx, adjusted);
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
    // The difference would be settled if it was by us.
    case 'repeated':
      return 'REF_TAKEN';
    case 'not-found':
      return 'MEMBER_UNKNOWN';
    case 'erased':
      return 'MEMBER_ERASED';
    case 'too-many-lots':
      return 'TOO_MANY_LOTS';
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

/** As long as a reference may be, in code points. */
const refMax = 255;

/** `history:<epoch>:<ref>`; other operations than receipts, which have names of their own, stand before the reference. */
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
