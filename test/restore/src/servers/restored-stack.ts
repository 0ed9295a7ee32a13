import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@loyalty/contracts';
import {
  inheritedEnvironment,
  loyaltyctlJson,
  startLoyaltyctl,
  startOwnStack,
  startService,
  type CtlRun,
  type LocalStack,
  type OwnStack,
  type StartedService,
} from '@loyalty/stack';
import { home, root } from '../root.ts';
import { ArchivedPostgres } from './archived-postgres.ts';
import { KafkaCopy } from './kafka-copy.ts';

/** The servers of the drill, and the services on them. */
export class RestoredStack {
  readonly postgres: ArchivedPostgres;
  readonly kafkaCopy: KafkaCopy;
  readonly #infrastructure: OwnStack;
  readonly #services = new Map<ServiceName, StartedService>();
  readonly #others: OwnStack[] = [];
  #local: LocalStack;

  /** Starts the servers and deploys to them; no service runs yet. */
  static async start(): Promise<RestoredStack> {
    const postgres = await ArchivedPostgres.start(root, join(home, 'postgres'));
    const stops = [() => postgres.stop()];
    try {
      const variables = { DATABASE_URL: postgres.url };
      const stack = await startOwnStack({ root, home: join(home, 'stack'), isInfraOnly: true, variables });
      stops.unshift(() => stack.stop());
      const restored = new RestoredStack(postgres, stack);
      await restored.loyaltyctl('deploy', '--local');
      return restored;
    } catch (failure) {
      for (const stop of stops) await stop();
      throw failure;
    }
  }

  private constructor(postgres: ArchivedPostgres, infrastructure: OwnStack) {
    this.postgres = postgres;
    this.kafkaCopy = new KafkaCopy(infrastructure);
    this.#infrastructure = infrastructure;
    this.#local = infrastructure.now();
    this.#writeAddresses();
  }

  get local(): LocalStack {
    return this.#local;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#services.get('ingress')?.httpPort ?? 0).toString()}/v1`;
  }

  /** Runs loyaltyctl with --json and returns its output; throws when it fails. */
  loyaltyctl<T>(...args: readonly string[]): Promise<T> {
    return loyaltyctlJson<T>(this.#ctl, args);
  }

  /** Runs loyaltyctl, and returns its output and exit code. */
  run(args: readonly string[]): Promise<CtlRun> {
    return startLoyaltyctl(this.#ctl, args).ended;
  }

  async startServices(names: readonly ServiceName[]): Promise<void> {
    for (const name of names)
      this.#services.set(name, await startService({ name, env: {}, stack: this.#local }));
  }

  async stopServices(): Promise<void> {
    const running = [...this.#services.values()];
    this.#services.clear();
    await Promise.all(running.map((service) => service.stop()));
  }

  /** Starts an empty Kafka, which takes the place of the former one from now on. Returns the brokers of the former. */
  async replaceKafka(): Promise<string> {
    const { databaseUrl, schemaRegistryUrl, redisUrl, kafkaBrokers } = this.#local;
    const variables = {
      DATABASE_URL: databaseUrl,
      SCHEMA_REGISTRY_URL: schemaRegistryUrl,
      REDIS_URL: redisUrl,
    };
    const kafka = await startOwnStack({ root, home: join(home, 'kafka'), isInfraOnly: true, variables });
    this.#others.push(kafka);
    this.#local = { ...this.#local, kafkaBrokers: kafka.now().kafkaBrokers };
    this.#writeAddresses();
    return kafkaBrokers;
  }

  async stop(): Promise<void> {
    await this.stopServices();
    for (const stack of [this.#infrastructure, ...this.#others]) await stack.stop();
    await this.postgres.stop();
  }

  get #localJsonPath(): string {
    return join(home, 'addresses.json');
  }

  get #ctl() {
    const env = {
      ...inheritedEnvironment(),
      LOYALTY_LOCAL_JSON: this.#localJsonPath,
      SECRET_KEYS_FILE: this.#local.secretKeysFile,
    };
    return { root, env };
  }

  #writeAddresses(): void {
    writeFileSync(this.#localJsonPath, JSON.stringify(this.#local));
  }
}
