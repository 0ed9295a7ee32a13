import { serviceNames, type ServiceName } from '@loyalty/contracts';
import { freePort, launchService, type StartedService } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import type { DooredStack } from './doored-stack.ts';

type Variables = Readonly<Record<string, string>>;

const readyWithin = { withinMs: 60_000, everyMs: 100 };

/** One process of each service. Each keeps its ports when it is started again, as a container in its pod does. */
export class Services {
  readonly #doored: DooredStack;
  readonly #adminPorts: ReadonlyMap<ServiceName, number>;
  readonly #running = new Map<ServiceName, StartedService>();

  /** Starts all services. */
  static async start(doored: DooredStack): Promise<Services> {
    const ports = new Map<ServiceName, number>();
    for (const name of serviceNames) ports.set(name, await freePort());
    const services = new Services(doored, ports);
    // All are waited for, so that each one that started is stopped in the end.
    const started = await Promise.allSettled(serviceNames.map((name) => services.start(name)));
    const failed = started.find(({ status }) => status === 'rejected');
    if (failed?.status !== 'rejected') return services;
    await services.stopAll();
    throw failed.reason;
  }

  private constructor(doored: DooredStack, adminPorts: ReadonlyMap<ServiceName, number>) {
    this.#doored = doored;
    this.#adminPorts = adminPorts;
  }

  /** Returns the port of metrics. */
  adminPortOf(name: ServiceName): number {
    return this.#adminPorts.get(name) ?? 0;
  }

  /** Starts a service in place of the running one, and waits until it is ready. */
  async start(name: ServiceName, env: Variables = {}): Promise<void> {
    await this.launch(name, env);
    await eventually(`${name} is ready`, () => this.isReady(name), readyWithin);
  }

  /** Starts a service in place of the running one. It may not be ready yet. */
  async launch(name: ServiceName, env: Variables = {}): Promise<void> {
    await this.#running.get(name)?.stop();
    const { stack, httpPort } = this.#doored;
    const ports = {
      ADMIN_PORT: this.adminPortOf(name).toString(),
      HTTP_PORT: httpPort.toString(),
      BASE_URL: stack.now().baseUrl,
    };
    const service = await launchService({ name, stack: stack.now(), env: Object.assign(ports, env) });
    this.#running.set(name, service);
  }

  /** Kills a service with SIGKILL; nothing starts it again. */
  async kill(name: ServiceName): Promise<void> {
    const service = this.#running.get(name);
    service?.kill('SIGKILL');
    await service?.ended;
  }

  async isReady(name: ServiceName): Promise<boolean> {
    const url = `http://127.0.0.1:${this.adminPortOf(name).toString()}/health/ready`;
    return fetch(url).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      },
      () => false,
    );
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.values()].map((service) => service.stop()));
  }
}
