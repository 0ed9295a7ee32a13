import {
  additions,
  foreignObject,
  closed,
  definitions,
  dependency,
  fileReference,
  flag,
  givenText,
  integer,
  labels,
  listOf,
  oneOf,
  orNull,
  ownAdditions,
  ownSettings,
  peers,
  port,
  resources,
  type Schema,
  serviceAccount,
  sharedSettings,
  text,
} from './schema-parts.ts';
import { valueScopes } from '../observability/scopes.ts';
import { type Role, roles, type ServiceFacts } from './service-facts.ts';

/** Partitions of a topic: more processes would have nothing to read. */
const replicasMax = 48;

/** Returns the schema of the chart's values. A name that nothing reads is refused. */
export const valuesSchema = (services: readonly ServiceFacts[], client: ServiceFacts): Schema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $comment: 'Derived by `npm run derive` from the services’ settings. Do not edit.',
  title: 'Values of the chart loyalty',
  ...closed(
    {
      // Helm adds it.
      global: { type: 'object' },
      image: imageSchema(services.concat(client)),
      fullnameOverride: { type: 'string', pattern: '^([a-z]([-a-z0-9]*[a-z0-9])?)?$', maxLength: 40 },
      stopped: { enum: [false, true, 'ingress'] },
      acknowledgePlaintext: flag,
      ...sharedSettings(services),
      ports: closed({ http: port, admin: port }),
      database: closed({
        maxConnections: integer(1, 10_000),
        reserved: integer(0, 100),
        others: integer(0, 1_000),
      }),
      pods: podsSchema,
      serviceAccount,
      extraObjects: listOf({ ...foreignObject, required: ['apiVersion', 'kind', 'metadata'] }),
      services: closed(
        Object.fromEntries(roles.map((role) => [role.name, roleSchema(services, role)] as const)),
      ),
      console: consoleSchema(client),
      jobs: closed({
        deploy: deploySchema(services),
        check: checkSchema(services),
        erasures: erasuresSchema(services),
        probe: probeSchema,
      }),
      admin: adminSchema(services),
      rollout: rolloutSchema,
      scaling: scalingSchema,
      network: networkSchema,
      expose: exposeSchema,
      monitoring: monitoringSchema,
      test: testSchema,
    },
    ['settings', 'services'],
  ),
  ...plaintextOnlyWhenAcknowledged,
  definitions: definitions(services),
});

/** Each connection is encrypted, and the server's name verified, unless plaintext is acknowledged. */
const plaintextOnlyWhenAcknowledged: Schema = {
  if: {
    not: { properties: { acknowledgePlaintext: { const: true } }, required: ['acknowledgePlaintext'] },
  },
  then: {
    properties: {
      settings: {
        properties: {
          KAFKA_SECURITY_PROTOCOL: { enum: ['SSL', 'SASL_SSL'] },
          DATABASE_URL: { pattern: 'sslmode=verify-full' },
          REDIS_URL: { pattern: '^rediss://' },
          SCHEMA_REGISTRY_URL: { pattern: '^https://' },
        },
      },
    },
  },
};

