import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';

/** The data of the stack's Kafka, copied and put back like a disk snapshot. */
export class KafkaCopy {
  readonly #stack: OwnStack;

  constructor(stack: OwnStack) {
    this.#stack = stack;
  }

  get #path(): string {
    return join(this.#stack.home, 'data/kafka');
  }

  /** Copies the data while the broker stands still. */
  take(): void {
    const pid = this.#pid();
    process.kill(pid, 'SIGSTOP');
    try {
      const { status, stderr } = spawnSync('cp', ['-a', this.#path, `${this.#path}.copy`], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`the data of Kafka cannot be copied: ${stderr}`);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  /** Kills the broker, puts the copy in place of its data, and waits until the stack has started it again. */
  async putBack(): Promise<void> {
    const { pid: keeper } = this.#stack.now();
    const killed = this.#pid();
    process.kill(keeper, 'SIGSTOP');
    try {
      process.kill(killed, 'SIGKILL');
      renameSync(this.#path, `${this.#path}.gone`);
      renameSync(`${this.#path}.copy`, this.#path);
    } finally {
      process.kill(keeper, 'SIGCONT');
    }
    await eventually('Kafka is back', () => {
      const { pid, isServing } = this.#stack.now().parts['kafka'] ?? { pid: null, isServing: false };
      return isServing && pid !== killed;
    });
  }

  #pid(): number {
    const pid = this.#stack.now().parts['kafka']?.pid;
    if (pid == null) throw new Error('Kafka does not run');
    return pid;
  }
}
