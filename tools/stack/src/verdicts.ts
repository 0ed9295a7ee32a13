import { say } from './say.ts';

/** Counts the promises that hold and those that do not. */
export class Verdicts {
  #passed = 0;
  #failed = 0;

  /** Notes one promise; `seen` says what was found. */
  judge(promise: string, holds: boolean, seen = ''): void {
    if (holds) this.#passed += 1;
    else this.#failed += 1;
    say(`${holds ? '  ✓' : '  ✗'} ${promise}${seen === '' ? '' : ` (${seen})`}`);
  }

  /** Says how many held, and sets the exit code. */
  close(): void {
    say(`\n${this.#passed.toString()} passed, ${this.#failed.toString()} failed`);
    if (this.#failed > 0) process.exitCode = 1;
  }
}
