import { startService, type OwnStack, type ProcessEnd, type StartedService } from '@loyalty/stack';
import type { Violations } from '../violations.ts';
import { restartedServices, type ServiceName } from './options.ts';
import type { ReadyProxy } from './ready-proxy.ts';

/** The end of a replica that got SIGTERM. */
export interface ReplicaEnd {
  readonly name: ServiceName;
  readonly tookMs: number;
  readonly ending: ProcessEnd;
}

export interface ReplicasOptions {
  readonly stack: OwnStack;
  /** The number of processes of each service. */
  readonly count: number;
  /** Leads to the replicas of ingress. */
  readonly proxy: ReadyProxy;
  readonly violations: Violations;
}

/** The default of services in production; the stack of a developer pauses not at all. It is far above the proxy's interval. */
const stopPauseMs = '2000';

/** The replicas of all services. One that ends unasked is a violation. */
export class Replicas {
  readonly #options: ReplicasOptions;
  readonly #running = new Map<ServiceName, StartedService[]>();
  readonly #asked = new Set<StartedService>();

  constructor(options: ReplicasOptions) {
    this.#options = options;
  }

  /** Starts all replicas, one of each service at a time. */
  async start(): Promise<void> {
    for (const name of restartedServices) this.#running.set(name, []);
    for (let place = 0; place < this.#options.count; place += 1) {
      const starts = restartedServices.map(async (name) => this.#of(name).push(await this.#startOne(name)));
      // All are waited for, so that each one that started is stopped in the end.
      const failed = (await Promise.allSettled(starts)).find(({ status }) => status === 'rejected');
      if (failed !== undefined) await Promise.all(starts);
    }
  }

  /** Restarts one replica of a service: the next is started once it has ended. Resolves when it is ready. */
  async restart(name: ServiceName, place: number): Promise<ReplicaEnd> {
    const replicas = this.#of(name);
    const replica = replicas[place];
    if (replica === undefined) throw new Error(`${name} has no replica ${place.toString()}`);
    const end = await this.#end(name, replica);
    replicas[place] = await this.#startOne(name);
    return end;
  }

  /** Sends SIGTERM to all at once and returns their ends. */
  async stopAll(): Promise<readonly ReplicaEnd[]> {
    const all = [...this.#running].flatMap(([name, replicas]) =>
      replicas.splice(0).map((replica) => this.#end(name, replica)),
    );
    return Promise.all(all);
  }

  #of(name: ServiceName): StartedService[] {
    return this.#running.get(name) ?? [];
  }

  async #startOne(name: ServiceName): Promise<StartedService> {
    const { stack, proxy, violations } = this.#options;
    const replica = await startService({ name, stack: stack.now(), env: { STOP_PAUSE_MS: stopPauseMs } });
    if (name === 'ingress') proxy.add(replica);
    void replica.ended.then((ending) => {
      if (!this.#asked.has(replica))
        violations.add('ended by itself', `${name}: ${JSON.stringify(ending)}; see ${replica.logPath}`);
    });
    return replica;
  }

  async #end(name: ServiceName, replica: StartedService): Promise<ReplicaEnd> {
    this.#asked.add(replica);
    const beganMs = performance.now();
    replica.kill('SIGTERM');
    const ending = await replica.ended;
    if (ending.how !== 'exit' || ending.code !== 0)
      this.#options.violations.add(
        'did not stop in order',
        `${name}: ${JSON.stringify(ending)}; see ${replica.logPath}`,
      );
    return { name, tookMs: performance.now() - beganMs, ending };
  }
}
