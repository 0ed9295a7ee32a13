import { join } from 'node:path';
import {
  demoTenants,
  inheritedEnvironment,
  startLoyaltyctl,
  startOwnStack,
  startService,
  type LocalStack,
  type OwnStack,
  type StartedService,
} from '@loyalty/stack';
import type { Build } from './builds.ts';
import { home, root } from './root.ts';

interface Running {
  readonly build: Build;
  readonly service: string;
  readonly process: StartedService;
}

/** Servers, and processes of our services, of one build or another. */
export class MixedStack {
  readonly #stack: OwnStack;
  #running: readonly Running[] = [];

  static async start(): Promise<MixedStack> {
    return new MixedStack(await startOwnStack({ root, home: join(home, 'stack'), isInfraOnly: true }));
  }

  private constructor(stack: OwnStack) {
    this.#stack = stack;
  }

  /** The URL of the API now: that of the ingress which was started last. */
  get baseUrl(): string {
    const port = this.#running.findLast(({ service }) => service === 'ingress')?.process.httpPort ?? 0;
    return `http://127.0.0.1:${port.toString()}/v1`;
  }

  /** Runs loyaltyctl of a build to its end; throws when it failed. */
  async loyaltyctl(build: Build, ...args: readonly string[]): Promise<string> {
    const env = {
      ...inheritedEnvironment(),
      LOYALTY_LOCAL_JSON: this.#stack.localJsonPath,
      SECRET_KEYS_FILE: this.#local().secretKeysFile,
    };
    const { code, stdout, stderr } = await startLoyaltyctl({ root: build.root, env }, args).ended;
    if (code === 0) return stdout;
    throw new Error(`loyaltyctl ${args.join(' ')} of ${build.name}: ${stdout}\n${stderr}`);
  }

  /** Starts one more process of a service, where the build has it; resolves when it is ready. */
  async begin(build: Build, service: string): Promise<void> {
    if (!build.services.includes(service)) return;
    const process = await startService({
      name: service,
      stack: { ...this.#local(), root: build.root },
      env: {
        JWT_PUBLIC_KEY_FILE: join(root, '.loyalty/jwt/public.pem'),
        // Tills that have chosen an ingress which is about to stop are still served.
        STOP_PAUSE_MS: '1000',
      },
    });
    this.#running = [...this.#running, { build, service, process }];
  }

  /** Stops the processes of a service that are of another build. */
  async endOthers(build: Build, service: string): Promise<void> {
    const others = this.#running.filter((one) => one.service === service && one.build !== build);
    this.#running = this.#running.filter((one) => !others.includes(one));
    for (const { process } of others) await process.stop();
  }

  /** Replaces a service: the new process is ready before the others stop. */
  async replace(build: Build, service: string): Promise<void> {
    await this.begin(build, service);
    await this.endOthers(build, service);
  }

  async stop(): Promise<void> {
    for (const { process } of this.#running) await process.stop();
    await this.#stack.stop();
  }

  /** Services take the demo's keys, whose tenants exist in every build. */
  #local(): LocalStack {
    return { ...this.#stack.now(), tenants: demoTenants };
  }
}
