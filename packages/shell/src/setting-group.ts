import type { ConfigOf, Environment, Setting } from './settings.ts';

/** Settings by the names under which their group knows them. */
type Members = Readonly<Record<string, Setting<unknown>>>;

/** Settings that only make sense together, and the one value that they make. */
export interface SettingGroup<T> {
  readonly members: readonly Setting<unknown>[];
  /** The value, or a sentence for each member, or combination of members, that is wrong. */
  readonly readAll: (env: Environment) => { readonly value: T } | { readonly problems: readonly string[] };
}

/** Returns the value of one setting, or a sentence that names it. */
export const readSetting = <T>(
  setting: Setting<T>,
  env: Environment,
): { readonly value: T } | { readonly problems: readonly string[] } => {
  const text = env[setting.variable];
  const read = setting.read(text === '' ? undefined : text);
  return 'wrong' in read
    ? { problems: [`${setting.variable} ${read.wrong} (${setting.help})`] }
    : { value: read.value };
};

/** Groups settings. `combine` sees them once each is right by itself, and returns what is wrong with the combination as sentences. */
export const settingGroup = <Spec extends Members, T>(
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
