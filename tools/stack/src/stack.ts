import { mkdirSync, rmSync } from 'node:fs';
import { createLifecycle, type Lifecycle, type Part } from '@loyalty/kernel';
import { givenDnsServers, givenSecretKeysFile } from './config.ts';
import type { StackContext } from './context.ts';
import { demoTenants } from './demo.ts';
import { layoutFor, type Layout } from './layout.ts';
import { addressVariables, type LocalStack } from './local-stack.ts';
import { createDeployStep } from './parts/deploy-step.ts';
import { planInfrastructure, type Infrastructure } from './parts/infrastructure.ts';
import { keepAll } from './parts/keep-all.ts';
import type { StackPart } from './parts/part.ts';
import { choosePorts, freePort, requireFreePorts, type WantedPort } from './parts/ports.ts';
import { createService, httpService, serviceNames } from './parts/service.ts';
import { takeLock, type StackLock } from './processes/lock.ts';
import { rotateLogs } from './processes/log-files.ts';
import { StackRecord, type StackAddresses } from './record.ts';
import { ensureSecretKeys } from './secret-keys.ts';
import type { StackPorts, StackSettings } from './settings.ts';

/** A stack that can be started and stopped as a whole. */
export interface Stack extends Lifecycle {
  readonly layout: Layout;
  /** Returns the content of local.json; its processes are complete once `start` has settled. */
  readonly local: () => LocalStack;
}

/** After a kill -9 the watchers give leftover programs three seconds; Kafka's port is the last to become free. */
const staleLockPatienceMs = 10_000;

/** Builds the stack: infrastructure, deploy step, services, each ready before the next begins. */
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
  const keep = (kind: 'parts' | 'services', parts: readonly StackPart[]): Part =>
    keepAll(kind, parts, {
      say,
      onChange: (part, now) => {
        record.note(kind, part, now);
      },
    });
  const parts: readonly Part[] = [
    keep('parts', infrastructure.parts),
    ...(settings.infraOnly
      ? []
      : [createDeployStep(layout, addressVariables(record.stack)), keep('services', services)]),
    record,
  ];
  const wanted = [...infrastructure.parts, ...services].map(wantedPort);
  if (!settings.infraOnly) wanted.push({ name: httpService, port: ports.http, option: '--port' });
  const preflight = createPreflight(settings, layout, { parts: infrastructure.parts, wanted });
  const lifecycle = createLifecycle([preflight, ...parts]);
  return { ...lifecycle, stop: () => stopAtOnce(parts, lifecycle), layout, local: () => record.stack };
};

/** Interrupts a running start: a lifecycle by itself waits for the part that is starting. */
const stopAtOnce = async (parts: readonly Part[], lifecycle: Lifecycle): Promise<void> => {
  for (const part of parts.toReversed()) await part.stop?.();
  await lifecycle.stop();
};

interface Planned {
  readonly layout: Layout;
  readonly ports: StackPorts;
  readonly infrastructure: Infrastructure;
}

const stackAddresses = (
  { dnsServers }: StackSettings,
  { layout, ports, infrastructure }: Planned,
): StackAddresses => ({
  pid: process.pid,
  root: layout.root,
  home: layout.home,
  startedAt: new Date().toISOString(),
  baseUrl: `http://127.0.0.1:${String(ports.http)}/v1`,
  ...infrastructure.addresses,
  dnsServers: dnsServers ?? givenDnsServers() ?? null,
  secretKeysFile: givenSecretKeysFile() ?? layout.secretKeysPath,
  tenants: demoTenants,
});

/** Returns the services, each with its own admin port: one after the other from the chosen one, or any. */
const planServices = (stack: LocalStack, ports: StackPorts): Promise<readonly StackPart[]> =>
  Promise.all(
    serviceNames(stack.root).map(async (name, place) => {
      const admin = ports.admin === 0 ? await freePort() : ports.admin + place;
      return createService({ name, stack, ports: { http: ports.http, admin } });
    }),
  );

/** Prepares the start: the lock, new logs, deleted data where asked, free ports. */
const createPreflight = (
  settings: StackSettings,
  layout: Layout,
  { parts, wanted }: { readonly parts: readonly StackPart[]; readonly wanted: readonly WantedPort[] },
): Part => {
  let lock: StackLock | undefined;
  return {
    name: 'preflight',
    start: async () => {
      lock = takeLock(layout.lockPath);
      await requireFreePorts(wanted, lock.wasStale ? staleLockPatienceMs : 0);
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

/** A part's port has an option with the part's name; the admin ports of services follow one another. */
const wantedPort = ({ name, port }: StackPart): WantedPort => {
  const infrastructure = ['kafka', 'registry', 'postgres', 'redis'];
  return { name, port, option: infrastructure.includes(name) ? `--${name}-port` : '--admin-port' };
};
