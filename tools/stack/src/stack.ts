import { mkdirSync, rmSync } from 'node:fs';
import { createLifecycle, type Lifecycle, type Part } from '@loyalty/kernel';
import { givenDnsServers, givenSecretKeysFile, readReplacedParts, type ReplacedParts } from './config.ts';
import { ensureSecretKeys, rotateLogs, type StackLock, takeLock } from './home-folder.ts';
import { demoTenants, type LocalProcess, type LocalStack, writeLocalStack } from './local-stack.ts';
import { createDeployStep } from './parts/deploy-step.ts';
import { createKafka } from './parts/kafka.ts';
import type { PartState, StackPart } from './parts/part.ts';
import { choosePorts, freePort, requireFreePorts, type PlannedPort } from './parts/ports.ts';
import { createPostgres, postgresUrl } from './parts/postgres.ts';
import { createRedis } from './parts/redis.ts';
import { createRegistry, registryUrl } from './parts/registry.ts';
import {
  consoleService,
  consoleUrlOf,
  createService,
  hasConsole,
  httpService,
  serviceNames,
} from './parts/service.ts';
import { keepAll } from './processes/supervisor.ts';
import {
  type Layout,
  layoutFor,
  type StackContext,
  type StackPorts,
  type StackSettings,
} from './settings.ts';

export interface Stack extends Lifecycle {
  readonly layout: Layout;
  /** Returns the stack. Its processes are complete once `start` has settled. */
  readonly local: () => LocalStack;
}

/** After a kill -9 watchers give leftover programs three seconds; Kafka's port is the last to be free. */
const staleLockWaitMs = 10_000;

/** Creates a stack. Each group is ready before the next one begins. */
export const createStack = async (
  settings: StackSettings,
  say: (sentence: string) => void,
): Promise<Stack> => {
  const layout = layoutFor(settings.root, settings.home);
  const { javaHome, isLasting = true } = settings;
  const context: StackContext = { layout, javaHome, isLasting, say };
  const ports = await choosePorts(settings.ports);
  const infrastructure = await planInfrastructure(context, ports);
  const record = new StackRecord(
    layout.localJsonPath,
    stackAddresses(settings, { layout, ports, infrastructure }),
  );
  const services = settings.infraOnly ? [] : await planServices(record.stack, ports);
  const clients = await planClients(record.stack, ports, services.length);
  const keep = (kind: ProcessKind, parts: readonly StackPart[]): Part =>
    keepAll(kind, parts, {
      say,
      onChange: (part, now) => {
        record.note(kind, part, now);
      },
    });
  const parts: readonly Part[] = [
    keep('parts', infrastructure.parts),
    ...(settings.infraOnly ? [] : [createDeployStep(layout, record.stack), keep('services', services)]),
    keep('clients', clients),
    record,
  ];
  const wanted = [...infrastructure.parts, ...services, ...clients].map(wantedPort);
  if (!settings.infraOnly) wanted.push({ name: httpService, port: ports.http, option: '--port' });
  if (record.stack.consoleUrl !== null)
    wanted.push({ name: consoleService, port: ports.console, option: '--console-port' });
  const preflight = createPreflight(settings, layout, { parts: infrastructure.parts, wanted });
  const lifecycle = createLifecycle([preflight, ...parts]);
  return { ...lifecycle, stop: () => stopAtOnce(parts, lifecycle), layout, local: () => record.stack };
};

/** A lifecycle by itself waits for the part that is starting. */
const stopAtOnce = async (parts: readonly Part[], lifecycle: Lifecycle): Promise<void> => {
  for (const part of parts.toReversed()) await part.stop?.();
  await lifecycle.stop();
};

const stackAddresses = (
  { dnsServers, infraOnly }: StackSettings,
  {
    layout,
    ports,
    infrastructure,
  }: { readonly layout: Layout; readonly ports: StackPorts; readonly infrastructure: Infrastructure },
): StackAddresses => ({
  pid: process.pid,
  root: layout.root,
  home: layout.home,
  startedAt: new Date().toISOString(),
  baseUrl: `http://127.0.0.1:${String(ports.http)}/v1`,
  consoleUrl: !infraOnly && hasConsole(layout.root) ? consoleUrlOf(ports.console) : null,
  ...infrastructure.addresses,
  hasRoles: !infraOnly && infrastructure.parts.some(({ name }) => name === 'postgres'),
  dnsServers: dnsServers ?? givenDnsServers() ?? null,
  secretKeysFile: givenSecretKeysFile() ?? layout.secretKeysPath,
  tenants: demoTenants,
});

const planServices = (stack: LocalStack, ports: StackPorts): Promise<readonly StackPart[]> =>
  Promise.all(
    serviceNames(stack.root).map(async (name, place) => {
      const admin = ports.admin === 0 ? await freePort() : ports.admin + place;
      return createService({ name, stack, ports: { http: ports.http, admin } });
    }),
  );

