import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Asked, VictimAnswer } from './messages.ts';
import type { VictimReport } from './report.ts';

/** The healthy tenant that is watched during all attacks. */
export class Victim {
  /** The origin of its endpoint. */
  readonly origin: string;
  readonly #worker: Worker;
  readonly #asked = new Map<number, (report: VictimReport) => void>();
  #ids = 0;

  /** Opens the tenant on the stack of this file; it sells from now on. */
  static async open(localJsonPath: string): Promise<Victim> {
    const worker = new Worker(new URL('./main.js', import.meta.url), { workerData: { localJsonPath } });
    const [opened] = (await once(worker, 'message')) as [VictimAnswer];
    return new Victim(worker, opened.kind === 'opened' ? opened.origin : '');
  }

  private constructor(worker: Worker, origin: string) {
    this.origin = origin;
    this.#worker = worker;
    worker.on('message', (message: VictimAnswer) => {
      if (message.kind !== 'report') return;
      this.#asked.get(message.id)?.(message.report);
      this.#asked.delete(message.id);
    });
  }

  /** Returns how it fared from one time to the other, by CLOCK_MONOTONIC, once what began then has ended. */
  report(fromMs: number, untilMs: number): Promise<VictimReport> {
    const asked: Asked = { id: (this.#ids += 1), fromMs, untilMs };
    return new Promise((resolve) => {
      this.#asked.set(asked.id, resolve);
      this.#worker.postMessage(asked);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
