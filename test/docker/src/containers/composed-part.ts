import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { inheritedEnvironment } from '@loyalty/stack';
import { standInsOf } from '../../../../deploy/images/docker.mjs';
import { root } from '../root.ts';

/** The name of a part in `docker-compose.yml`. */
export type PartName = 'kafka' | 'registry' | 'postgres' | 'redis';

/** A part as `docker-compose.yml` describes it. */
export interface ComposedPart {
  readonly image: string;
  /** Empty: the command of the image. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly sharedMemoryBytes: number;
  readonly healthcheck: {
    readonly test: ['CMD', ...string[]];
    readonly interval: number;
    readonly timeout: number;
    readonly retries: number;
    readonly startPeriod: number;
  };
}

interface ServiceInFile {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly shm_size?: string;
  readonly healthcheck: {
    readonly test: readonly string[];
    readonly interval: string;
    readonly timeout: string;
    readonly retries: number;
    readonly start_period: string;
  };
}

/** Images of stand-ins that were made on this machine, by their variables; none where public images are pulled. */
export const standIns: Readonly<Record<string, string>> = standInsOf(root);

/** Reads the parts of `docker-compose.yml` as compose does: variables of the environment, then stand-ins, then what the file says. */
export const readComposedParts = (): ((name: PartName) => ComposedPart) => {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const { services } = parse(withVariables(text), { merge: true }) as {
    readonly services: Readonly<Record<string, ServiceInFile>>;
  };
  return (name) => {
    const service = services[name];
    if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
    return partOf(service);
  };
};

/** Replaces `${NAME:-default}`, and then `$$` by a dollar sign. */
const withVariables = (text: string): string => {
  const given = { ...standIns, ...inheritedEnvironment() };
  return text
    .replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => given[name] ?? otherwise)
    .replaceAll('$$', '$');
};

const partOf = ({ image, command, environment, shm_size, healthcheck }: ServiceInFile): ComposedPart => ({
  image,
  command: command ?? [],
  environment: Object.fromEntries(
    Object.entries(environment ?? {}).map(([name, value]) => [name, String(value)]),
  ),
  sharedMemoryBytes: shm_size === undefined ? 0 : megabytes(shm_size),
  healthcheck: {
    test: ['CMD', ...healthcheck.test.slice(1)],
    interval: milliseconds(healthcheck.interval),
    timeout: milliseconds(healthcheck.timeout),
    retries: healthcheck.retries,
    startPeriod: milliseconds(healthcheck.start_period),
  },
});

const milliseconds = (text: string): number => inUnit(text, 's') * 1_000;
const megabytes = (text: string): number => inUnit(text, 'm') * 1024 * 1024;

const inUnit = (text: string, unit: string): number => {
  const value = Number(text.slice(0, -unit.length));
  if (!text.endsWith(unit) || Number.isNaN(value)) throw new Error(`${text} is no number of ${unit}`);
  return value;
};
