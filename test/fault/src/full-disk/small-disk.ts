import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A file system in memory that can be filled to its last block. */
export class SmallDisk {
  readonly path: string;

  /** Mounts a file system of this many bytes at this folder; needs root. */
  static mount(path: string, bytes: number): SmallDisk {
    mkdirSync(path, { recursive: true });
    run('mount', ['-t', 'tmpfs', '-o', `size=${bytes.toString()},mode=0755`, 'tmpfs', path]);
    return new SmallDisk(path);
  }

  private constructor(path: string) {
    this.path = path;
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }

  /** Fills all free blocks; called again, it also fills the blocks freed since. */
  fill(): void {
    const filler = openSync(this.#filler, 'a');
    try {
      while (writesAll(filler));
    } finally {
      closeSync(filler);
    }
  }

  free(): void {
    rmSync(this.#filler);
  }

  unmount(): void {
    run('umount', ['-l', this.path]);
  }
}

const piece = Buffer.alloc(1_048_576);

const writesAll = (file: number): boolean => {
  try {
    return writeSync(file, piece) > 0;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw failure;
  }
};

const run = (command: string, args: readonly string[]): void => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed (it needs root): ${error?.message ?? stderr}`);
};
