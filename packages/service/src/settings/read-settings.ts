import { Fault } from '@loyalty/kernel';

/** One setting, read from one environment variable. */
export interface Setting<T> {
  readonly variable: string;
  readonly help: string;
  /** Shown by --help; null when the setting is required. */
  readonly defaultText: string | null;
  /** Returns the value, or the fault of the text as the end of a sentence. */
  readonly read: (text: string | undefined) => { readonly value: T } | { readonly wrong: string };
}

/** Settings that only make sense together, and the one value that they make. */
export interface SettingGroup<T> {
  readonly members: readonly Setting<unknown>[];
  /** The value, or a sentence for each member, or combination of members, that is wrong. */
  readonly readAll: (env: Environment) => { readonly value: T } | { readonly problems: readonly string[] };
}

/** A service's settings by the names under which its code knows them. */
export type SettingsSpec = Readonly<Record<string, Setting<unknown> | SettingGroup<unknown>>>;

export type ConfigOf<Spec extends SettingsSpec> = {
  readonly [Name in keyof Spec]: Spec[Name] extends Setting<infer T> | SettingGroup<infer T> ? T : never;
};

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every setting of a spec. Throws one Fault `CONFIG_INVALID` that names every missing or wrong
 * variable. It never shows values, because some are secrets.
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

/** Returns the value of one setting, or a sentence that names it. */
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

/** Every setting of a spec, those of groups too. */
export const settingsIn = (spec: SettingsSpec): readonly Setting<unknown>[] =>
  Object.values(spec).flatMap((entry) => ('members' in entry ? entry.members : [entry]));

/** The settings as --help shows them: variable, meaning, default. */
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

/** Settings by the names under which their group knows them. */
type GroupMembers = Readonly<Record<string, Setting<unknown>>>;

/**
 * Groups settings. `combine` sees them once each is right by itself, and returns what is wrong with the
 * combination as sentences.
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
