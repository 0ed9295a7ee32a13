import { Fault } from '@loyalty/kernel';

export interface Setting<T> {
  readonly variable: string;
  readonly help: string;
  readonly defaultText: string | null;
  /** Which setting takes precedence, if another variable sets something of the same kind. */
  readonly precedence?: string;
  /** Reads the value. `wrong` is the end of a sentence. */
  readonly read: (text: string | undefined) => { readonly value: T } | { readonly wrong: string };
}

/** Settings that only make sense together and have one value. */
export interface SettingGroup<T> {
  readonly members: readonly Setting<unknown>[];
  readonly readAll: (env: Environment) => { readonly value: T } | { readonly problems: readonly string[] };
}

export type SettingsSpec = Readonly<Record<string, Setting<unknown> | SettingGroup<unknown>>>;

export type ConfigOf<Spec extends SettingsSpec> = {
  readonly [Name in keyof Spec]: Spec[Name] extends Setting<infer T> | SettingGroup<infer T> ? T : never;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads all settings. Throws one Fault `CONFIG_INVALID` that names every missing or wrong variable. It never
 * shows values, because some are secrets.
 */
export const readSettings = <Spec extends SettingsSpec>(spec: Spec, env: Environment): ConfigOf<Spec> => {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(spec)) {
    const read = 'readAll' in entry ? entry.readAll(env) : readSetting(entry, env);
    if ('problems' in read) problems.push(...read.problems.map((problem) => `  ${problem}`));
    else values[name] = read.value;
  }
  if (problems.length > 0) {
    throw new Fault('CONFIG_INVALID', `these settings must be put right:\n${problems.join('\n')}`);
  }
  // Every name of the spec has its value by now.
  return values as ConfigOf<Spec>;
};

const readSetting = <T>(
  setting: Setting<T>,
  env: Environment,
): { readonly value: T } | { readonly problems: readonly string[] } => {
  const text = env[setting.variable];
  const read = setting.read(text === '' ? undefined : text);
  return 'wrong' in read
    ? { problems: [`${setting.variable} ${read.wrong} (${setting.help})`] }
    : { value: read.value };
};

export const settingsIn = (spec: SettingsSpec): readonly Setting<unknown>[] =>
  Object.values(spec).flatMap((entry) => ('members' in entry ? entry.members : [entry]));

export const describeSettings = (spec: SettingsSpec): string => {
  const settings = settingsIn(spec);
  const width = Math.max(...settings.map(({ variable }) => variable.length));
  return settings
    .map(({ variable, help, defaultText }) => {
      const otherwise = defaultText === null ? 'required' : `default ${defaultText}`;
      return `  ${variable.padEnd(width)}  ${help} (${otherwise})`;
    })
    .join('\n');
};

type GroupMembers = Readonly<Record<string, Setting<unknown>>>;

/**
 * Creates a group of settings. `combine` sees them once each is valid by itself, and returns sentences about
 * the combination.
 */
export const settingGroup = <Spec extends GroupMembers, T>(
  spec: Spec,
  combine: (values: ConfigOf<Spec>) => { readonly value: T } | { readonly problems: readonly string[] },
): SettingGroup<T> => ({
  members: Object.values(spec),
  readAll: (env) => {
    const problems: string[] = [];
    const values: Record<string, unknown> = {};
    for (const [name, setting] of Object.entries(spec)) {
      const read = readSetting(setting, env);
      if ('problems' in read) problems.push(...read.problems);
      else values[name] = read.value;
    }
    // Without a problem every name of the spec has just been given its value.
    return problems.length > 0 ? { problems } : combine(values as ConfigOf<Spec>);
  },
});
