import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment } from '../config.ts';
import { addressVariables, databaseUrlOf, type LocalStack } from '../local-stack.ts';
import type { ProcessCommand } from '../processes/tied-process.ts';
import { bundledProgram } from './bundled-program.ts';
import { respondsToHttp, type StackPart } from './part.ts';

/** The only service with an HTTP API for clients. */
export const httpService = 'ingress';

/** The service that serves the pages for people. */
export const consoleService = 'console';

interface ServicePlan {
  readonly name: string;
  /** Relative to the checkout. Default: that of the service with this name. */
  readonly main?: string | undefined;
  readonly stack: LocalStack;
  readonly ports: ServicePorts;
  /** Overrides everything else in its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

interface ServicePorts {
  readonly http: number;
  readonly admin: number;
}

/** Returns the names of the services, without the console, because that is a client of the services. */
export const serviceNames = (root: string): readonly string[] =>
  readdirSync(join(root, 'services'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'services', entry.name, 'package.json')))
    .map((entry) => entry.name)
    .filter((name) => name !== consoleService)
    .sort();

/**
 * Returns true if there is a console. Checkouts of earlier releases have none, and with an identity provider
 * a local console signs nobody in.
 */
export const hasConsole = (root: string): boolean =>
  existsSync(join(root, 'services', consoleService, 'package.json')) &&
  inheritedEnvironment()['JWT_JWKS_URL'] === undefined;

export const createService = (plan: ServicePlan): StackPart => {
  const { name, stack, ports } = plan;
  return {
    name,
    port: ports.admin,
    logPath: join(stack.home, 'logs', `${name}.log`),
    command: () => serviceCommand(plan),
    isReady: () => respondsToHttp(`http://127.0.0.1:${String(ports.admin)}/health/ready`),
  };
};

/**
 * The size is in MiB. A batch's objects live for milliseconds: with this space they die before they would be
 * copied. A console has no batches.
 */
const youngObjects = (name: string): string =>
  `--max-semi-space-size=${name === consoleService ? '2' : '64'}`;

const programOf = (root: string, name: string): string =>
  bundledProgram(root, `services/${name}`) ?? join(root, `services/${name}/dist/main.js`);

const serviceCommand = ({ name, main, stack, ports, env }: ServicePlan): ProcessCommand => {
  const ours = inheritedEnvironment();
  return {
    command: process.execPath,
    args: [
      '--enable-source-maps',
      youngObjects(name),
      main === undefined ? programOf(stack.root, name) : join(stack.root, main),
    ],
    cwd: stack.root,
    env: {
      ...demoAccess(stack, ours),
      ...ours,
      ...addressVariables(stack),
      // A program of a test's own is none of the services, so it has no role.
      ...(main === undefined ? { DATABASE_URL: databaseUrlOf(stack, roleOf(name)) } : {}),
      ...(name === httpService ? { BASE_URL: `http://127.0.0.1:${String(ports.http)}/v1` } : {}),
      // No load balancer stands before it.
      STOP_PAUSE_MS: '0',
      HTTP_PORT: String(ports.http),
      ADMIN_PORT: String(ports.admin),
      ...(main === undefined && name === consoleService ? consoleVariables(stack, ports.http) : {}),
      ...env,
    },
    // A service finishes its requests under way; waiting longer is not worth it on one's own machine.
    graceMs: 5_000,
  };
};

/** Everybody on this machine is signed in, with tokens of the pair that demo access has. */
const consoleVariables = (stack: LocalStack, port: number): Readonly<Record<string, string>> => ({
  SIGN_IN: 'local',
  API_URL: stack.baseUrl,
  CONSOLE_URL: consoleUrlOf(port),
  JWT_PRIVATE_KEY_FILE: join(stack.root, '.loyalty/jwt/private.pem'),
  LOCAL_TENANTS: stack.tenants.map(({ tenantId, name }) => `${tenantId}=${name}`).join(','),
});

export const consoleUrlOf = (port: number): string => `http://127.0.0.1:${String(port)}`;

/** The role is that of `serviceRoleOf` of storage, which this package does not import. */
const roleOf = (service: string): string => `loyalty_${service.replaceAll('-', '_')}`;

/**
 * Demo keys, which lack the checksum of generated ones (D3), and the key pair of `loyaltyctl token` (D4).
 * They are public, and the servers next to them have no passwords, so services accept only connections from this machine.
 */
const demoAccess = (stack: LocalStack, ours: NodeJS.ProcessEnv): Readonly<Record<string, string>> => ({
  HTTP_HOST: ours['HTTP_HOST'] ?? '127.0.0.1',
  ADMIN_HOST: ours['ADMIN_HOST'] ?? '127.0.0.1',
  SEED_API_KEYS: stack.tenants.flatMap(({ liveKey, testKey }) => [liveKey, testKey]).join(','),
  ...(ours['JWT_JWKS_URL'] === undefined
    ? { JWT_PUBLIC_KEY_FILE: join(stack.root, '.loyalty/jwt/public.pem') }
    : {}),
});
