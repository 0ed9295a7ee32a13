import type { Random } from './random.ts';

/** One run of one process, as the scheduler sees it. It gets no turn while it is frozen, nor once it is gone. */
export interface Actor {
  readonly name: string;
  readonly isFrozen: boolean;
  readonly isGone: boolean;
}

/** A step that may come next. */
export interface ScheduledStep {
  readonly what: string;
  /** The process that continues, or that has called a server. */
  readonly actor: Actor | null;
  /** True if the step happens at a server, even if the calling process is gone. */
  readonly isAtServer: boolean;
  /** The instant of the simulated time before which the task does not run, in milliseconds. */
  readonly dueMs: number;
  readonly run: () => void;
}

/** Now and then time leaps to the next timer although somebody could continue: slow results meet timers. */
const leapChance = 0.02;
const stepMsMax = 3;

/** Draws the next step from the seed: the only scheduler, and the only clock, of a simulation. */
export class SimulationScheduler {
  readonly #random: Random;
  readonly #stepMsMax: number;
  #waiting: ScheduledStep[] = [];
  nowMs = 1_700_000_000_000;

  /**
   * Each turn takes up to `turnMsMax`. At 0, time passes only while no process can continue, as on a fast
   * processor.
   */
  constructor(random: Random, turnMsMax = stepMsMax) {
    this.#random = random;
    this.#stepMsMax = turnMsMax;
  }

  /** Adds work of a server, for a process or on its own. */
  atServer(
    what: string,
    run: () => void,
    { actor = null, afterMs = 0 }: ServerTurnOptions = {},
  ): ScheduledStep {
    return this.#add({ what, run, actor, isAtServer: true, dueMs: this.nowMs + afterMs });
  }

  /** Adds a step of a process. */
  ofProcess(actor: Actor, what: string, { run, afterMs = 0 }: ProcessTurnOptions): ScheduledStep {
    return this.#add({ what, run, actor, isAtServer: false, dueMs: this.nowMs + afterMs });
  }

  cancel(turn: ScheduledStep): void {
    this.#waiting = this.#waiting.filter((other) => other !== turn);
  }

  /**
   * Forgets the steps of a process that is gone. Its calls that are still on their way to a server may arrive or not.
   */
  forget(actor: Actor): void {
    this.#waiting = this.#waiting.filter(
      (turn) => turn.actor !== actor || (turn.isAtServer && this.#random.chance(0.5)),
    );
  }

  /** Removes and returns the next step; null if no process can ever continue. */
  next(): ScheduledStep | null {
    this.nowMs += this.#random.below(this.#stepMsMax + 1);
    this.#waiting = this.#waiting.filter(({ actor, isAtServer }) => isAtServer || actor?.isGone !== true);
    const able = this.#waiting.filter(({ actor, isAtServer }) => isAtServer || actor?.isFrozen !== true);
    if (able.length === 0) return null;
    const isDue = ({ dueMs }: ScheduledStep): boolean => dueMs <= this.nowMs;
    if (!able.some(isDue) || this.#leapsAnyway()) this.#leap(able);
    const turn = this.#random.pick(able.filter(isDue));
    this.cancel(turn);
    return turn;
  }

  /** Returns true on a fast processor, where nothing that is due waits for a timer. */
  #leapsAnyway(): boolean {
    return this.#stepMsMax > 0 && this.#random.chance(leapChance);
  }

  #leap(able: readonly ScheduledStep[]): void {
    const later = able.map(({ dueMs }) => dueMs).filter((dueMs) => dueMs > this.nowMs);
    if (later.length > 0) this.nowMs = Math.min(...later);
  }

  #add(turn: ScheduledStep): ScheduledStep {
    this.#waiting.push(turn);
    return turn;
  }
}

interface ServerTurnOptions {
  readonly actor?: Actor | null;
  readonly afterMs?: number;
}

interface ProcessTurnOptions {
  readonly run: () => void;
  readonly afterMs?: number;
}
