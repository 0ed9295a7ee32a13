import type { Random } from './random.ts';

/** Whose turn it is: one run of one process. It has none while it is frozen, nor once it is gone. */
export interface Actor {
  readonly name: string;
  readonly isFrozen: boolean;
  readonly isGone: boolean;
}

/** Something that may happen next. */
export interface ScheduledStep {
  readonly what: string;
  /** The process that goes on, or that asked a server for this. */
  readonly actor: Actor | null;
  /** At the server a turn is taken whether the process that asked for it still lives or not. */
  readonly isAtServer: boolean;
  /** Not before this instant of the simulated time, in milliseconds. */
  readonly dueMs: number;
  readonly run: () => void;
}

/** Time now and then leaps to what waits for it, though somebody could go on: slow answers meet timers. */
const leapChance = 0.02;
const stepMsMax = 3;

/** Who goes on is drawn from the seed: the only scheduler, and the only clock, of a simulation. */
export class SimulationScheduler {
  readonly #random: Random;
  readonly #stepMsMax: number;
  #waiting: ScheduledStep[] = [];
  nowMs = 1_700_000_000_000;

  /** Each turn takes up to `turnMsMax`; at 0 time passes only while nobody can go on, as on a processor that is fast enough. */
  constructor(random: Random, turnMsMax = stepMsMax) {
    this.#random = random;
    this.#stepMsMax = turnMsMax;
  }

  /** Work of a server, for a process or on its own. */
  atServer(
    what: string,
    run: () => void,
    { actor = null, afterMs = 0 }: ServerTurnOptions = {},
  ): ScheduledStep {
    return this.#add({ what, run, actor, isAtServer: true, dueMs: this.nowMs + afterMs });
  }

  /** A process goes on. */
  ofProcess(actor: Actor, what: string, { run, afterMs = 0 }: ProcessTurnOptions): ScheduledStep {
    return this.#add({ what, run, actor, isAtServer: false, dueMs: this.nowMs + afterMs });
  }

  cancel(turn: ScheduledStep): void {
    this.#waiting = this.#waiting.filter((other) => other !== turn);
  }

  /** For a process that is gone: what it had asked for may still be on its way to a server, or may not. */
  forget(actor: Actor): void {
    this.#waiting = this.#waiting.filter(
      (turn) => turn.actor !== actor || (turn.isAtServer && this.#random.chance(0.5)),
    );
  }

  /** Takes the next turn out; null when nobody can ever go on. */
  next(): ScheduledStep | null {
    this.nowMs += this.#random.below(this.#stepMsMax + 1);
    this.#waiting = this.#waiting.filter(({ actor, isAtServer }) => isAtServer || actor?.isGone !== true);
    const able = this.#waiting.filter(({ actor, isAtServer }) => isAtServer || actor?.isFrozen !== true);
    if (able.length === 0) return null;
    const isDue = ({ dueMs }: ScheduledStep): boolean => dueMs <= this.nowMs;
    if (!able.some(isDue) || this.#random.chance(leapChance)) this.#leap(able);
    const turn = this.#random.pick(able.filter(isDue));
    this.cancel(turn);
    return turn;
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
