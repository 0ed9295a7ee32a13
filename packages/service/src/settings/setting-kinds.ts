import type { Setting } from './read-settings.ts';

interface SettingDescription<T> {
  readonly variable: string;
  readonly help: string;
  /** If it is absent, the setting is required. */
  readonly otherwise?: T;
}

type ReadText<T> = ReturnType<Setting<T>['read']>;

const settingOf = <T>(
  { variable, help, otherwise }: SettingDescription<T>,
  parse: (text: string) => ReadText<T>,
  show: (value: T) => string = String,
): Setting<T> => ({
  variable,
  help,
  defaultText: otherwise === undefined ? null : show(otherwise),
  read: (text) => {
    if (text !== undefined) return parse(text);
    return otherwise === undefined ? { wrong: 'is missing' } : { value: otherwise };
  },
});

export const textSetting = (given: SettingDescription<string>): Setting<string> =>
  settingOf(given, (value) => ({ value }));

export const optionalSetting = (
  given: Omit<SettingDescription<string>, 'otherwise'>,
): Setting<string | null> =>
  settingOf<string | null>(
    { ...given, otherwise: null },
    (value) => ({ value }),
    () => 'none',
  );

/** A list that is separated by commas and has at least one entry. */
export const listSetting = (given: SettingDescription<readonly string[]>): Setting<readonly string[]> =>
  settingOf(
    given,
    (text) => {
      const value = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
      return value.length > 0 ? { value } : { wrong: 'must name at least one' };
    },
    (value) => (value.length > 0 ? value.join(',') : 'none'),
  );

/** A list of `host:port`, separated by commas, with at least one entry. */
export const hostListSetting = (
  given: Omit<SettingDescription<readonly string[]>, 'otherwise'>,
): Setting<readonly string[]> => {
  const list = listSetting(given);
  const read: Setting<readonly string[]>['read'] = (text) => {
    const result = list.read(text);
    if ('wrong' in result) return result;
    const isRight = result.value.every((part) => /^[^\s:/]+:\d{1,5}$/.test(part));
    return isRight ? result : { wrong: 'must be host:port, or several of them by commas' };
  };
  return { ...list, read };
};

/** A URL, or a path of this server. */
export const pathOrUrlSetting = (given: SettingDescription<string>): Setting<string> =>
  settingOf(given, (value) =>
    URL.canParse(value, 'http://localhost') ? { value } : { wrong: 'must be a path or a URL' },
  );

export const integerSetting = (
  given: SettingDescription<number> & { readonly min: number; readonly max: number },
): Setting<number> =>
  settingOf(given, (text) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
    return value >= given.min && value <= given.max
      ? { value }
      : { wrong: `must be a whole number from ${given.min.toString()} to ${given.max.toString()}` };
  });

const secondsPerUnit: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3_600],
  ['d', 86_400],
]);

/**
 * A duration, written as `90s`, `15m`, `24h` or `7d` and read as seconds. A number without its unit is
 * refused, because its meaning is unclear.
 */
export const durationSetting = ({
  min,
  max,
  otherwise,
  ...given
}: Omit<SettingDescription<string>, 'otherwise'> & {
  readonly min: string;
  readonly max: string;
  readonly otherwise: string;
}): Setting<number> => ({
  ...given,
  defaultText: otherwise,
  read: (text = otherwise) => {
    const value = secondsIn(text);
    return value >= secondsIn(min) && value <= secondsIn(max)
      ? { value }
      : { wrong: `must be a duration from ${min} to ${max}, such as ${otherwise}` };
  },
});

const secondsIn = (text: string): number => {
  const [, digits, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  return Number(digits) * (secondsPerUnit.get(unit) ?? NaN);
};

export const optionalIntegerSetting = (given: {
  readonly variable: string;
  readonly help: string;
  readonly min: number;
  readonly max: number;
}): Setting<number | null> => {
  const integer = integerSetting(given);
  const read: Setting<number | null>['read'] = (text) =>
    text === undefined ? { value: null } : integer.read(text);
  return { ...given, defaultText: 'none', read };
};

/** A URL with one of these schemes, which are written as in `postgres:`. */
export const urlSetting = (
  given: SettingDescription<string> & { readonly schemes: readonly string[] },
): Setting<string> =>
  settingOf(given, (value) =>
    URL.canParse(value) && given.schemes.includes(new URL(value).protocol)
      ? { value }
      : { wrong: `must be a URL that begins with ${given.schemes.join(' or ')}//` },
  );

export const optionalUrlSetting = (
  given: Omit<SettingDescription<string>, 'otherwise'> & { readonly schemes: readonly string[] },
): Setting<string | null> => {
  const url = urlSetting(given);
  const read: Setting<string | null>['read'] = (text) =>
    text === undefined ? { value: null } : url.read(text);
  return { ...given, defaultText: 'none', read };
};

/** A number from 0 to 1. */
export const ratioSetting = (given: SettingDescription<number>): Setting<number> =>
  settingOf(given, (text) => {
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : NaN;
    return value >= 0 && value <= 1 ? { value } : { wrong: 'must be a number from 0 to 1' };
  });

export const choiceSetting = <Word extends string>(
  given: SettingDescription<Word> & { readonly words: readonly Word[] },
): Setting<Word> =>
  settingOf(given, (text) => {
    const value = given.words.find((word) => word === text);
    return value === undefined ? { wrong: `must be one of ${given.words.join(', ')}` } : { value };
  });

export const optionalChoiceSetting = <Word extends string>(
  given: Omit<SettingDescription<Word>, 'otherwise'> & { readonly words: readonly Word[] },
): Setting<Word | null> => {
  const choice = choiceSetting(given);
  const read: Setting<Word | null>['read'] = (text) =>
    text === undefined ? { value: null } : choice.read(text);
  return { ...given, defaultText: 'none', read };
};
