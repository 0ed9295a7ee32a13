import { startService, type StartedService, type OwnStack } from '@loyalty/stack';
import { say } from '../say.ts';

/** The services that run twice. */
export type EngineName = 'earn-engine' | 'burn-engine';

export type SecondEngines = Readonly<Record<EngineName, SecondEngine>>;

/** A second engine beside that of the stack, so that one can take over from the other. */
export class SecondEngine {
  readonly #stack: OwnStack;
  readonly #name: EngineName;
  #running: StartedService | undefined;

  constructor(stack: OwnStack, name: EngineName) {
    this.#stack = stack;
    this.#name = name;
  }

  /** Starts it unless it runs. */
  async ensure(): Promise<void> {
    if (this.#running !== undefined) return;
    const started = await startService({ name: this.#name, stack: this.#stack.now() });
    this.#running = started;
    void started.ended.then((ending) => {
      if (this.#running !== started) return;
      this.#running = undefined;
      say(`  the second ${this.#name} ended by itself: ${JSON.stringify(ending)}; see ${started.logPath}`);
    });
  }

  get pid(): number {
    return this.#running?.pid ?? 0;
  }

  /** Kills it without warning; {@link ensure} starts another. */
  kill(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }
}
