import { serviceNames } from '@loyalty/contracts';
import { inheritedEnvironment } from '@loyalty/stack';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StartedService } from '@loyalty/stack';
import { root } from '../root.ts';
import type { SecuredStack } from '../secured-stack.ts';
import { marker } from '../servers/passwords.ts';
import { serviceSettings, type Services } from '../services.ts';

const run = promisify(execFile);

/** A text that people see, and where. */
interface Shown {
  readonly place: string;
  readonly text: string;
}

/** Returns every place that shows a password, and every place that was to be searched and is empty. */
export const judgeLeaks = async (stack: SecuredStack, services: Services): Promise<readonly string[]> => {
  const shown = [
    ...logs(stack),
    { place: 'what loyaltyctl printed', text: stack.printed.join('\n') },
    ...(await helpTexts(stack)),
    ...(await ofRunning(services)),
  ];
  return [
    ...shown.filter(({ text }) => text.includes(marker)).map(({ place }) => `a password is in ${place}`),
    ...shown.filter(({ text }) => text.trim() === '').map(({ place }) => `nothing is in ${place}`),
  ];
};

/** The logs of all processes of services that ever ran here. */
const logs = ({ home }: SecuredStack): readonly Shown[] => {
  const folder = join(home, 'logs');
  return readdirSync(folder)
    .filter((name) => serviceNames.some((service) => name.startsWith(service)))
    .map((name) => ({ place: `log ${name}`, text: readFileSync(join(folder, name), 'utf8') }));
};

/** The output of `--help` while passwords stand in the variables themselves. */
const helpTexts = (stack: SecuredStack): Promise<readonly Shown[]> =>
  Promise.all(
    serviceNames.map(async (name) => {
      const env = {
        ...inheritedEnvironment(),
        ...serviceSettings(stack, name),
        KAFKA_SASL_PASSWORD: marker,
        DATABASE_PASSWORD: marker,
        DATABASE_URL: `postgres://app:${marker}@127.0.0.1/loyalty`,
        REDIS_PASSWORD: marker,
        SCHEMA_REGISTRY_PASSWORD: marker,
      };
      const main = join(root, `services/${name}/dist/main.js`);
      const { stdout, stderr } = await run(process.execPath, [main, '--help'], { env });
      return { place: `help of ${name}`, text: stdout + stderr };
    }),
  );

const pages = ['/metrics', '/health/ready', '/health/live'];

const ofRunning = async (services: Services): Promise<readonly Shown[]> =>
  (
    await Promise.all(
      [...services].map(async ([name, service]) => [...(await pagesOf(name, service)), title(name, service)]),
    )
  ).flat();

const pagesOf = (name: string, { adminPort }: StartedService): Promise<readonly Shown[]> =>
  Promise.all(
    pages.map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${adminPort.toString()}${path}`);
      return { place: `${path} of ${name}`, text: await answer.text() };
    }),
  );

/** The command line, as `ps` shows it to everybody on the machine. */
const title = (name: string, { pid }: StartedService): Shown => ({
  place: `title of ${name}`,
  text: readFileSync(`/proc/${pid.toString()}/cmdline`, 'utf8').replaceAll('\0', ' '),
});
