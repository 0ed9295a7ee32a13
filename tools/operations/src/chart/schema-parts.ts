import type { ServiceFacts, SettingFacts } from './service-facts.ts';

/** The chart sets these itself, or leaves them out: ports from `ports`; kubelets and Prometheus ask at the pod's address. */
const ownedByChart: ReadonlySet<string> = new Set([
  'ADMIN_HOST',
  'ADMIN_PORT',
  'HTTP_PORT',
  'HTTP_HOST',
  // Of the console: they follow from its other values. Nobody signs in locally in a cluster.
  'API_URL',
  'CHECKOUT_API_URL',
  'CONSOLE_URL',
  'SIGN_IN',
  'LOCAL_TENANTS',
  'OIDC_ISSUER_URL',
  'OIDC_CLIENT_ID',
]);

/** Keys that anybody may know; they belong to the local stack. */
const demoOnly: ReadonlySet<string> = new Set(['SEED_API_KEYS']);

/** Stated once for all processes, because a cluster has one way in, and one to its collector. */
const isShared = ({ variable }: SettingFacts): boolean =>
  ['KAFKA_BROKERS', 'KAFKA_SECURITY_PROTOCOL'].includes(variable) ||
  (/^OTEL_(BSP|EXPORTER)_/.test(variable) && variable !== 'OTEL_EXPORTER_OTLP_ENDPOINT');

/** OpenTelemetry's names of files do not say so. */
const isFile = ({ variable }: SettingFacts): boolean =>
  /_FILE$|^OTEL_.*_(CERTIFICATE|CLIENT_KEY)$/.test(variable);

/** A second variable names a file with the secret: the chart puts no secret into an environment. */
const secretsAmong = (settings: readonly SettingFacts[]): ReadonlySet<string> =>
  new Set(settings.flatMap(({ variable }) => secretNames(variable)));

/** A secret of a collector is one for traces alone, too. */
const secretNames = (variable: string): readonly string[] => {
  if (!variable.endsWith('_FILE')) return [];
  const name = variable.slice(0, -'_FILE'.length);
  return [name, name.replace('OTEL_EXPORTER_OTLP_', 'OTEL_EXPORTER_OTLP_TRACES_')];
};

const distinct = (services: readonly ServiceFacts[]): readonly SettingFacts[] =>
  [
    ...new Map(
      services.flatMap(({ settings }) => settings).map((setting) => [setting.variable, setting] as const),
    ).values(),
  ].toSorted((a, b) => a.variable.localeCompare(b.variable, 'en'));

/** A number keeps its type in YAML; everything else is text. Null takes a default of the chart away. */
const schemaOf = ({ variable, help, defaultText }: SettingFacts): Schema => {
  const description = `${help} (${defaultText === null ? 'required' : `default ${defaultText}`})`;
  const isNumber = defaultText !== null && /^\d+(\.\d+)?$/.test(defaultText);
  if (isNumber) return { type: ['number', 'null'], description };
  if (defaultText === 'false') return { type: ['boolean', 'string', 'null'], description };
  if (/_MS$|_TIMEOUT$|^RATE_LIMIT_/.test(variable)) return { type: ['integer', 'null'], description };
  if (defaultText === null) return { type: ['string', 'null'], description, pattern: withoutPassword };
  return { type: ['string', 'null'], description };
};

/** An address without `user:password@`. Helm's expressions cannot look ahead. */
const withoutPassword = '^([a-z]+://([^:@/]+@)?[^@]+|[^@/]+)$';

const textSettings = (settings: readonly SettingFacts[]): Readonly<Record<string, Schema>> => {
  const secrets = secretsAmong(settings);
  return Object.fromEntries(
    settings
      .filter((setting) => !isFile(setting))
      .filter(({ variable }) => ![ownedByChart, demoOnly, secrets].some((names) => names.has(variable)))
      .map((setting) => [setting.variable, schemaOf(setting)]),
  );
};

const fileSettings = (settings: readonly SettingFacts[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    settings
      .filter(isFile)
      // Next to a reference, draft 7 reads nothing else.
      .map(({ variable, help }) => [variable, { description: help, allOf: [defined('fileOrNull')] }]),
  );

export const sharedSettings = (services: readonly ServiceFacts[]): Readonly<Record<string, Schema>> => {
  const settings = distinct(services);
  const required = settings.filter(({ defaultText }) => defaultText === null).map(({ variable }) => variable);
  return {
    settings: closed(textSettings(settings), [...required, 'KAFKA_SECURITY_PROTOCOL']),
    files: closed(fileSettings(settings)),
  };
};

/** Returns a schema with only the variables that the process' code reads. */
export const ownSettings = (
  services: readonly ServiceFacts[],
  name: string,
  more: readonly SettingFacts[] = [],
): Readonly<Record<string, Schema>> => {
  const settings = [...distinct(services.filter(({ service }) => service === name)), ...more];
  const own = settings.filter((setting) => !isShared(setting));
  return { settings: closed(textSettings(own)), files: closed(fileSettings(own)) };
};

export type Schema = Readonly<Record<string, unknown>>;

/** Returns a schema that refuses other properties. */
export const closed = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});

