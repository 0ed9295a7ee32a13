import {
  type CampaignId,
  type Clock,
  type EnvironmentId,
  Fault,
  groupBy,
  type Part,
  textOf,
} from '@loyalty/kernel';
import { classifyFailure, type Queryable } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import { type ActivityRow, addActivity } from './store-activity.ts';
import { addPosting, addCounts, emptyCounts, type ActivityCounts } from './activity-counts.ts';

/** Counts activity once something is committed. It costs a few additions and never waits. */
export interface CountActivity {
  /** Returns the totals of an environment. Add to them immediately, and do not keep them. */
  totalsOf(environmentId: EnvironmentId): ActivityCounts;
  campaignOf(environmentId: EnvironmentId, campaignId: CampaignId): ActivityCounts;
}

/** Counts the entries of a job's chunk. If the counter is undefined, nothing is counted. */
export const countPostings = (
  activity: CountActivity | undefined,
  environmentId: EnvironmentId,
  postings: readonly Parameters<typeof addPosting>[1][],
): void => {
  if (activity === undefined || postings.length === 0) return;
  const totals = activity.totalsOf(environmentId);
  for (const posting of postings) addPosting(totals, posting);
};

interface Spending {
  readonly environmentId: EnvironmentId;
  readonly campaignId: CampaignId;
  /** Negative where a budget gets something back. */
  readonly cents: number;
}

export const countCost = (activity: CountActivity, { environmentId, campaignId, cents }: Spending): void => {
  activity.totalsOf(environmentId).costCents += cents;
  activity.campaignOf(environmentId, campaignId).costCents += cents;
};

interface ActivityCounterOptions {
  readonly db: Queryable;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Minutes wait so long, and a crash loses as much of them. */
const minutesEveryMs = 1_000;
/** Hours, days and campaigns wait so long. */
const othersEveryMs = 30_000;

/** Counters of campaigns in a process: some 4 MB. */
const campaignsMax = 20_000;

/** A statement of this many takes some 50 ms. */
const rowsAtOnce = 5_000;

interface Counted {
  readonly totals: ActivityCounts;
  readonly campaigns: Map<CampaignId, ActivityCounts>;
}

/**
 * Counts in memory and writes once a second if anything was counted. The counts are exact except after a
 * crash: nothing is counted twice, because counts that the database may have received are not sent again.
 */
export class ActivityCounter implements CountActivity, Part {
  readonly name = 'activity';
  readonly #options: ActivityCounterOptions;
  /** The counts of this second. */
  #counted = new Map<EnvironmentId, Counted>();
  readonly #minutes = new WaitingRows();
  readonly #others = new WaitingRows();
  #timer: NodeJS.Timeout | null = null;
  #dueAtMs = 0;
  #othersWrittenAtMs = performance.now();
  #writing: Promise<void> = Promise.resolve();

  constructor(options: ActivityCounterOptions) {
    this.#options = options;
    startAtZero(options.metrics, 'loyalty_activity_counts_lost_total', {});
  }

  totalsOf(environmentId: EnvironmentId): ActivityCounts {
    return this.#countedOf(environmentId).totals;
  }

  campaignOf(environmentId: EnvironmentId, campaignId: CampaignId): ActivityCounts {
    const { campaigns } = this.#countedOf(environmentId);
    const known = campaigns.get(campaignId);
    if (known !== undefined) return known;
    const counts = emptyCounts();
    campaigns.set(campaignId, counts);
    return counts;
  }

  #countedOf(environmentId: EnvironmentId): Counted {
    const known = this.#counted.get(environmentId);
    if (known !== undefined) return known;
    const counted: Counted = { totals: emptyCounts(), campaigns: new Map() };
    this.#counted.set(environmentId, counted);
    this.#plan(minutesEveryMs);
    return counted;
  }

