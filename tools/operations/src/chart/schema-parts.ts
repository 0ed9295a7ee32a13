import { closed, fileReference, type Schema } from './schema-parts.ts';
import type { ServiceFacts, SettingFacts } from './service-facts.ts';

/** The chart sets these itself: ports from `ports`, what a process reads and serves from its role. */
const ownedByChart: ReadonlySet<string> = new Set(['ADMIN_PORT', 'HTTP_PORT', 'HTTP_HOST']);

/** Keys that anybody may know; they belong to the local stack. */
const demoOnly: ReadonlySet<string> = new Set(['SEED_API_KEYS']);

/** Stated once for all processes, because a cluster has one way in. */
const sharedOnly: ReadonlySet<string> = new Set(['KAFKA_BROKERS', 'KAFKA_SECURITY_PROTOCOL']);

const isFile = ({ variable }: SettingFacts): boolean => variable.endsWith('_FILE');

/** A secret has a second variable that names a file with it; the chart mounts files and puts no secret into an environment. */
const secretsAmong = (settings: readonly SettingFacts[]): ReadonlySet<string> =>
  new Set(settings.filter(isFile).map(({ variable }) => variable.replace(/_FILE$/, '')));

/** Returns each setting once, in the order of their names. */
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
  if (/_MS$|^RATE_LIMIT_/.test(variable)) return { type: ['integer', 'null'], description };
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
      .map(({ variable, help }) => [
        variable,
        { description: help, anyOf: [fileReference, { type: 'null' }] },
      ]),
  );

/** Returns `settings` and `files` of all processes together; what the code requires is required. */
export const sharedSettings = (services: readonly ServiceFacts[]): Readonly<Record<string, Schema>> => {
  const settings = distinct(services);
  const required = settings.filter(({ defaultText }) => defaultText === null).map(({ variable }) => variable);
  return {
    settings: closed(textSettings(settings), [...required, 'KAFKA_SECURITY_PROTOCOL']),
    files: closed(fileSettings(settings)),
  };
};

/** Returns `settings` and `files` of one process: the variables that its code reads, and no others. */
export const ownSettings = (
  services: readonly ServiceFacts[],
  name: string,
): Readonly<Record<string, Schema>> => {
  const settings = distinct(services.filter(({ service }) => service === name));
  const own = settings.filter(({ variable }) => !sharedOnly.has(variable));
  return { settings: closed(textSettings(own)), files: closed(fileSettings(own)) };
};