const imageSchema = (services: readonly ServiceFacts[]): Schema =>
  closed({
    registry: text,
    repository: givenText,
    tag: { type: 'string', not: { const: 'latest' } },
    digests: closed(
      Object.fromEntries(
        services.map(
          ({ service }) => [service, { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' }] as const,
        ),
      ),
    ),
    pullPolicy: oneOf('Always', 'IfNotPresent', 'Never'),
    pullSecrets: listOf(closed({ name: givenText }, ['name'])),
  });

const id = integer(1, 4_294_967_294);

/** Null takes a default of the chart away: then the cluster chooses. */
const users: Readonly<Record<string, Schema>> = {
  runAsUser: orNull(id),
  runAsGroup: orNull(id),
  seLinuxOptions: labels,
};

const podsSchema = closed({
  ...additions,
  annotations: labels,
  labels,
  podSecurityContext: closed({
    ...users,
    fsGroup: orNull(id),
    fsGroupChangePolicy: orNull(oneOf('OnRootMismatch', 'Always')),
    supplementalGroups: listOf(id),
  }),
  securityContext: closed(users),
  spread: oneOf('ScheduleAnyway', 'DoNotSchedule'),
});

const roleSchema = (services: readonly ServiceFacts[], { service }: Role): Schema =>
  closed(
    {
      service: { const: service },
      enabled: flag,
      replicas: closed({ min: integer(1, replicasMax), max: integer(1, replicasMax) }, ['min', 'max']),
      ...ownSettings(services, service),
      ...ownAdditions,
      resources,
      termination: closed({
        preStopSeconds: integer(0, 300),
        reserveSeconds: integer(5, 300),
        graceSeconds: orNull(integer(1, 3_600)),
      }),
      minReadySeconds: integer(0, 600),
    },
    ['service', 'replicas', 'resources', 'termination'],
  );

const consoleSchema = (client: ServiceFacts): Schema =>
  closed({
    enabled: flag,
    replicas: integer(1, replicasMax),
    url: { type: 'string', pattern: String.raw`^$|^https?://[^/]+$` },
    issuerUrl: { type: 'string', pattern: '^$|^https?://' },
    clientId: text,
    clientSecret: closed({ secret: text, key: text }),
    ...ownSettings([client], client.service),
    ...ownAdditions,
    tlsSecret: text,
    resources,
  });

const jobProperties = (services: readonly ServiceFacts[]) => ({
  enabled: flag,
  ...ownSettings(services, 'loyaltyctl'),
  ...ownAdditions,
  resources,
  activeDeadlineSeconds: integer(60, 86_400),
});

const deploySchema = (services: readonly ServiceFacts[]): Schema =>
  closed({
    ...jobProperties(services),
    backoffLimit: integer(0, 10),
    topicsOwner: oneOf('loyaltyctl', 'other'),
    partitions: oneOf('production', 'local'),
    replication: integer(1, 10),
    alter: flag,
  });

const checkSchema = (services: readonly ServiceFacts[]): Schema =>
  closed({
    ...jobProperties(services),
    schedule: givenText,
    timeZone: givenText,
    primary: { type: 'string', pattern: String.raw`^([^\s:/@]+:\d{1,5})?$` },
    all: closed({ schedule: text, activeDeadlineSeconds: integer(60, 604_800) }),
  });

const erasuresSchema = (services: readonly ServiceFacts[]): Schema =>
  closed({ ...jobProperties(services), schedule: givenText, timeZone: givenText, volume: foreignObject });

/** It opens no connection but to ingress, so it has no settings. */
const probeSchema = closed({
  enabled: flag,
  ...ownAdditions,
  tenantId: text,
  apiKey: closed({ secret: text, key: text }),
  ca: orNull(fileReference),
  resources,
  activeDeadlineSeconds: integer(30, 300),
  schedule: givenText,
  timeZone: givenText,
});

/** Names of templates end names of CronJobs, which have 52 characters at most. */
const templateName = '^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$';

const adminSchema = (services: readonly ServiceFacts[]): Schema =>
  closed({
    ...jobProperties(services),
    ...ownSettings(
      services,
      'loyaltyctl',
      services.flatMap(({ operatorSettings = [] }) => operatorSettings),
    ),
    workSize: { type: 'string', pattern: String.raw`^\d+(Mi|Gi)$` },
    commands: {
      type: 'object',
      propertyNames: { pattern: templateName },
      additionalProperties: orNull({ ...listOf(givenText), minItems: 1 }),
    },
  });

const duration: Schema = { type: 'string', pattern: String.raw`^\d+[smh]$` };

const rolloutSchema = closed({
  inOrder: flag,
  followersWithin: duration,
  enginesWithin: duration,
  atTimeout: oneOf('continue', 'fail'),
});

const scalingSchema = closed({
  hpa: closed({ enabled: flag, cpuPercent: integer(10, 95) }),
  keda: closed({
    enabled: flag,
    serverAddress: text,
    authenticationRef: text,
    pollingSeconds: integer(5, 300),
    failureThreshold: integer(1, 20),
  }),
});

const networkSchema = closed({
  policies: flag,
  dns: dependency,
  kafka: dependency,
  database: dependency,
  replica: dependency,
  redis: dependency,
  registry: dependency,
  collector: dependency,
  tokenKeys: dependency,
  identityProvider: dependency,
  proxy: dependency,
  callers: peers,
  monitoring: peers,
  publicExcept: closed({ ipv4: listOf(text), ipv6: listOf(text) }),
  publicPorts: listOf(port),
});

const exposeSchema = closed({
  kind: oneOf('none', 'httpRoute', 'ingress'),
  hostnames: listOf(givenText),
  httpRoute: closed({
    parentRefs: listOf(closed({ name: givenText, namespace: givenText, sectionName: givenText }, ['name'])),
    requestTimeoutSeconds: integer(1, 600),
    hstsSeconds: orNull(integer(0, 100_000_000)),
  }),
  ingress: closed({ className: text, tlsSecret: text, annotations: labels }),
});

/** The text is what PromQL has between braces. */
const matchers: Schema = {
  type: 'string',
  pattern: String.raw`^$|^[a-zA-Z_]\w*(=|!=|=~|!~)"[^"]*"(,[a-zA-Z_]\w*(=|!=|=~|!~)"[^"]*")*$`,
};

const monitoringSchema = closed({
  podMonitors: flag,
  serviceMonitors: flag,
  rules: flag,
  dashboards: flag,
  tlsConfig: { type: 'object' },
  labels,
  dashboardLabels: labels,
  intervalSeconds: integer(5, 300),
  selectors: closed(Object.fromEntries(valueScopes.map((scope) => [scope, orNull(matchers)] as const))),
  runbookBaseUrl: { type: 'string', pattern: '^$|^https?://' },
  excludeAlerts: listOf(givenText),
  ruleLabels: labels,
});

const testSchema = closed({
  enabled: flag,
  tenantId: text,
  memberRef: text,
  ca: orNull(fileReference),
  apiKey: closed({ secret: text, key: text }),
});
