import { readFileSync } from 'node:fs';
import { serviceNames } from '@loyalty/contracts';
import { kafkaTopicsText, kafkaUsersText } from './kafka-objects.ts';
import { kindOf, roles, type SettingFacts } from './service-facts.ts';
import { valuesSchema } from './values-schema.ts';

const setting = (variable: string, defaultText: string | null = 'none'): SettingFacts => ({
  variable,
  help: 'a setting',
  defaultText,
});

const services = [
  {
    service: 'ingress',
    settings: [
      setting('REQUEST_DEADLINE_MS', '3000'),
      setting('SEED_API_KEYS'),
      setting('ADMIN_PORT', '9090'),
    ],
    connectionsMax: 16,
  },
  {
    service: 'burn-engine',
    settings: [
      setting('KAFKA_BROKERS', null),
      setting('DATABASE_URL', null),
      setting('DATABASE_PASSWORD'),
      setting('DATABASE_PASSWORD_FILE'),
    ],
    connectionsMax: 12,
  },
  {
    service: 'loyaltyctl',
    settings: [setting('DATABASE_URL', null), setting('DATABASE_PASSWORD_FILE')],
    operatorSettings: [setting('SECRET_KEYS'), setting('SECRET_KEYS_FILE')],
    connectionsMax: 5,
  },
];

const client = {
  service: 'console',
  settings: [setting('CONSOLE_URL', null), setting('OIDC_SCOPE'), setting('OIDC_CLIENT_SECRET_FILE')],
  connectionsMax: 0,
};

interface Closed {
  readonly type?: string | readonly string[];
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Closed>>;
}

const schema = valuesSchema(services, client) as unknown as Closed;
const { definitions } = valuesSchema(services, client) as {
  readonly definitions: Readonly<Record<string, unknown>>;
};
const namesIn = (values: Closed, ...path: readonly string[]): readonly string[] =>
  Object.keys(
    path.reduce<Closed | undefined>((place, key) => place?.properties?.[key], values)?.properties ?? {},
  );

test('a workload has the settings that its service reads, and no others', () => {
  expect(namesIn(schema, 'services', 'burn-engine', 'settings')).toEqual(['DATABASE_URL']);
  expect(namesIn(schema, 'services', 'ingress-checkout', 'settings')).toEqual(['REQUEST_DEADLINE_MS']);
});

test('the console has settings of its own, none of which is one of all', () => {
  expect(namesIn(schema, 'console', 'settings')).toEqual(['OIDC_SCOPE']);
  expect(namesIn(schema, 'console', 'files')).toEqual(['OIDC_CLIENT_SECRET_FILE']);
  expect(namesIn(schema, 'settings')).not.toContain('OIDC_SCOPE');
});

test('settings of all are those of every service; what has no default is required', () => {
  expect(namesIn(schema, 'settings')).toEqual(['DATABASE_URL', 'KAFKA_BROKERS', 'REQUEST_DEADLINE_MS']);
  expect(schema.properties?.['settings']?.required).toEqual([
    'DATABASE_URL',
    'KAFKA_BROKERS',
    'KAFKA_SECURITY_PROTOCOL',
  ]);
});

test('a secret is given as a file, and demo keys are not given at all', () => {
  expect(namesIn(schema, 'files')).toEqual(['DATABASE_PASSWORD_FILE']);
  expect(JSON.stringify(schema.properties)).not.toMatch(/"DATABASE_PASSWORD"|SEED_API_KEYS/);
});

