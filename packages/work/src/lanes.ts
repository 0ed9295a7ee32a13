import type { DueJob, LaneLimits, LaneSign } from './due-job.ts';
import { HandedShares, less, sizeOf, type HandedSize, type Sized } from './handed-shares.ts';
import { LanePace } from './lane-pace.ts';
import { Lane, type Waiting } from './lane.ts';
import { shareRooms } from './share-rooms.ts';
import { Slots } from './slots.ts';
import { Turns } from './turns.ts';
import type { LaneRoom } from './work-store.ts';

export interface LanesOptions {
  /** Attempts under way at a time, of all lanes. */
  readonly slots: number;
  readonly limitsOf: (job: DueJob) => LaneLimits;
  /** How many processes share the queue. */
  readonly owners: () => number;
}

/** What has waited so long is put down: another process may have room. */
const waitMsMax = 5_000;
/** A lane without work is forgotten after this, and with it its pace. */
const idleMsMax = 60_000;
const mebibyte = 2 ** 20;
/**
 * So much of what was handed over waits in memory for lanes that are fast: then nothing more is taken in for a while. What is beyond an
 * environment's share is given rows at once, so it takes eight environments that fill theirs within a second.
 */
const fastHandedMax: HandedSize = { jobs: 8_192, bytes: 64 * mebibyte };
/** So much of it waits for the others; what is beyond it is given rows. */
const slowHandedMax: HandedSize = { jobs: 2_048, bytes: 32 * mebibyte };
/** In hand are twice as many as may be under way: the next ones are there when one ends. */
const handPerCap = 2;

/** New work, and how it comes to its attempt. */
export interface SplitWork<Work> {
  /** In memory. */
  readonly taken: readonly Work[];
  /** As rows. */
  readonly spilled: readonly Work[];
}

