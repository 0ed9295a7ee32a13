import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { StartedService } from '@loyalty/stack';
import { join, listen } from './tcp-door.ts';

/** The interval in which each replica's readiness is asked for, in milliseconds. */
const readinessEveryMs = 250;

/**
 * The address of ingress, as a Kubernetes Service is: new connections go to ready replicas in turn, and a connection that is open
 * stays with its replica until one of both ends it.
 */
export class ReadyProxy {
  readonly #server: Server;
  readonly #halt = new AbortController();
  /** True for each that was ready when it was last asked. */
  readonly #replicas = new Map<StartedService, boolean>();
  #asking: Promise<void> = Promise.resolve();
  #turn = 0;
  port = 0;

  static async start(): Promise<ReadyProxy> {
    const proxy = new ReadyProxy();
    proxy.port = await listen(proxy.#server, 0);
    proxy.#asking = proxy.#askForEver();
    return proxy;
  }

  private constructor() {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      this.#lead(near);
    });
  }

  /** It gets connections once it was found ready. */
  add(replica: StartedService): void {
    this.#replicas.set(replica, false);
    void replica.ended.then(() => this.#replicas.delete(replica));
  }

  async stop(): Promise<void> {
    this.#halt.abort();
    this.#server.close();
    await this.#asking;
  }

  #lead(near: Socket): void {
    const ready = [...this.#replicas].filter(([, isReady]) => isReady).map(([replica]) => replica);
    const replica = ready[this.#turn % ready.length];
    this.#turn += 1;
    if (replica === undefined) near.resetAndDestroy();
    else
      join(near, connect({ host: '127.0.0.1', port: replica.httpPort, allowHalfOpen: true, noDelay: true }));
  }

  async #askForEver(): Promise<void> {
    while (!this.#halt.signal.aborted) {
      await Promise.all([...this.#replicas.keys()].map((replica) => this.#ask(replica)));
      await pause(readinessEveryMs, undefined, { signal: this.#halt.signal }).catch(() => undefined);
    }
  }

  async #ask(replica: StartedService): Promise<void> {
    const isReady = await fetch(`http://127.0.0.1:${replica.adminPort.toString()}/health/ready`)
      .then(async (response) => {
        await response.arrayBuffer();
        return response.ok;
      })
      .catch(() => false);
    if (this.#replicas.has(replica)) this.#replicas.set(replica, isReady);
  }
}
