import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { planPostgres, type SinglePostgres, type TiedProcess } from '@loyalty/stack';
import { root } from '../own-stack.ts';
import { say } from '../say.ts';
import type { ForgetfulPart } from '../set-back/forgetful-part.ts';
import { untilServes } from '../until-serves.ts';
import { SmallDisk } from './small-disk.ts';

/** Enough for what the load writes before the disk is filled: files of the log have 16 MB each. */
const diskBytes = 1_500_000_000;
/** A server that ends is started again after this time, as an orchestrator does. */
const restartMs = 1_000;
/** Postgres frees files of its log now and then. */
const refillMs = 200;

/** A Postgres whose disk is full for a while. It loses nothing. */
export class FillingDatabase implements ForgetfulPart {
  readonly branched = 'the disk has room';
  readonly forgotten: string;
  readonly #disk: SmallDisk;
  readonly #postgres: SinglePostgres;
  readonly #fullMs: number;
  #process: TiedProcess | null = null;
  #isStopping = false;
  #starts = 0;
  #running: Promise<void> = Promise.resolve();

  /** Starts it with its data on a file system of its own at `home`; `forget` fills it for `fullMs`. */
  static async start(home: string, fullMs: number): Promise<FillingDatabase> {
    const disk = SmallDisk.mount(home, diskBytes);
    const postgres = await planPostgres(root, join(home, 'server'));
    await postgres.prepare();
    const database = new FillingDatabase(disk, { postgres, fullMs });
    database.#running = database.#keepRunning();
    await untilServes(postgres.url);
    return database;
  }

  private constructor(
    disk: SmallDisk,
    { postgres, fullMs }: { readonly postgres: SinglePostgres; readonly fullMs: number },
  ) {
    [this.#disk, this.#postgres, this.#fullMs] = [disk, postgres, fullMs];
    this.forgotten = `the disk was full for ${(fullMs / 1_000).toFixed(0)} s`;
  }

  get url(): string {
    return this.#postgres.url;
  }

  branch(): Promise<number> {
    return Promise.resolve(0);
  }

  async forget(): Promise<number> {
    const starts = this.#starts;
    const untilMs = performance.now() + this.#fullMs;
    while (performance.now() < untilMs) {
      this.#disk.fill();
      await pause(refillMs);
    }
    this.#disk.free();
    const freedMs = performance.now();
    say(`  with a full disk Postgres ended ${(this.#starts - starts).toString()} times`);
    await untilServes(this.url);
    return freedMs;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#process?.stop();
    await this.#running;
    this.#disk.unmount();
  }

  remove(): void {
    // Its data disappears with the file system.
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isStopping) {
      this.#starts += 1;
      this.#process = this.#postgres.start();
      await this.#process.ended;
      await pause(restartMs);
    }
  }
}
