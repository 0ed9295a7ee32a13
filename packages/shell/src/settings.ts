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

/** A service's settings by their names in the code. */
export type SettingsSpec = Readonly<Record<string, Setting<unknown>>>;

/** The values that a spec yields. */
export type ConfigOf<Spec extends SettingsSpec> = {
  readonly [Name in keyof Spec]: Spec[Name] extends Setting<infer T> ? T : never;
};

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads every setting of a spec. Throws one Fault `CONFIG_INVALID` that names every missing or wrong variable. It never
 * shows values, because some are secrets.
 */
export const readSettings = <Spec extends SettingsSpec>(spec: Spec, env: Environment): ConfigOf<Spec> => {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(spec)) {
    const text = env[setting.variable];
    const read = setting.read(text === '' ? undefined : text);
    if ('wrong' in read) problems.push(`  ${setting.variable} ${read.wrong} (${setting.help})`);
    else values[name] = read.value;
  }
  if (problems.length > 0) {
    throw new Fault('CONFIG_INVALID', `these settings must be put right:\n${problems.join('\n')}`);
  }
  // Every name of the spec has its value by now.
  return values as ConfigOf<Spec>;
};

/** Returns the settings as --help shows them: variable, meaning, default. */
export const describeSettings = (spec: SettingsSpec): string => {
  const settings = Object.values(spec);
  const width = Math.max(...settings.map(({ variable }) => variable.length));
  return settings
    .map(({ variable, help, defaultText }) => {
      const otherwise = defaultText === null ? 'required' : `default ${defaultText}`;
      return `  ${variable.padEnd(width)}  ${help} (${otherwise})`;
    })
    .join('\n');
};