test('a collector is described once for all; its files and its headers are files, and its switches may be words of YAML (D148)', () => {
  const names = [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_EXPORTER_OTLP_HEADERS_FILE',
    'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
    'OTEL_EXPORTER_OTLP_CLIENT_KEY',
    'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT',
  ].map((name) => setting(name));
  const engine = {
    service: 'burn-engine',
    settings: [...names, setting('OTEL_SDK_DISABLED', 'false')],
    connectionsMax: 12,
  };
  const observed = valuesSchema([engine], client) as unknown as Closed;
  expect(namesIn(observed, 'files')).toEqual([
    'OTEL_EXPORTER_OTLP_CLIENT_KEY',
    'OTEL_EXPORTER_OTLP_HEADERS_FILE',
  ]);
  expect(observed.properties?.['settings']?.properties).toMatchObject({
    OTEL_EXPORTER_OTLP_ENDPOINT: { type: ['string', 'null'] },
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: { type: ['integer', 'null'] },
    OTEL_SDK_DISABLED: { type: ['boolean', 'string', 'null'] },
  });
  expect(namesIn(observed, 'settings').filter((name) => name.includes('HEADERS'))).toEqual([]);
  expect(namesIn(observed, 'services', 'burn-engine', 'settings')).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_SDK_DISABLED',
  ]);
});

test('every object of the values is closed, but for names that people of the cluster choose', () => {
  const open: string[] = [];
  const visit = (place: Closed, path: string): void => {
    if (place.type === 'object' && place.additionalProperties === undefined) open.push(path);
    for (const [name, property] of Object.entries(place.properties ?? {})) visit(property, `${path}.${name}`);
  };
  visit(schema, 'values');
  // What Prometheus scrapes by is judged by its operator.
  expect(open).toEqual(['values.global', 'values.monitoring.tlsConfig']);
  // Parts of a pod, which the API of the cluster judges.
  const judgedThere = ['affinity', 'extraEnv', 'extraVolumes', 'extraVolumeMounts'];
  const isOpen = ([name, definition]: readonly [string, unknown]): readonly string[] =>
    JSON.stringify(definition).includes('"additionalProperties":true') ? [name] : [];
  expect(Object.entries(definitions).flatMap(isOpen)).toEqual(judgedThere);
  expect(definitions['tolerations']).toMatchObject({ items: { additionalProperties: false } });
});

test('▲ a setting of ours is none of the variables that people add (D158)', () => {
  expect(JSON.stringify(definitions['extraEnv'])).toContain(
    '"not":{"properties":{"name":{"enum":["ADMIN_PORT","DATABASE_PASSWORD","DATABASE_PASSWORD_FILE"',
  );
});

test('the admin pod has settings that jobs do without', () => {
  expect(namesIn(schema, 'jobs', 'deploy', 'files')).toEqual(['DATABASE_PASSWORD_FILE']);
  expect(namesIn(schema, 'admin', 'files')).toEqual(['DATABASE_PASSWORD_FILE', 'SECRET_KEYS_FILE']);
});

test('every service has a workload, and its place in a rollout', () => {
  expect([...new Set(roles.map(({ service }) => service))].toSorted()).toEqual([...serviceNames].toSorted());
  expect(roles.map(({ service }) => kindOf(service))).toEqual([
    'ingress',
    'ingress',
    'engine',
    'engine',
    'engine',
    'follower',
    'follower',
    'follower',
    'follower',
  ]);
});

test('each topic of the catalogue is an object, as it is declared', () => {
  const { topics } = JSON.parse(readFileSync('schemas/topics.json', 'utf8')) as {
    topics: { name: string; ofEnvironments?: boolean }[];
  };
  const text = kafkaTopicsText();
  expect([...text.matchAll(/^ {2}name: (.*)$/gm)].map(([, name]) => name)).toEqual(
    topics.filter(({ ofEnvironments }) => ofEnvironments !== true).map(({ name }) => name),
  );
  expect(text).toContain("    retention.ms: '600000'\n");
});

test('a user has the rights of its process', () => {
  const text = kafkaUsersText([
    {
      process: 'loyaltyctl',
      resource: 'TOPIC',
      name: 'loyalty.',
      pattern: 'PREFIXED',
      operations: ['ALTER_CONFIGS'],
    },
    {
      process: 'loyaltyctl',
      resource: 'CLUSTER',
      name: 'kafka-cluster',
      pattern: 'LITERAL',
      operations: ['DESCRIBE'],
    },
  ]);
  expect(text).toContain(`      - resource:
          type: topic
          name: loyalty.
          patternType: prefix
        operations: [AlterConfigs]
      - resource:
          type: cluster
        operations: [Describe]
`);
});