/** The health ports of these processes follow those of services. */
const planClients = async (
  stack: LocalStack,
  ports: StackPorts,
  services: number,
): Promise<readonly StackPart[]> => {
  if (stack.consoleUrl === null) return [];
  const admin = ports.admin === 0 ? await freePort() : ports.admin + services;
  return [createService({ name: consoleService, stack, ports: { http: ports.console, admin } })];
};

const createPreflight = (
  settings: StackSettings,
  layout: Layout,
  { parts, wanted }: { readonly parts: readonly StackPart[]; readonly wanted: readonly PlannedPort[] },
): Part => {
  let lock: StackLock | undefined;
  return {
    name: 'preflight',
    start: async () => {
      lock = takeLock(layout.lockPath);
      await requireFreePorts(wanted, lock.wasStale ? staleLockWaitMs : 0);
      rotateLogs(layout.logDir);
      if (settings.fresh) dropData(layout, parts);
      mkdirSync(layout.dataDir, { recursive: true });
      ensureSecretKeys(layout.secretKeysPath);
      mkdirSync(layout.cacheDir, { recursive: true });
    },
    stop: () => Promise.resolve(lock?.release()),
  };
};

const dropData = (layout: Layout, parts: readonly StackPart[]): void => {
  for (const { dataDir } of parts) {
    if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
  }
  rmSync(layout.dataDir, { recursive: true, force: true });
};

const wantedPort = ({ name, port }: StackPart): PlannedPort => {
  const infrastructure = ['kafka', 'registry', 'postgres', 'redis'];
  return { name, port, option: infrastructure.includes(name) ? `--${name}-port` : '--admin-port' };
};

type ProcessKind = 'parts' | 'services' | 'clients';

type StackAddresses = Omit<LocalStack, ProcessKind>;

/** Written once everything is ready, again at every new process id, removed at the end. */
class StackRecord implements Part {
  readonly name = 'record';
  readonly #path: string;
  readonly #addresses: StackAddresses;
  readonly #processes: Record<ProcessKind, Record<string, LocalProcess>> = {
    parts: {},
    services: {},
    clients: {},
  };
  #isPublished = false;

  constructor(path: string, addresses: StackAddresses) {
    this.#path = path;
    this.#addresses = addresses;
  }

  get stack(): LocalStack {
    return { ...this.#addresses, ...this.#processes };
  }

  note(kind: ProcessKind, part: StackPart, now: PartState): void {
    this.#processes[kind][part.name] = {
      pid: now.pid ?? null,
      isServing: now.isServing,
      port: part.port,
      log: part.logPath,
    };
    if (this.#isPublished) writeLocalStack(this.#path, this.stack);
  }

  /** The file is written last, so that it exists only for a stack that is ready. */
  start(): Promise<void> {
    this.#isPublished = true;
    writeLocalStack(this.#path, this.stack);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    this.#isPublished = false;
    rmSync(this.#path, { force: true });
    return Promise.resolve();
  }
}

/** The addresses of all four, started or given. */
interface Infrastructure {
  readonly parts: readonly StackPart[];
  readonly addresses: Pick<LocalStack, 'kafkaBrokers' | 'schemaRegistryUrl' | 'databaseUrl' | 'redisUrl'>;
}

const planInfrastructure = async (context: StackContext, ports: StackPorts): Promise<Infrastructure> => {
  const given = readReplacedParts();
  return {
    parts: await partsToStart(context, ports, given),
    addresses: {
      kafkaBrokers: given.kafkaBrokers ?? `127.0.0.1:${String(ports.kafka)}`,
      schemaRegistryUrl: given.schemaRegistryUrl ?? registryUrl(ports.registry),
      databaseUrl: given.databaseUrl ?? postgresUrl(ports.postgres),
      redisUrl: given.redisUrl ?? `redis://127.0.0.1:${String(ports.redis)}`,
    },
  };
};

const partsToStart = async (
  context: StackContext,
  ports: StackPorts,
  given: ReplacedParts,
): Promise<readonly StackPart[]> => {
  const kafkaPorts = { broker: ports.kafka, controller: await freePort() };
  const registryPorts = { api: ports.registry, management: await freePort() };
  return [
    ...(given.kafkaBrokers === undefined ? [createKafka(context, kafkaPorts)] : []),
    ...(given.schemaRegistryUrl === undefined ? [createRegistry(context, registryPorts)] : []),
    ...(given.databaseUrl === undefined ? [createPostgres(context, ports.postgres)] : []),
    ...(given.redisUrl === undefined ? [createRedis(context, ports.redis)] : []),
  ];
};
