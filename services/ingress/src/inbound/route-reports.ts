import { instantOf } from '@loyalty/contracts';
import type { FieldError, QueryOf } from '@loyalty/contracts/http';
import type { Handler } from '@loyalty/http/api';
import { type Clock, dayMs, type EnvironmentId } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { listReads } from '@loyalty/tables/reads';
import {
  findBalanceCount,
  listBalanceCounts,
  listCampaignActivity,
  readActivity,
  readExceptions,
  readPointPeriods,
} from '@loyalty/tables/reports';
import { invalid } from './responses.ts';
import type { Routes } from './routes.ts';

interface CachedReads {
  /** `asked` names everything that the response depends on, but for the environment. */
  find(environmentId: EnvironmentId, asked: string, read: () => Promise<object>): Promise<Buffer>;
}

interface ReportRoutesOptions {
  /** They may read hundreds of thousands of rows. */
  readonly lists: DatabaseShares;
  readonly clock: Pick<Clock, 'now'>;
  /** It serves activity, exceptions and reads, which every open overview asks for every few seconds. */
  readonly cached: CachedReads;
}

/** Creates the routes for figures about a whole environment (D202, D203, D309, D316, D340). */
export const createReportRoutes = (
  options: ReportRoutesOptions,
): Pick<
  Routes,
  | 'getActivity'
  | 'listCampaignActivity'
  | 'getLiability'
  | 'listPointPeriods'
  | 'listExceptions'
  | 'listReads'
> => ({
  getActivity: activity(options),
  listCampaignActivity: campaigns(options),
  getLiability: liability(options),
  listPointPeriods: pointPeriods(options),
  listExceptions: exceptions(options),
  listReads: reads(options),
});

/** Each step has a usual number of items, which applies without `from`. */
const steps = {
  minute: { stepMinutes: 1, usual: 60 },
  hour: { stepMinutes: 60, usual: 24 },
  day: { stepMinutes: 1_440, usual: 30 },
} as const;

/** These are about 300 KB of JSON: minutes of a day, or hours of two months. */
const itemsMax = 1_500;

const activity =
  ({ lists, clock, cached }: ReportRoutesOptions): Handler<unknown, QueryOf<'getActivity'>> =>
  async ({ credential: { environmentId }, query }) => {
    const { step = 'hour', campaignId = null } = query;
    const { stepMinutes, usual } = steps[step];
    const nowMs = clock.now();
    const range = rangeOf(query, nowMs, { steps: stepsOf(stepMinutes * 60_000), usual });
    const faults = [...range.faults, ...(campaignId !== null && step === 'minute' ? [noMinutes] : [])];
    if (faults.length > 0) return invalid(faults);
    const asked = { environmentId, stepMinutes, ...range, campaignId };
    const body = await cached.find(
      environmentId,
      `activity ${rangeText(asked)} ${step} ${campaignId ?? ''}`,
      async () => ({
        asOf: new Date(nowMs).toISOString(),
        step,
        items: await readActivity(lists.of(environmentId), asked),
      }),
    );
    return { status: 200, body };
  };

const noMinutes: FieldError = { pointer: '/step', message: 'must be hour or day for a campaign' };

/** Steps are numbered: one that begins at `startOf(n)` ends where `n + 1` begins. */
interface Steps {
  readonly numberAt: (ms: number) => number;
  readonly startOf: (number: number) => number;
}

const stepsOf = (stepMs: number): Steps => ({
  numberAt: (ms) => Math.floor(ms / stepMs),
  startOf: (number) => number * stepMs,
});

const days = stepsOf(dayMs);

/** Calendar months in UTC, counted from 1970. */
const months: Steps = {
  numberAt: (ms) => {
    const date = new Date(ms);
    return (date.getUTCFullYear() - 1_970) * 12 + date.getUTCMonth();
  },
  startOf: (number) => Date.UTC(1_970, number, 1),
};

interface StepRange {
  /** `fromMs` and `toMs` are the beginnings of the first and the last step. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly faults: readonly FieldError[];
}

interface RangeBounds {
  readonly steps: Steps;
  /** This many steps are returned without `from`. */
  readonly usual: number;
  readonly most?: number;
}

/** Nothing is known of times to come. */
const rangeOf = (
  { from, to }: Pick<QueryOf<'getActivity'>, 'from' | 'to'>,
  nowMs: number,
  { steps, usual, most = itemsMax }: RangeBounds,
): StepRange => {
  const last = steps.numberAt(Math.min(nowMs, to === undefined ? nowMs : (instantOf(to, 'end') ?? nowMs)));
  const first =
    from === undefined ? last - usual + 1 : steps.numberAt(instantOf(from, 'start') ?? steps.startOf(last));
  const range = { fromMs: steps.startOf(first), toMs: steps.startOf(last) };
  if (first > last) return { ...range, faults: [tooLate] };
  return { ...range, faults: last - first < most ? [] : [tooEarly(most)] };
};