/**
 * Jobs in hand, by lane, and whose turn it is: one start each, as far as the {@link Slots} go, so what hangs or floods keeps nobody else
 * waiting. Pure: times are given, in milliseconds of any clock that never goes back.
 */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #fast = new Turns();
  readonly #slow = new Turns();
  readonly #slots: Slots;
  /** What was handed over and waits. */
  readonly #fastHanded = new HandedShares(fastHandedMax);
  readonly #slowHanded = new HandedShares(slowHandedMax);

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#slots = new Slots(options.slots);
  }

  get underWay(): number {
    return this.#slots.underWay;
  }

  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.waiting, 0);
  }

  /** Lanes that are fast have as much in hand as they may: whoever hands over waits. */
  get isFull(): boolean {
    return this.#fastHanded.isFull;
  }

  /** How many lanes are fast, and how many are not. */
  countPaces(): { readonly fast: number; readonly slow: number } {
    const lanes = [...this.#lanes.values()];
    const fast = lanes.filter(({ isFast }) => isFast).length;
    return { fast, slow: lanes.length - fast };
  }

  put(job: DueJob, nowMs: number): void {
    const lane = this.#lanes.get(job.lane) ?? this.#open(job);
    if (job.handed === null) lane.claimed.push({ job, sinceMs: nowMs });
    else {
      lane.handed.push({ job, sinceMs: nowMs });
      this.#handedOf(lane).add(lane.environmentId, sizeOf([job.handed]));
    }
    lane.usedAtMs = nowMs;
    this.#queue(lane);
  }

  /**
   * Of new work, what may be handed over, and what is to be given rows: what is beyond its environment's share, and what is for lanes
   * that are not fast and have a backlog, or more in hand than all of them may.
   */
  split<Work extends Sized & { readonly lane: string }>(works: readonly Work[]): SplitWork<Work> {
    const taken: Work[] = [];
    const spilled: Work[] = [];
    const [fast, slow] = [this.#fastHanded.admission(false), this.#slowHanded.admission(true)];
    for (const work of works) {
      const lane = this.#lanes.get(work.lane);
      const isTaken = lane?.isFast === true ? fast(work) : lane?.isBehind !== true && slow(work);
      (isTaken ? taken : spilled).push(work);
    }
    this.#noteBehind(spilled);
    return { taken, spilled };
  }

  /** Rows were claimed for lanes that had room: where fewer came than could have, no backlog is left. */
  noteClaimed(rooms: readonly LaneRoom[], jobs: readonly DueJob[]): void {
    const counts = new Map<string, number>();
    for (const { lane } of jobs) counts.set(lane, (counts.get(lane) ?? 0) + 1);
    for (const { lane: id, room } of rooms) {
      const lane = this.#lanes.get(id);
      if (lane !== undefined && room > 0) lane.isBehind = (counts.get(id) ?? 0) >= room;
    }
  }

  /** The job whose turn it is, which is under way from now on; null when nothing may start. */
  start(nowMs: number): DueJob | null {
    return this.#startOf(this.#fast, nowMs) ?? this.#startOf(this.#slow, nowMs);
  }

  /** An attempt has ended. */
  finish(job: DueJob, { sign, nowMs }: { readonly sign: LaneSign; readonly nowMs: number }): void {
    const lane = this.#lanes.get(job.lane);
    const beganMs = lane?.underWay.get(job.place);
    if (lane === undefined || beganMs === undefined) return;
    lane.underWay.delete(job.place);
    lane.usedAtMs = nowMs;
    this.#slots.end(lane);
    lane.pace.note(sign, nowMs - beganMs, nowMs);
    this.#classify(lane, nowMs);
    this.#queue(lane);
  }

  /** How many more of each known lane could be taken in hand; where lanes want more than there is room for, they take turns. */
  rooms(nowMs: number): LaneRoom[] {
    const lanes = [...this.#lanes.values()];
    const fast = lanes.filter(({ isFast }) => isFast);
    const slow = lanes.filter(({ isFast }) => !isFast);
    return [...this.#roomsOf(fast, nowMs), ...this.#roomsOf(slow, nowMs)];
  }

  /** Looks for lanes that hang, forgets idle ones, and takes out what is to be put down: what waited too long, or for a closed lane. */
  sweep(nowMs: number): DueJob[] {
    const stale: DueJob[] = [];
    for (const lane of this.#lanes.values()) {
      this.#classify(lane, nowMs);
      if (lane.waiting + lane.underWay.size === 0 && nowMs - lane.usedAtMs > idleMsMax)
        this.#lanes.delete(lane.id);
      const isClosed = lane.pace.isClosed(nowMs);
      stale.push(...this.#takeStale(lane, ({ sinceMs }) => isClosed || nowMs - sinceMs >= waitMsMax));
    }
    return stale;
  }

  /** Takes out everything that was not started. */
  takeWaiting(): DueJob[] {
    return [...this.#lanes.values()].flatMap((lane) => this.#takeStale(lane, () => true));
  }

  /** What is put down waits as rows. */
  #takeStale(lane: Lane, isStale: (waiting: Waiting) => boolean): DueJob[] {
    const stale = lane.takeStale(isStale);
    if (stale.length === 0) return stale;
    lane.isBehind = true;
    this.#handedOf(lane).add(lane.environmentId, less(sizeOf(stale.flatMap(({ handed }) => handed ?? []))));
    this.#queue(lane);
    return stale;
  }

  #noteBehind(spilled: readonly { readonly lane: string }[]): void {
    for (const { lane: id } of spilled) {
      const lane = this.#lanes.get(id);
      if (lane !== undefined) lane.isBehind = true;
    }
  }

  #handedOf({ isFast }: Lane): HandedShares {
    return isFast ? this.#fastHanded : this.#slowHanded;
  }

  #open(job: DueJob): Lane {
    const lane = new Lane(job, new LanePace(() => this.#options.limitsOf(job)));
    this.#lanes.set(job.lane, lane);
    return lane;
  }

  #startOf(turns: Turns, nowMs: number): DueJob | null {
    const isFast = turns === this.#fast;
    if (!this.#slots.hasRoomFor({ isFast })) return null;
    const lane = turns.next({
      environment: (one) => this.#slots.hasShareFor(one),
      lane: ({ pace, underWay }) =>
        underWay.size < pace.capFor(this.#options.owners()) && !pace.isClosed(nowMs),
    });
    return lane === null ? null : this.#begin(lane, nowMs);
  }

  #begin(lane: Lane, nowMs: number): DueJob {
    const job = lane.shift();
    lane.underWay.set(job.place, nowMs);
    this.#slots.begin(lane);
    if (job.handed !== null) this.#handedOf(lane).add(lane.environmentId, less(sizeOf([job.handed])));
    this.#queue(lane);
    return job;
  }

  #classify(lane: Lane, nowMs: number): void {
    const isFast = lane.looksFast(nowMs);
    if (isFast === lane.isFast) return;
    const handed = sizeOf(lane.handed.flatMap(({ job }) => job.handed ?? []));
    this.#handedOf(lane).add(lane.environmentId, less(handed));
    lane.isFast = isFast;
    this.#handedOf(lane).add(lane.environmentId, handed);
    this.#slots.reclassify(lane);
    this.#queue(lane);
  }

  /** Among those whose turns it shares, where it keeps its own; or out of both. */
  #queue(lane: Lane): void {
    const [turns, others] = lane.isFast ? [this.#fast, this.#slow] : [this.#slow, this.#fast];
    others.remove(lane);
    if (lane.waiting === 0) turns.remove(lane);
    else turns.add(lane);
  }

  /** For lanes of one kind as many may be claimed and wait as there are slots: what waits for longer is put down again. */
  #roomsOf(lanes: readonly Lane[], nowMs: number): LaneRoom[] {
    const claimed = lanes.reduce((sum, lane) => sum + lane.claimed.length, 0);
    const wanted = lanes.map((lane) => ({ lane, most: this.#roomOf(lane, nowMs) }));
    const shares = shareRooms(wanted, this.#options.slots - claimed);
    for (const lane of shares.keys()) this.#toEnd(lane);
    return lanes.map((lane) => ({ lane: lane.id, room: shares.get(lane) ?? 0 }));
  }

  /** The others come first the next time. */
  #toEnd(lane: Lane): void {
    this.#lanes.delete(lane.id);
    this.#lanes.set(lane.id, lane);
  }

  #roomOf(lane: Lane, nowMs: number): number {
    if (lane.pace.isClosed(nowMs)) return 0;
    return Math.max(0, handPerCap * lane.pace.capFor(this.#options.owners()) - lane.claimedOrUnderWay);
  }
}
