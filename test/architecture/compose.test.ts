import { parse } from 'yaml';
import { serviceNames } from '@loyalty/contracts';
import {
  addressSettings,
  readSettings,
  settingsIn,
  type SettingsSpec,
  processSettings,
} from '@loyalty/service/settings';
import { demoTenants } from '@loyalty/stack';
import { serviceRoleOf } from '@loyalty/storage/database-roles';
import { consoleSettings } from '../../services/console/src/config.ts';
import { read } from '../support/sources.ts';

/** A container in docker-compose.yml, with the fields that are checked. */
interface Container {
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly cpus?: number;
  readonly pids_limit?: number;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly image?: string;
  readonly build?: { readonly dockerfile: string; readonly args: Readonly<Record<string, string | null>> };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Readonly<Record<string, Container>>;
};
const ours: readonly string[] = serviceNames;
/** Containers that end, and the operator's tool. */
const commands = ['deploy', 'demo', 'loyaltyctl'];
const running = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);

/** Returns a value as compose gives it where its variables are not set. */
const filledIn = (value: string): string => value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

const environmentOf = (service: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[service]?.environment ?? {}).map(([name, value]) => [
      name,
      filledIn(String(value)),
    ]),
  );

/** Returns the settings that a service's config.ts exports. */
const settingsOf = async (service: string): Promise<SettingsSpec> => {
  const exported = (await import(`../../services/${service}/src/config.ts`)) as Record<string, SettingsSpec>;
  const [spec] = Object.values(exported);
  if (spec === undefined) throw new Error(`${service} exports no settings`);
  return { ...spec, ...processSettings };
};

test.each(ours)('▲ %s gets every setting that it needs, in the right form', async (service) => {
  const spec = await settingsOf(service);
  expect(() => readSettings(spec, environmentOf(service))).not.toThrow();
});

test.each(ours)('▲ %s is given no setting that it does not read', async (service) => {
  const known = settingsIn(await settingsOf(service)).map(({ variable }) => variable);
  expect(Object.keys(environmentOf(service)).filter((name) => !known.includes(name))).toEqual([]);
});

test.each(commands)('%s is given nothing that loyaltyctl does not read', (service) => {
  const config = read('tools/cli/src/config.ts');
  const connections = settingsIn(addressSettings).map(({ variable }) => variable);
  const isRead = (name: string): boolean => config.includes(`'${name}'`) || connections.includes(name);
  expect(Object.keys(environmentOf(service)).filter((name) => !isRead(name))).toEqual([]);
});

test('the demo keys of the README are accepted, and only from this machine', () => {
  const keys = demoTenants.flatMap(({ liveKey, testKey }) => [liveKey, testKey]);
  expect(environmentOf('ingress')['SEED_API_KEYS']?.split(',')).toEqual(keys);
  expect(services['ingress']?.ports).toEqual(['127.0.0.1:${LOYALTY_PORT:-8080}:8080']);
});

test.each(running)('%s has bounds, a restart policy and a health check', (...[, container]) => {
  expect(container).toMatchObject({
    mem_limit: expect.stringMatching(/^\d+[mg]$/) as unknown,
    cpus: expect.any(Number) as unknown,
    pids_limit: expect.any(Number) as unknown,
    restart: expect.any(String) as unknown,
    healthcheck: expect.any(Object) as unknown,
  });
});

test('the console signs everybody in, so this machine alone reaches it; it reads the keys, and has no server', async () => {
  const environment = environmentOf('console');
  expect(() => readSettings(consoleSettings, environment)).not.toThrow();
  const known = settingsIn(await settingsOf('console')).map(({ variable }) => variable);
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  expect(environment).toMatchObject({ SIGN_IN: 'local', CONSOLE_URL: 'http://127.0.0.1:8088' });
  expect(environment['LOCAL_TENANTS']).toBe(
    demoTenants.map(({ tenantId, name }) => `${tenantId}=${name}`).join(','),
  );
  expect(Object.keys(environment).filter((name) => /KAFKA|DATABASE|REDIS|SECRET/.test(name))).toEqual([]);
  expect(services['console']).toMatchObject({
    ports: ['127.0.0.1:${LOYALTY_CONSOLE_PORT:-8088}:8088'],
    volumes: ['keys:/keys:ro'],
    build: { target: 'console' },
  });
});

const withConsole = [...ours, 'console', ...commands];

test.each(withConsole)('%s may write a small /tmp only, and has no rights', (name) => {
  expect(services[name]).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    tmpfs: ['/tmp:size=16m'],
  });
});

test.each(withConsole)('%s is built by the one recipe, on bases that may be named', (name) => {
  const { image = '', build } = services[name] ?? {};
  const program = commands.includes(name) ? 'loyaltyctl' : name;
  expect(image).toBe(`loyalty/${program}:\${LOYALTY_TAG:-local}`);
  expect(build).toMatchObject({
    dockerfile: 'deploy/images/Dockerfile',
    // A variable without a value reaches the build only where it is set.
    args: { SERVICE: program, NODE_BUILD: null, NODE_RUN: null },
  });
});