const rangeText = ({ fromMs, toMs }: Pick<StepRange, 'fromMs' | 'toMs'>): string =>
  `${fromMs.toString()} ${toMs.toString()}`;

const tooLate: FieldError = { pointer: '/from', message: 'must not be later than to or now' };
const tooEarly = (most: number): FieldError => ({
  pointer: '/from',
  message: `must be fewer than ${most.toLocaleString('en')} steps before to`,
});

const campaigns =
  ({ lists, clock, cached }: ReportRoutesOptions): Handler<unknown, QueryOf<'listCampaignActivity'>> =>
  async ({ credential: { environmentId }, query }) => {
    const nowMs = clock.now();
    const { faults, ...range } = rangeOf(query, nowMs, { steps: days, usual: 1 });
    if (faults.length > 0) return invalid(faults);
    const body = await cached.find(environmentId, `campaigns ${rangeText(range)}`, async () => ({
      asOf: new Date(nowMs).toISOString(),
      campaigns: await listCampaignActivity(lists.of(environmentId), { environmentId, ...range }),
    }));
    return { status: 200, body };
  };

const liability =
  ({ lists }: ReportRoutesOptions): Handler<unknown, QueryOf<'getLiability'>> =>
  async ({ credential: { environmentId }, query: { since, at } }) => {
    const db = lists.of(environmentId);
    if (at !== undefined) {
      const count = await findBalanceCount(db, environmentId, new Date(instantOf(at, 'end') ?? 0));
      return { status: 200, body: { days: count === null ? [] : [count] } };
    }
    const sinceMs = since === undefined ? 0 : (instantOf(since, 'start') ?? 0);
    return { status: 200, body: { days: await listBalanceCounts(db, environmentId, new Date(sinceMs)) } };
  };

/** There may be ten years of months, or a year of days and a month to compare it with. */
const periods = {
  month: { steps: months, usual: 12, most: 120 },
  day: { steps: days, usual: 31, most: 400 },
} as const;

const pointPeriods =
  ({ lists, clock, cached }: ReportRoutesOptions): Handler<unknown, QueryOf<'listPointPeriods'>> =>
  async ({ credential: { environmentId }, query }) => {
    const { step = 'month' } = query;
    const { steps } = periods[step];
    const nowMs = clock.now();
    const { faults, ...range } = rangeOf(query, nowMs, periods[step]);
    if (faults.length > 0) return invalid(faults);
    const [first, last] = [steps.numberAt(range.fromMs), steps.numberAt(range.toMs)];
    const startsMs = Array.from({ length: last - first + 1 }, (_, n) => steps.startOf(first + n));
    const endMs = Math.min(nowMs, steps.startOf(last + 1) - 1);
    const asked = { environmentId, step, startsMs, endMs };
    const body = await cached.find(environmentId, `points ${step} ${rangeText(range)}`, async () => ({
      asOf: new Date(nowMs).toISOString(),
      step,
      items: await readPointPeriods(lists.of(environmentId), asked),
    }));
    return { status: 200, body };
  };

/** The audit log says for as long who did what. */
const exceptionDaysMax = 400;

const exceptions =
  ({ lists, clock, cached }: ReportRoutesOptions): Handler<unknown, QueryOf<'listExceptions'>> =>
  async ({ credential: { environmentId }, query }) => {
    const { by = 'member', orderBy = 'pointsForgiven' } = query;
    const nowMs = clock.now();
    const range = rangeOf(query, nowMs, { steps: days, usual: 30, most: exceptionDaysMax });
    if (range.faults.length > 0) return invalid(range.faults);
    const { fromMs } = range;
    const asked = { environmentId, by, orderBy, fromMs, endMs: range.toMs + dayMs };
    const body = await cached.find(
      environmentId,
      `exceptions ${rangeText(range)} ${by} ${orderBy}`,
      async () => {
        const { countedFromMs, items } = await readExceptions(lists.of(environmentId), asked);
        return {
          asOf: new Date(nowMs).toISOString(),
          countedFrom: new Date(countedFromMs).toISOString(),
          by,
          items,
        };
      },
    );
    return { status: 200, body };
  };

/** A month; a day of a large shop has as many rows as may be shown at once. */
const readDaysMax = 31;

const reads =
  ({ lists, clock, cached }: ReportRoutesOptions): Handler<unknown, QueryOf<'listReads'>> =>
  async ({ credential: { environmentId }, query }) => {
    const nowMs = clock.now();
    const { faults, ...range } = rangeOf(query, nowMs, { steps: days, usual: 30, most: readDaysMax });
    if (faults.length > 0) return invalid(faults);
    const body = await cached.find(environmentId, `reads ${rangeText(range)}`, async () => {
      const { countedFromMs, items } = await listReads(lists.of(environmentId), { environmentId, ...range });
      return {
        asOf: new Date(nowMs).toISOString(),
        countedFrom: new Date(countedFromMs).toISOString(),
        items,
      };
    });
    return { status: 200, body };
  };
