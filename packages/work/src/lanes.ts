import type { DueJob, LaneLimits, LaneSign } from './due-job.ts';
import { LanePace } from './lane-pace.ts';
import type { LaneRoom } from './work-store.ts';

export interface LanesOptions {
  /** Attempts under way at a time, of all lanes. */
  readonly slots: number;
  readonly limitsOf: (job: DueJob) => LaneLimits;
  /** How many processes share the queue. */
  readonly owners: () => number;
}

/** A lane with an attempt older than this is not fast, whatever it was. */
const hangingMs = 1_000;
/** What has waited so long is put down: another process may have room. */
const waitMsMax = 5_000;
/** A lane without work is forgotten after this, and with it its pace. */
const idleMsMax = 60_000;
/** In hand are twice as many as may be under way: the next ones are there when one ends. */
const handPerCap = 2;

interface Waiting {
  readonly job: DueJob;
  readonly sinceMs: number;
}

class Lane {
  readonly id: string;
  readonly pace: LanePace;
  waiting: Waiting[] = [];
  /** When each attempt began, by place; the oldest first. */
  readonly underWay = new Map<number, number>();
  isFast = false;
  /** When it last had work. */
  usedAtMs = 0;

  constructor(id: string, pace: LanePace) {
    this.id = id;
    this.pace = pace;
  }

  get inHand(): number {
    return this.waiting.length + this.underWay.size;
  }

  /** By its mean, and by the attempt that has been under way for the longest. */
  looksFast(nowMs: number): boolean {
    const [oldestMs = nowMs] = this.underWay.values();
    return this.pace.isFast && nowMs - oldestMs < hangingMs;
  }
}

