import { Fault } from '@loyalty/kernel';
import { lastLines } from '../home-folder.ts';
import { type LocalStack, readLocalStack } from '../local-stack.ts';
import { freePort } from '../parts/ports.ts';
import { createService } from '../parts/service.ts';
import { waitUntilReady } from './supervisor.ts';
import { spawnTied, type TiedProcess } from './tied-process.ts';

interface ExtraService {
  /** The folder under `services`, unless `main` is given. */
  readonly name: string;
  readonly main?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stack?: LocalStack;
}

/** A started service. It is not restarted when it ends. */
export interface StartedService extends TiedProcess {
  readonly pid: number;
  /** The port of health and metrics. */
  readonly adminPort: number;
  readonly httpPort: number;
  readonly logPath: string;
}

/** Starts one more process on the running stack. Throws a Fault if it does not become ready. */
export const startService = async (extra: ExtraService): Promise<StartedService> => {
  const { service, started } = await launch(extra);
  if (await waitUntilReady(service, started)) return started;
  await started.stop();
  throw doesNotStart(extra, started.logPath);
};

/** Starts as {@link startService} does, but does not wait until it is ready. */
export const launchService = async (extra: ExtraService): Promise<StartedService> =>
  (await launch(extra)).started;

const launch = async (extra: ExtraService) => {
  const { name, main, env = {}, stack = readLocalStack() } = extra;
  const ports = { http: await freePort(), admin: await freePort() };
  const service = createService({ name, main, stack, ports, env });
  const logPath = service.logPath.replace(/\.log$/, `-${String(ports.admin)}.log`);
  const process = spawnTied({ ...service.command(), logPath });
  if (process.pid === undefined) throw doesNotStart(extra, logPath);
  const started: StartedService = {
    ...process,
    pid: process.pid,
    adminPort: ports.admin,
    httpPort: ports.http,
    logPath,
  };
  return { service, started };
};

const doesNotStart = ({ name }: ExtraService, logPath: string): Fault =>
  new Fault(
    'SERVICE_DOES_NOT_START',
    `${name} does not start; ${logPath} ends with:\n${lastLines(logPath, 15)}`,
  );
