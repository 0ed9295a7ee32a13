import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs, Fault, type Part } from '@loyalty/kernel';
import { lastLines } from '../home-folder.ts';
import type { PartState, StackPart } from '../parts/part.ts';
import { describeEnding, type ProcessEnd, spawnTied, type TiedProcess } from './tied-process.ts';

interface SupervisorEvents {
  say(sentence: string): void;
  onChange(part: StackPart, now: PartState): void;
}

/** A part that failed three times before it was ever ready will not start the fourth time either. */
const firstStartTries = 3;
/** A rare failure is repaired at once; a part that cannot run is restarted every ten seconds. */
const restartBounds = { firstMs: 200, maxMs: 10_000 };
/** If a part has run for this long, its end is a new failure, not a repetition. */
const healthyAfterMs = 5_000;

/** Keeps a part running until `stop`, and restarts it after growing waits. */
export class Supervisor {
  /**
   * Resolves when the part is ready for the first time, and rejects if it fails or is stopped before that.
   */
  readonly ready: Promise<void>;
  readonly #part: StackPart;
  readonly #events: SupervisorEvents;
  readonly #halt = new AbortController();
  #resolveReady: () => void = () => undefined;
  #process: TiedProcess | undefined;
  #hasServed = false;
  #failures = 0;
  readonly #ended: Promise<void>;

  constructor(part: StackPart, events: SupervisorEvents) {
    this.#part = part;
    this.#events = events;
    const served = new Promise<void>((resolve) => {
      this.#resolveReady = resolve;
    });
    const running = this.#run();
    this.#ended = running.catch(() => undefined);
    this.ready = Promise.race([served, running.then(() => this.#throwStopped())]);
    this.ready.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#halt.abort();
    await this.#process?.stop();
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped()) {
      const ending = await this.#runOnce();
      if (this.#isStopped()) return;
      const what = `${this.#part.name} ended (${describeEnding(ending)})`;
      if (!this.#hasServed && this.#failures >= firstStartTries) throw this.#doesNotStart(what);
      const waitMs = backoffMs(this.#failures - 1, restartBounds);
      this.#events.say(`${what}; starting it again in ${String(waitMs)} ms.`);
      await pause(waitMs, undefined, { signal: this.#halt.signal }).catch(() => undefined);
    }
  }

  async #runOnce(): Promise<ProcessEnd> {
    const startedAt = Date.now();
    const process = spawnTied({ ...this.#part.command(), logPath: this.#part.logPath });
    this.#process = process;
    this.#events.onChange(this.#part, { pid: process.pid, isServing: false });
    const isServing = await waitUntilReady(this.#part, process, this.#halt.signal);
    const servingSince = Date.now();
    if (isServing) this.#noteServing(process.pid, servingSince - startedAt);
    else await process.stop();
    const ending = await process.ended;
    this.#events.onChange(this.#part, { pid: undefined, isServing: false });
    const wasHealthy = isServing && Date.now() - servingSince > healthyAfterMs;
    this.#failures = wasHealthy ? 1 : this.#failures + 1;
    return ending;
  }

  #noteServing(pid: number | undefined, tookMs: number): void {
    this.#events.onChange(this.#part, { pid, isServing: true });
    if (this.#hasServed) this.#events.say(`${this.#part.name} is back after ${String(tookMs)} ms.`);
    this.#hasServed = true;
    this.#resolveReady();
  }

  #isStopped(): boolean {
    return this.#halt.signal.aborted;
  }

  #doesNotStart(what: string): Fault {
    const { name, logPath } = this.#part;
    return new Fault(
      'PART_DOES_NOT_START',
      `${name} does not start: ${what}. ${logPath} ends with:\n${lastLines(logPath, 15)}`,
    );
  }

  #throwStopped(): never {
    throw new Fault('PART_STOPPED', `${this.#part.name} was stopped before it was ready.`);
  }
}

/**
 * Keeps all parts running; they do not depend on each other. A stop during a start makes the start fail
 * immediately.
 */
export const keepAll = (name: string, parts: readonly StackPart[], events: SupervisorEvents): Part => {
  const supervisors: Supervisor[] = [];
  const halt = new AbortController();
  const halted = new Promise<never>((_resolve, reject) => {
    halt.signal.addEventListener('abort', () => {
      reject(new Fault('STACK_STOPPED', `The ${name} were stopped before they were ready.`));
    });
  });
  halted.catch(() => undefined);
  const startOne = async (part: StackPart): Promise<void> => {
    await part.prepare?.();
    halt.signal.throwIfAborted();
    const supervisor = new Supervisor(part, events);
    supervisors.push(supervisor);
    await supervisor.ready;
  };
  const startAll = async (): Promise<void> => {
    // One after the other: Maven's local repository does not support two runs at a time.
    for (const part of parts) await part.fetch?.();
    await Promise.all(parts.map(startOne));
  };
  return {
    name,
    start: () => Promise.race([halted, startAll()]),
    stop: async () => {
      halt.abort();
      await Promise.all(supervisors.map((supervisor) => supervisor.stop()));
    },
  };
};

/**
 * The time-out of a start. During a build that uses all processors, a start takes a minute. A process that
 * ends is noticed immediately, so only one that hangs costs this time.
 */
export const readyTimeoutMs = 300_000;
const pollMs = 25;

/** Returns false if its process ends before it is ready, after {@link readyTimeoutMs}, or on `signal`. */
export const waitUntilReady = async (
  part: StackPart,
  process: TiedProcess,
  signal?: AbortSignal,
): Promise<boolean> => {
  const deadline = Date.now() + readyTimeoutMs;
  const ended = process.ended.then(() => 'ended' as const);
  while (Date.now() < deadline && signal?.aborted !== true) {
    const answer = await Promise.race([ended, part.isReady()]);
    if (answer === 'ended') return false;
    if (answer) return true;
    await pause(pollMs);
  }
  return false;
};