export const text: Schema = { type: 'string' };
export const givenText: Schema = { type: 'string', minLength: 1 };
export const flag: Schema = { type: 'boolean' };

export const oneOf = (...words: readonly string[]): Schema => ({ type: 'string', enum: words });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const integer = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });

export const port = integer(1, 65_535);

export const labels: Schema = { type: 'object', additionalProperties: text };

const quantity: Schema = { type: 'string', pattern: String.raw`^\d+(\.\d+)?(m|Ki|Mi|Gi)?$` };

/** The schema is stated once, in `definitions`. */
const defined = (name: string): Schema => ({ $ref: `#/definitions/${name}` });

/** Processors have no limit: throttling delays requests. Memory has one, by which the heap is measured. */
const resourcesSchema: Schema = closed({
  requests: closed({ cpu: quantity, memory: quantity }, ['cpu', 'memory']),
  limits: closed({ memory: quantity }, ['memory']),
});

const selector: Schema = closed({
  matchLabels: labels,
  matchExpressions: listOf(
    closed({ key: text, operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'), values: listOf(text) }, [
      'key',
      'operator',
    ]),
  ),
});

const cidr: Schema = { type: 'string', pattern: String.raw`^[0-9a-fA-F.:]+/\d{1,3}$` };

/** Places of something: pods by their labels, or a network. */
const peersSchema: Schema = listOf(
  closed({
    podSelector: defined('selector'),
    namespaceSelector: defined('selector'),
    ipBlock: closed({ cidr, except: listOf(cidr) }, ['cidr']),
  }),
);

export const resources = defined('resources');
export const peers = defined('peers');
export const dependency = defined('dependency');
/** A key of a Secret, or of a ConfigMap if it is not secret. */
export const fileReference = defined('file');

/** An object of Kubernetes, or a part of one, which Kubernetes' API judges. */
export const foreignObject: Schema = { type: 'object', additionalProperties: true };

/** Variables of others; one of ours is a setting, and stands where its name is checked. */
const variableOf = (services: readonly ServiceFacts[]): Schema => ({
  ...closed(
    { name: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }, value: text, valueFrom: foreignObject },
    ['name'],
  ),
  not: { properties: { name: { enum: distinct(services).map(({ variable }) => variable) } } },
});

const toleration: Schema = closed({
  key: text,
  operator: oneOf('Exists', 'Equal'),
  value: text,
  effect: oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
  tolerationSeconds: integer(0, 1_000_000),
});

const fileSchema: Schema = {
  oneOf: [
    closed({ secret: givenText, key: givenText }, ['secret', 'key']),
    closed({ configMap: givenText, key: givenText }, ['configMap', 'key']),
  ],
};

/** Returns the parts that several places share, and the additions to pods, which every workload has. */
export const definitions = (services: readonly ServiceFacts[]): Readonly<Record<string, Schema>> => ({
  file: fileSchema,
  fileOrNull: orNull(fileReference),
  resources: resourcesSchema,
  selector,
  peers: peersSchema,
  dependency: closed({ to: peers, ports: listOf(port) }, ['to', 'ports']),
  tolerations: listOf(toleration),
  affinity: foreignObject,
  extraEnv: listOf(variableOf(services)),
  extraVolumes: listOf({ ...foreignObject, required: ['name'] }),
  extraVolumeMounts: listOf({ ...foreignObject, required: ['name', 'mountPath'] }),
});

/** The additions to all pods. */
export const additions: Readonly<Record<string, Schema>> = {
  nodeSelector: labels,
  priorityClassName: text,
  tolerations: defined('tolerations'),
  affinity: defined('affinity'),
  extraEnv: defined('extraEnv'),
  extraVolumes: defined('extraVolumes'),
  extraVolumeMounts: defined('extraVolumeMounts'),
};

export const serviceAccount: Schema = closed({ annotations: labels });

/** The additions to the pods of one workload. */
export const ownAdditions: Readonly<Record<string, Schema>> = Object.assign(
  { podLabels: labels, podAnnotations: labels, serviceAccount },
  additions,
);
