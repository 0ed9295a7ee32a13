import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedEnvironment } from '../config.ts';
import type { LeashedCommand } from '../leash.ts';
import type { StackPart } from '../part.ts';
import { answersHttp } from '../probe.ts';

/** The one service that answers clients; its health is on its HTTP port. */
export const httpService = 'ingress';

/** What distinguishes one running service from another. */
export interface ServicePlan {
  readonly name: string;
  readonly root: string;
  readonly logDir: string;
  readonly ports: { readonly http: number; readonly admin: number };
  /** Addresses of the parts, and whatever else this service is to find in its environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The services of this checkout: every folder under `services`. */
export const serviceNames = (root: string): readonly string[] =>
  readdirSync(join(root, 'services'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'services', entry.name, 'package.json')))
    .map((entry) => entry.name)
    .sort();

/** One of our services, run from its compiled main file. */
export const createService = (plan: ServicePlan): StackPart => {
  const port = plan.name === httpService ? plan.ports.http : plan.ports.admin;
  return {
    name: plan.name,
    port,
    logPath: join(plan.logDir, `${plan.name}.log`),
    command: () => serviceCommand(plan),
    isReady: () => answersHttp(`http://127.0.0.1:${String(port)}/health/ready`),
  };
};

const serviceCommand = ({ name, root, ports, env }: ServicePlan): LeashedCommand => ({
  command: process.execPath,
  args: ['--enable-source-maps', join(root, 'services', name, 'dist/main.js')],
  cwd: root,
  env: {
    ...inheritedEnvironment(),
    HTTP_PORT: String(ports.http),
    ADMIN_PORT: String(ports.admin),
    ...env,
  },
  // A service lets the requests in hand finish; longer than this is not worth waiting for on one's own machine.
  graceMs: 5_000,
});
