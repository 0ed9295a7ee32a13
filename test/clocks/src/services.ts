import { startService, type StartedService } from '@loyalty/stack';
import type { ClockStack } from './own-stack.ts';

export const serviceNames = [
  'ingress',
  'earn-engine',
  'burn-engine',
  'webhook-dispatcher',
  'tier-service',
  'segment-service',
  'fulfilment',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** One process of each service, restarted with other clocks. */
export class Services {
  readonly #stack: ClockStack;
  readonly #running = new Map<ServiceName, StartedService>();

  constructor(stack: ClockStack) {
    this.#stack = stack;
  }

  /** Returns the current process; throws when there is none. */
  of(name: ServiceName): StartedService {
    const service = this.#running.get(name);
    if (service === undefined) throw new Error(`${name} is not running`);
    return service;
  }

  /** The URL of the API. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.of('ingress').httpPort.toString()}/v1`;
  }

  /** Starts a service in place of the running one. */
  async start(name: ServiceName, env: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#running.get(name)?.stop();
    this.#running.set(name, await startService({ name, env, stack: this.#stack.local }));
  }

  async startAll(): Promise<void> {
    for (const name of serviceNames) await this.start(name);
  }

  async stopAll(): Promise<void> {
    for (const service of this.#running.values()) await service.stop();
  }
}