  /**
   * Plans the next write. The earliest plan wins, so that minutes do not wait for hours that were planned
   * before.
   */
  #plan(inMs: number): void {
    const dueAtMs = performance.now() + inMs;
    if (this.#timer !== null && this.#dueAtMs <= dueAtMs) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dueAtMs = dueAtMs;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.write();
    }, inMs);
    this.#timer.unref();
  }

  /**
   * Writes everything that was counted until now, with hours, days and campaigns if their time has come.
   * Never throws.
   */
  write(isLast = false): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(isLast));
    return this.#writing;
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.write(true);
  }

  async #write(isLast: boolean): Promise<void> {
    this.#gather();
    await this.#send(this.#minutes);
    const leftMs = this.#othersWrittenAtMs + othersEveryMs - performance.now();
    if (isLast || leftMs <= 0) {
      await this.#send(this.#others);
      this.#othersWrittenAtMs = performance.now();
    }
    if (!isLast && this.#minutes.size + this.#others.size > 0)
      this.#plan(this.#minutes.size > 0 ? minutesEveryMs : Math.max(minutesEveryMs, leftMs));
  }

  /** Dates the counts by the end of their second. */
  #gather(): void {
    const nowMs = this.#options.clock.now();
    const counted = this.#counted;
    this.#counted = new Map();
    for (const [environmentId, { totals, campaigns }] of counted) {
      this.#minutes.add(rowOf({ environmentId, stepMinutes: 1, campaignId: null, counts: totals }, nowMs));
      for (const stepMinutes of coarseSteps) {
        this.#others.add(rowOf({ environmentId, stepMinutes, campaignId: null, counts: totals }, nowMs));
        for (const [campaignId, counts] of campaigns)
          this.#others.add(rowOf({ environmentId, stepMinutes, campaignId, counts }, nowMs));
      }
    }
    const lost = this.#others.shrink(campaignsMax);
    if (lost > 0) this.#lost('bound', lost);
  }

  async #send(waiting: WaitingRows): Promise<void> {
    const rows = waiting.takeAll();
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce);
      try {
        await addActivity(this.#options.db, some);
      } catch (failure) {
        this.#failed(failure, { some, others: rows.slice(at + rowsAtOnce), waiting });
        return;
      }
    }
  }

  /**
   * Keeps rows that are surely not stored for the next write. Rows on a lost connection may be stored, so
   * they are not sent again.
   */
  #failed(
    failure: unknown,
    {
      some,
      others,
      waiting,
    }: {
      readonly some: readonly ActivityRow[];
      readonly others: readonly ActivityRow[];
      readonly waiting: WaitingRows;
    },
  ): void {
    const waitsAgain = isSurelyNotStored(failure);
    for (const row of waitsAgain ? [...some, ...others] : others) waiting.add(row);
    if (waitsAgain) return;
    this.#options.logger.warn({ error: textOf(failure), rows: some.length }, 'counts of activity are lost');
    this.#lost('database', some.length);
  }

  #lost(reason: 'bound' | 'database', count: number): void {
    this.#options.metrics.count('loyalty_activity_counts_lost_total', { reason }, count);
  }
}

/** The server has said so, and may take it later. */
const isSurelyNotStored = (failure: unknown): boolean =>
  !(failure instanceof Fault) && ['race', 'timeout', 'unavailable'].includes(classifyFailure(failure));

const coarseSteps = [60, 1_440] as const;

const rowOf = (
  { environmentId, stepMinutes, campaignId, counts }: Omit<ActivityRow, 'atMs'>,
  nowMs: number,
): ActivityRow => {
  const stepMs = stepMinutes * 60_000;
  return { environmentId, stepMinutes, atMs: Math.floor(nowMs / stepMs) * stepMs, campaignId, counts };
};

/** Each key has at most one row. */
class WaitingRows {
  #rows = new Map<string, ActivityRow>();

  get size(): number {
    return this.#rows.size;
  }

  add(row: ActivityRow): void {
    const { environmentId, stepMinutes, atMs, campaignId, counts } = row;
    const key = `${environmentId.toString()} ${stepMinutes.toString()} ${atMs.toString()} ${campaignId ?? ''}`;
    const known = this.#rows.get(key);
    if (known !== undefined) {
      addCounts(known.counts, counts);
      return;
    }
    // The same counts stand in several rows.
    this.#rows.set(key, { environmentId, stepMinutes, atMs, campaignId, counts: { ...counts } });
  }

  takeAll(): ActivityRow[] {
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }

  /**
   * While more campaigns wait than `most`, the environment with most of them loses them. Returns how many.
   */
  shrink(most: number): number {
    if (this.#rows.size <= most) return 0;
    const ofCampaigns = [...this.#rows].filter(([, { campaignId }]) => campaignId !== null);
    const byEnvironment = groupBy(ofCampaigns, ([, { environmentId }]) => environmentId);
    let lost = 0;
    for (const its of [...byEnvironment.values()].toSorted((one, other) => other.length - one.length)) {
      if (ofCampaigns.length - lost <= most) break;
      for (const [key] of its) this.#rows.delete(key);
      lost += its.length;
    }
    return lost;
  }
}