/**
 * Jobs in hand, by lane, and whose turn it is: lanes take turns, one start each. Half of the slots is for fast lanes alone, and no
 * environment has more than half, so what hangs or floods keeps nobody else waiting. Pure: times are given, in milliseconds of any
 * clock that never goes back.
 */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that have something waiting, in the order of their turns. */
  readonly #fast = new Map<string, Lane>();
  readonly #slow = new Map<string, Lane>();
  readonly #ofEnvironment = new Map<number, number>();
  #slowUnderWay = 0;
  #underWay = 0;

  constructor(options: LanesOptions) {
    this.#options = options;
  }

  get underWay(): number {
    return this.#underWay;
  }

  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, 0);
  }

  /** How many lanes are fast, and how many are not. */
  countPaces(): { readonly fast: number; readonly slow: number } {
    const lanes = [...this.#lanes.values()];
    const fast = lanes.filter(({ isFast }) => isFast).length;
    return { fast, slow: lanes.length - fast };
  }

  put(job: DueJob, nowMs: number): void {
    const lane = this.#lanes.get(job.lane) ?? this.#open(job);
    lane.waiting.push({ job, sinceMs: nowMs });
    lane.usedAtMs = nowMs;
    this.#queue(lane);
  }

  /** The job whose turn it is, which is under way from now on; null when nothing may start. */
  start(nowMs: number): DueJob | null {
    if (this.#underWay >= this.#options.slots) return null;
    return this.#startOf(this.#fast, nowMs) ?? (this.#hasSlowRoom ? this.#startOf(this.#slow, nowMs) : null);
  }

  /** An attempt has ended. */
  finish(job: DueJob, { sign, nowMs }: { readonly sign: LaneSign; readonly nowMs: number }): void {
    const lane = this.#lanes.get(job.lane);
    const beganMs = lane?.underWay.get(job.place);
    if (lane === undefined || beganMs === undefined) return;
    lane.underWay.delete(job.place);
    lane.usedAtMs = nowMs;
    this.#count(job, lane, -1);
    lane.pace.note(sign, nowMs - beganMs, nowMs);
    this.#classify(lane, nowMs);
    this.#queue(lane);
  }

  /** How many more of each known lane could be taken in hand. */
  rooms(nowMs: number): LaneRoom[] {
    return [...this.#lanes.values()].map((lane) => ({ lane: lane.id, room: this.#roomOf(lane, nowMs) }));
  }

  /** Looks for lanes that hang, forgets idle ones, and takes out what is to be put down: what waited too long, or for a closed lane. */
  sweep(nowMs: number): DueJob[] {
    const stale: DueJob[] = [];
    for (const lane of this.#lanes.values()) {
      this.#classify(lane, nowMs);
      if (lane.inHand === 0 && nowMs - lane.usedAtMs > idleMsMax) this.#lanes.delete(lane.id);
      const isClosed = lane.pace.isClosed(nowMs);
      const isStale = ({ sinceMs }: Waiting): boolean => isClosed || nowMs - sinceMs >= waitMsMax;
      if (!lane.waiting.some(isStale)) continue;
      stale.push(...lane.waiting.filter(isStale).map(({ job }) => job));
      lane.waiting = lane.waiting.filter((one) => !isStale(one));
      this.#queue(lane);
    }
    return stale;
  }

  /** Takes out everything that was not started. */
  takeWaiting(): DueJob[] {
    const jobs = [...this.#lanes.values()].flatMap(({ waiting }) => waiting.map(({ job }) => job));
    for (const lane of this.#lanes.values()) lane.waiting = [];
    this.#fast.clear();
    this.#slow.clear();
    return jobs;
  }

  get #hasSlowRoom(): boolean {
    return this.#slowUnderWay < this.#options.slots / 2;
  }

  #open(job: DueJob): Lane {
    const lane = new Lane(job.lane, new LanePace(this.#options.limitsOf(job)));
    this.#lanes.set(job.lane, lane);
    return lane;
  }

  #startOf(ring: Map<string, Lane>, nowMs: number): DueJob | null {
    for (const lane of ring.values()) {
      const [next] = lane.waiting;
      if (next === undefined || !this.#mayStart(lane, next.job, nowMs)) continue;
      lane.waiting.shift();
      lane.underWay.set(next.job.place, nowMs);
      this.#count(next.job, lane, 1);
      // To the end of the ring: the others come first.
      ring.delete(lane.id);
      this.#queue(lane);
      return next.job;
    }
    return null;
  }

  #mayStart(lane: Lane, { environmentId }: DueJob, nowMs: number): boolean {
    const { slots, owners } = this.#options;
    if (lane.pace.isClosed(nowMs) || lane.underWay.size >= lane.pace.capFor(owners())) return false;
    return (this.#ofEnvironment.get(environmentId) ?? 0) < slots / 2;
  }

  #count({ environmentId }: DueJob, lane: Lane, by: 1 | -1): void {
    this.#underWay += by;
    if (!lane.isFast) this.#slowUnderWay += by;
    const count = (this.#ofEnvironment.get(environmentId) ?? 0) + by;
    if (count === 0) this.#ofEnvironment.delete(environmentId);
    else this.#ofEnvironment.set(environmentId, count);
  }

  #classify(lane: Lane, nowMs: number): void {
    const isFast = lane.looksFast(nowMs);
    if (isFast === lane.isFast) return;
    lane.isFast = isFast;
    this.#slowUnderWay += isFast ? -lane.underWay.size : lane.underWay.size;
    this.#queue(lane);
  }

  /** Into the ring that it belongs to, where it keeps its turn; or out of both. */
  #queue(lane: Lane): void {
    const [ring, other] = lane.isFast ? [this.#fast, this.#slow] : [this.#slow, this.#fast];
    other.delete(lane.id);
    if (lane.waiting.length === 0) ring.delete(lane.id);
    else if (!ring.has(lane.id)) ring.set(lane.id, lane);
  }

  #roomOf(lane: Lane, nowMs: number): number {
    if (lane.pace.isClosed(nowMs)) return 0;
    return Math.max(0, handPerCap * lane.pace.capFor(this.#options.owners()) - lane.inHand);
  }
}
