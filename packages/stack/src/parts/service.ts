import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment } from '../config.ts';
import { addressVariables, type LocalStack } from '../local-stack.ts';
import type { ProcessCommand } from '../processes/tied-process.ts';
import type { StackPart } from './part.ts';
import { answersHttp } from './probe.ts';

/** The one service that answers clients. */
export const httpService = 'ingress';

/** What distinguishes one running service from another. */
export interface ServicePlan {
  readonly name: string;
  /** Its compiled main file, from the root of the checkout. Default: that of the service of this name. */
  readonly main?: string | undefined;
  /** The stack that it belongs to. */
  readonly stack: LocalStack;
  readonly ports: ServicePorts;
  /** Stronger than anything else in its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Where a service listens: for clients, if it is the one that answers them, and for whoever asks for its health. */
export interface ServicePorts {
  readonly http: number;
  readonly admin: number;
}

/** The services of this checkout: every folder under `services`. */
export const serviceNames = (root: string): readonly string[] =>
  readdirSync(join(root, 'services'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'services', entry.name, 'package.json')))
    .map((entry) => entry.name)
    .sort();

/** One of our services, run from its compiled main file. */
export const createService = (plan: ServicePlan): StackPart => {
  const { name, stack, ports } = plan;
  return {
    name,
    port: ports.admin,
    logPath: join(stack.home, 'logs', `${name}.log`),
    command: () => serviceCommand(plan),
    isReady: () => answersHttp(`http://127.0.0.1:${String(ports.admin)}/health/ready`),
  };
};

/** What a batch makes lives for milliseconds: with room for it (MiB) it dies young, and nothing of it is copied about. */
const youngObjects = '--max-semi-space-size=64';

const serviceCommand = ({ name, main, stack, ports, env }: ServicePlan): ProcessCommand => {
  const ours = inheritedEnvironment();
  return {
    command: process.execPath,
    args: ['--enable-source-maps', youngObjects, join(stack.root, main ?? `services/${name}/dist/main.js`)],
    cwd: stack.root,
    env: {
      ...demoAccess(stack, ours),
      ...ours,
      ...addressVariables(stack),
      ...(name === httpService ? { BASE_URL: `http://127.0.0.1:${String(ports.http)}/v1` } : {}),
      HTTP_PORT: String(ports.http),
      ADMIN_PORT: String(ports.admin),
      ...env,
    },
    // A service lets the requests in hand finish; longer than this is not worth waiting for on one's own machine.
    graceMs: 5_000,
  };
};

/**
 * The demo keys, which lack the checksum of generated ones (D3), and the key pair of `loyaltyctl token` (D4). Everybody
 * knows these keys, so only this machine is answered.
 */
const demoAccess = (stack: LocalStack, ours: NodeJS.ProcessEnv): Readonly<Record<string, string>> => ({
  HTTP_HOST: ours['HTTP_HOST'] ?? '127.0.0.1',
  SEED_API_KEYS: stack.tenants.flatMap(({ liveKey, testKey }) => [liveKey, testKey]).join(','),
  ...(ours['JWT_JWKS_URL'] === undefined
    ? { JWT_PUBLIC_KEY_FILE: join(stack.root, '.loyalty/jwt/public.pem') }
    : {}),
});
