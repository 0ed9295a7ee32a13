import { setTimeout as pause } from 'node:timers/promises';
import { readLocalStack, type LocalProcess } from '@loyalty/stack';
import { request } from 'undici';
import { monotonicMs } from '../../../load/src/monotonic-ms.ts';

interface Unready {
  readonly atMs: number;
  readonly text: string;
}

const everyMs = 500;
/** The time that the readiness probes of the chart wait. */
const patienceMs = 5_000;

/** Asks every service for its readiness twice a second, as a load balancer does, and notes each that is not ready or exited. */
export class Readiness {
  readonly #localJsonPath: string;
  readonly #pids = new Map<string, number | null>();
  #unready: Unready[] = [];

  constructor(localJsonPath: string) {
    this.#localJsonPath = localJsonPath;
  }

  /** Asks until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { services } = readLocalStack(this.#localJsonPath);
      void Promise.all(Object.entries(services).map(([name, service]) => this.#ask(name, service)));
      await pause(everyMs);
    }
  }

  /** Returns what was not ready in this time, each text once. */
  between(fromMs: number, untilMs: number): readonly string[] {
    const found = this.#unready.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
    return [...new Set(found.map(({ text }) => text))];
  }

  async #ask(name: string, { pid, port }: LocalProcess): Promise<void> {
    const atMs = monotonicMs();
    const known = this.#pids.get(name);
    if (known !== undefined && known !== pid) this.#note(atMs, `${name} exited`);
    this.#pids.set(name, pid);
    const url = `http://127.0.0.1:${port.toString()}/health/ready`;
    const failure = await request(url, { headersTimeout: patienceMs, bodyTimeout: patienceMs }).then(
      async ({ statusCode, body }) => {
        const text = await body.text();
        return statusCode === 200 ? null : `${name} was not ready: ${text.slice(0, 300)}`;
      },
      () => `${name} did not say whether it is ready`,
    );
    if (failure !== null) this.#note(atMs, failure);
  }

  #note(atMs: number, text: string): void {
    this.#unready = [...this.#unready.slice(-999), { atMs, text }];
  }
}
