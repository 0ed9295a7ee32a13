import { blocked, blockedMs, type ServerLine } from '../line.ts';
import { StoreLockTimeout } from '../memory-database.ts';
import type { Random } from './random.ts';
import type { Actor, SimulationScheduler } from './simulation-scheduler.ts';

/** The faults of one server, and of the connection to it; all zero once faults have stopped. */
export interface ServerState {
  readonly name: string;
  isAway: boolean;
  /** The chance that a call is refused and nothing is done. */
  refusal: number;
  /** The chance that the work is done and its result is lost. */
  loss: number;
  /** Creates the error that the caller receives. */
  failure(what: string): Error;
}

interface Call<T> {
  readonly what: string;
  readonly work: () => T | typeof blocked;
  readonly resolve: (result: T) => void;
  readonly reject: (failure: unknown) => void;
}

export interface SimulatedLineOptions {
  readonly server: ServerState;
  readonly actor: Actor;
  readonly turns: SimulationScheduler;
  readonly random: Random;
  /**
   * Returns true once the server has closed the connection: it then ignores calls that are still on their
   * way.
   */
  readonly isClosed: () => boolean;
}

/** The longest time after which the caller of an unreachable server gets the error. */
const awayMsMax = 5_000;
/**
 * Waiting for a lock ends after a second, as in production (docs/mechanisms/ownership.md, «Further
 * mechanisms»).
 */
const blockedTriesMax = 25;

/**
 * A line on which a call takes two turns, one at the server and one back in the process. The process may be
 * gone after either.
 */
export class SimulatedLine implements ServerLine {
  readonly #options: SimulatedLineOptions;

  constructor(options: SimulatedLineOptions) {
    this.#options = options;
  }

  call<T>(what: string, work: () => T | typeof blocked): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#send({ what, work, resolve, reject }, 0);
    });
  }

  #send<T>(call: Call<T>, tries: number): void {
    const { turns, actor, server, random } = this.#options;
    const afterMs = tries > 0 ? blockedMs : server.isAway ? random.below(awayMsMax) : 0;
    const run = (): void => {
      this.#serve(call, tries);
    };
    turns.atServer(`${server.name} gets «${call.what}» of ${actor.name}`, run, { actor, afterMs });
  }

  #serve<T>(call: Call<T>, tries: number): void {
    const { server, random, isClosed } = this.#options;
    const { what } = call;
    if (isClosed()) return;
    if (server.isAway || random.chance(server.refusal)) {
      this.#answer(`${what} refused`, () => {
        call.reject(server.failure(`${what} refused`));
      });
      return;
    }
    try {
      const result = tries < blockedTriesMax ? call.work() : lockTimeout(what);
      if (result === blocked) this.#send(call, tries + 1);
      else this.#answerWith(call, result);
    } catch (failure) {
      this.#answer(`${what} failed`, () => {
        call.reject(failure);
      });
    }
  }

  #answerWith<T>({ what, resolve, reject }: Call<T>, result: T): void {
    const { server, random } = this.#options;
    if (random.chance(server.loss)) {
      this.#answer(`${what} done, answer lost`, () => {
        reject(server.failure(`the answer to ${what} is lost`));
      });
      return;
    }
    this.#answer(`${what} done`, () => {
      resolve(result);
    });
  }

  #answer(what: string, run: () => void): void {
    this.#options.turns.ofProcess(this.#options.actor, `${this.#options.actor.name}: ${what}`, { run });
  }
}

const lockTimeout = (what: string): never => {
  throw new StoreLockTimeout(what);
};
