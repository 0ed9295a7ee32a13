import { commonSettings, ConfigError, defineConfig, readConfig, setting } from './index.ts';
import type { Setting } from './index.ts';

const purpose = 'what it is for';
const required = { describe: purpose };

const valueOf = (each: Setting<unknown>, text: string): unknown => readConfig({ it: each }, { IT: text }).it;
const complaintOf = (each: Setting<unknown>, text: string | undefined): string => {
  try {
    readConfig({ it: each }, { IT: text });
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown.message.split('\n')[1]?.trim() ?? '';
  }
  return 'none';
};

describe('a setting', () => {
  it.each<[string, Setting<unknown>, string, unknown]>([
    ['text', setting.text('IT', required), 'a b', 'a b'],
    ['text with spaces around it', setting.text('IT', required), ' a ', 'a'],
    ['one of some words', setting.oneOf('IT', ['live', 'test'], required), 'test', 'test'],
    ['an integer', setting.integer('IT', required), '8080', 8080],
    ['an integer below zero', setting.integer('IT', { ...required, min: -5 }), '-5', -5],
    ['a boolean', setting.boolean('IT', required), 'false', false],
    [
      'a URL',
      setting.url('IT', { ...required, protocols: ['http', 'https'] }),
      'http://a:1/b',
      'http://a:1/b',
    ],
    ['a list', setting.list('IT', required), 'a:1, b:2', ['a:1', 'b:2']],
    ['milliseconds', setting.durationMs('IT', required), '500ms', 500],
    ['seconds', setting.durationMs('IT', required), '3s', 3_000],
    ['minutes', setting.durationMs('IT', required), '2m', 120_000],
    ['hours', setting.durationMs('IT', required), '12h', 43_200_000],
    ['days', setting.durationMs('IT', required), '7d', 604_800_000],
    ['something optional', setting.optional(setting.integer('IT', required)), '1', 1],
  ])('that is %s is read as what it means', (_what, each, text, value) => {
    expect(valueOf(each, text)).toEqual(value);
  });

  it.each<[Setting<unknown>, string | undefined, string]>([
    [setting.text('IT', required), undefined, 'IT is missing (what it is for)'],
    [setting.text('IT', required), '  ', 'IT is missing (what it is for)'],
    [
      setting.integer('IT', required),
      '8e3',
      'IT must be an integer of at least 0, not "8e3" (what it is for)',
    ],
    [
      setting.integer('IT', { ...required, min: 1, max: 9 }),
      '10',
      'IT must be an integer from 1 to 9, not "10" (what it is for)',
    ],
    [
      setting.integer('IT', required),
      '99999999999999999',
      'IT must be an integer of at least 0, not "99999999999999999" (what it is for)',
    ],
    [setting.boolean('IT', required), 'yes', 'IT must be true or false, not "yes" (what it is for)'],
    [setting.oneOf('IT', ['a', 'b'], required), 'c', 'IT must be one of a, b, not "c" (what it is for)'],
    [
      setting.durationMs('IT', required),
      '3',
      'IT must be a duration such as 500ms, 3s, 2m, 12h or 7d, not "3" (what it is for)',
    ],
    [
      setting.list('IT', required),
      'a,,b',
      'IT must be a list of entries between commas, not "a,,b" (what it is for)',
    ],
    [
      setting.url('IT', { ...required, protocols: ['http'] }),
      'db:5',
      'IT must be a URL that begins with http://, not "db:5" (what it is for)',
    ],
  ])('that is wrong is explained: %# %j', (each, text, complaint) => {
    expect(complaintOf(each, text)).toBe(complaint);
  });

  it('has its default where nothing is set, also an optional one that is undefined', () => {
    expect(valueOf(setting.durationMs('IT', { ...required, default: 3_000 }), '')).toBe(3_000);
    expect(valueOf(setting.optional(setting.integer('IT', required)), '')).toBeUndefined();
  });

  it.each([
    [setting.integer('IT', { ...required, isSecret: true }), 'hunter2'],
    [setting.url('IT', { ...required, protocols: ['redis'] }), 'postgres://me:hunter2@db/x'],
  ])('never shows a secret: %#', (each, text) => {
    expect(complaintOf(each, text)).toMatch(/^IT must be/);
    expect(complaintOf(each, text)).not.toContain('hunter2');
  });
});

describe('a configuration', () => {
  const spec = {
    ...commonSettings,
    httpPort: setting.integer('HTTP_PORT', {
      describe: 'port of the API',
      default: 8080,
      min: 1,
      max: 65_535,
    }),
    databaseUrl: setting.url('DATABASE_URL', {
      describe: 'where Postgres is',
      protocols: ['postgres'],
      isSecret: true,
    }),
    salt: setting.text('SALT', { describe: 'for hashes', default: 'hunter2', isSecret: true }),
  };

  it('has a value of the right type for every setting', () => {
    const config = defineConfig(spec, { DATABASE_URL: 'postgres://db/x', LOG_LEVEL: 'warn' }).read();
    const typed: { logLevel: string; adminPort: number | undefined; httpPort: number; databaseUrl: string } =
      config;
    expect(typed).toEqual({
      ...{
        logLevel: 'warn',
        adminPort: undefined,
        httpPort: 8080,
        databaseUrl: 'postgres://db/x',
        salt: 'hunter2',
      },
    });
  });

  it('that is wrong is refused once, with every setting to repair', () => {
    const env = { HTTP_PORT: '0', LOG_LEVEL: 'loud' };
    expect(() => readConfig(spec, env)).toThrow(
      new ConfigError(
        '3 settings are missing or wrong:\n' +
          '  LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud" (from which level on lines are logged)\n' +
          '  HTTP_PORT must be an integer from 1 to 65535, not "0" (port of the API)\n' +
          '  DATABASE_URL is missing (where Postgres is)',
      ),
    );
  });

  it('describes itself without its secrets', () => {
    expect(defineConfig(spec, {}).describe().split('\n')).toEqual([
      'LOG_LEVEL     one of debug, info, warn, error, silent  default info       from which level on lines are logged',
      'ADMIN_PORT    integer from 0 to 65535                  default none       port of health and metrics; 0 takes any',
      'HTTP_PORT     integer from 1 to 65535                  default 8080       port of the API',
      'DATABASE_URL  URL that begins with postgres://         required           where Postgres is',
      'SALT          text                                     default not shown  for hashes',
    ]);
  });
});
