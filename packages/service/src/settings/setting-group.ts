import { readSetting, type ConfigOf, type Setting, type SettingGroup } from './settings.ts';

/** Settings by the names under which their group knows them. */
type Members = Readonly<Record<string, Setting<unknown>>>;

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
