import { dayMs } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { expiryOf } from '../lots/points-expiry.ts';

export type PointsStep =
  | {
      readonly kind: 'give';
      readonly points: number;
      readonly rule: PointsExpiry;
      readonly isActive: boolean;
    }
  | { readonly kind: 'take'; readonly points: number }
  | { readonly kind: 'expire' };

export interface TimedStep {
  readonly step: PointsStep;
  readonly atMs: number;
}

interface Point {
  readonly lot: string;
  readonly slidingDays: number;
  readonly expiresAtMs: number | null;
  readonly givenAtMs: number;
}

/** A model without lots, books or entries: an array of single points. */
export interface Model {
  readonly points: readonly Point[];
  readonly activeAtMs: number | null;
}

const pointsOf = (step: Extract<PointsStep, { kind: 'give' }>, givenAtMs: number): Point[] => {
  const expiry = expiryOf(step.rule, givenAtMs, null);
  const { slidingDays = 0, expiresAtMs = null } = expiry ?? {};
  const day = expiresAtMs === null ? 0 : Math.floor(expiresAtMs / dayMs);
  const lot = expiry === null ? 'never' : `${slidingDays.toString()}/${day.toString()}`;
  return Array.from({ length: step.points }, () => ({ lot, slidingDays, expiresAtMs, givenAtMs }));
};

/** All points of a lot expire with the last of them; sliding days begin when a point is given. */
const dueOf = (point: Point, { points, activeAtMs }: Model): number => {
  if (point.lot === 'never') return Number.POSITIVE_INFINITY;
  const together = points.filter(({ lot }) => lot === point.lot);
  if (point.expiresAtMs !== null) return Math.max(...together.map(({ expiresAtMs }) => expiresAtMs ?? 0));
  const begins = Math.max(activeAtMs ?? 0, ...together.map(({ givenAtMs }) => givenAtMs));
  return begins + point.slidingDays * dayMs;
};

export const modelNext = (model: Model, { step, atMs }: TimedStep): Model => {
  const { points, activeAtMs } = model;
  switch (step.kind) {
    case 'give':
      return {
        points: [...points, ...pointsOf(step, atMs)],
        activeAtMs: step.isActive ? atMs : activeAtMs,
      };
    case 'take': {
      if (points.length < step.points) return model;
      const order = points
        .map((point) => ({ point, due: dueOf(point, model) }))
        .toSorted((a, b) => a.due - b.due || a.point.slidingDays - b.point.slidingDays);
      // The latest points of a lot stay, so that the rest of the lot is due when the whole was.
      const taken = new Set(order.slice(0, step.points).map(({ point }) => point.lot));
      return { activeAtMs, points: leftOf(points, order.slice(0, step.points), taken) };
    }
    case 'expire':
      return { activeAtMs, points: points.filter((point) => dueOf(point, model) > atMs) };
  }
};

const leftOf = (
  points: readonly Point[],
  taken: readonly { readonly point: Point }[],
  lots: ReadonlySet<string>,
): Point[] => {
  const counts = new Map(
    [...lots].map((lot) => [lot, taken.filter(({ point }) => point.lot === lot).length]),
  );
  const latestLast = points.toSorted(
    (a, b) => (a.expiresAtMs ?? a.givenAtMs) - (b.expiresAtMs ?? b.givenAtMs),
  );
  return latestLast.filter(({ lot }) => {
    const count = counts.get(lot) ?? 0;
    counts.set(lot, count - 1);
    return count <= 0;
  });
};

export const sumsOf = ({ points }: Model) => {
  const sums: Record<string, number> = {};
  for (const { lot } of points) if (lot !== 'never') sums[lot] = (sums[lot] ?? 0) + 1;
  return { balance: points.length, sums };
};