test.each(running)('%s is asked for its health by one string a word', (...[, { healthcheck }]) => {
  for (const word of healthcheck?.test ?? []) expect(typeof word).toBe('string');
});

/** The tag of compose that takes a value of the first file away. */
const reset = { tag: '!reset', resolve: () => null };

const { services: secured } = parse(read('deploy/compose/secure.yml'), {
  merge: true,
  customTags: [reset],
}) as { services: Readonly<Record<string, Secured>> };

/** A container as docker-compose.yml and secure.yml have it together. */
interface Secured {
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly command?: readonly string[];
  readonly volumes?: readonly string[];
}

const securedEnvironmentOf = (service: string): Record<string, string> => {
  const both = { ...environmentOf(service), ...secured[service]?.environment };
  return Object.fromEntries(
    Object.entries(both).filter((pair): pair is [string, string] => pair[1] !== null),
  );
};

test.each(ours)(
  '%s is known to secured servers by its own name, and has its passwords in files',
  async (name) => {
    const environment = securedEnvironmentOf(name);
    const known = settingsIn(await settingsOf(name)).map(({ variable }) => variable);
    expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
    expect(environment).toMatchObject({
      KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
      KAFKA_SASL_USERNAME: name,
      SCHEMA_REGISTRY_URL: `https://${name}@registry-proxy:8443/apis/ccompat/v7`,
      DATABASE_URL: `postgres://${serviceRoleOf(name)}@postgres:5432/loyalty?sslmode=verify-full`,
      REDIS_URL: 'rediss://loyalty@redis:6379',
    });
    expect(secured[name]?.volumes).toEqual([`${name}-secrets:/run/loyalty:ro`]);
  },
);

test.each([...ours, ...commands])('%s has no secret in its environment when it is secured', (name) => {
  const environment = securedEnvironmentOf(name);
  expect(Object.keys(environment).filter((variable) => /PASSWORD$|^SECRET_KEYS$/.test(variable))).toEqual([]);
  expect(Object.values(environment).filter((value) => /:\/\/[^/]*:[^/]*@/.test(value))).toEqual([]);
});

test('every service is secured in secure.yml, and traced in observed.yml', () => {
  const traced = parse(read('deploy/compose/observed.yml'), { merge: true }) as {
    services: Readonly<Record<string, Container>>;
  };
  for (const name of ours) {
    expect(secured[name]).toBeDefined();
    expect(traced.services[name]?.environment?.['OTEL_EXPORTER_OTLP_ENDPOINT']).toBe('http://collector:4318');
  }
});

test('servers that are secured keep their commands', () => {
  const plain = services['postgres']?.command ?? [];
  expect(secured['postgres']?.command?.slice(0, plain.length)).toEqual(plain);
  expect(secured['redis']?.command?.join(' ')).toContain(
    '--maxmemory 256mb --maxmemory-policy volatile-lru --save  --appendonly no',
  );
});

test('three brokers are named to everything that knows one', () => {
  const others = parse(read('deploy/compose/three-brokers.yml'), { merge: true }) as {
    services: Readonly<Record<string, Container>>;
  };
  const knowing = Object.keys(services).filter((name) => 'KAFKA_BROKERS' in environmentOf(name));
  expect(knowing.length).toBeGreaterThan(ours.length);
  for (const name of knowing)
    expect(others.services[name]?.environment?.['KAFKA_BROKERS']).toBe(
      'kafka:9092,kafka-2:9092,kafka-3:9092',
    );
});

test.each(running)('%s waits for what it needs until that is healthy', (...[, { depends_on = {} }]) => {
  for (const [name, { condition }] of Object.entries(depends_on)) {
    const isTask = services[name]?.healthcheck?.disable === true;
    expect(condition).toBe(isTask ? 'service_completed_successfully' : 'service_healthy');
  }
});

test('Postgres has connections for every process twice, as while all of them are replaced', () => {
  const [, needed] = /^\| one of each.*\| (\d+) +\|$/m.exec(read('docs/reference/connections.md')) ?? [];
  const given = [services['postgres']?.command?.join(' ') ?? '', read('tools/stack/src/parts/postgres.ts')];
  for (const text of given) {
    const [, max] = /max_connections=(\d+)/.exec(text) ?? [];
    expect(Number(max)).toBeGreaterThanOrEqual(Number(needed));
  }
});

test('Redis keeps nothing on disk, and is bounded below the memory of its container', () => {
  const command = services['redis']?.command?.join(' ') ?? '';
  expect(command).toContain('--save  --appendonly no');
  expect(command).toContain('--maxmemory 256mb --maxmemory-policy volatile-lru');
  expect(parseInt(services['redis']?.mem_limit ?? '0')).toBeGreaterThan(256);
});
