type Say = (line: string) => void;

let isListening = false;

const createSay =
  (prefix = ''): Say =>
  (line) => {
    if (!isListening) {
      // The reader may close its end of the pipe once it has read enough; that must not end this process.
      process.stdout.on('error', () => undefined);
      isListening = true;
    }
    process.stdout.write(`${prefix}${line}\n`);
  };

export const printLine = createSay();

export const printProgress = createSay('[stack] ');

export class Verdicts {
  #passed = 0;
  #failed = 0;

  judge(promise: string, holds: boolean, seen = ''): void {
    if (holds) this.#passed += 1;
    else this.#failed += 1;
    printLine(`${holds ? '  ✓' : '  ✗'} ${promise}${seen === '' ? '' : ` (${seen})`}`);
  }

  get isUsed(): boolean {
    return this.#passed + this.#failed > 0;
  }

  /** Sets the exit code. */
  close(): void {
    printLine(`\n${this.#passed.toString()} passed, ${this.#failed.toString()} failed`);
    if (this.#failed > 0) process.exitCode = 1;
  }
}
