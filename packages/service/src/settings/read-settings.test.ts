import { addressSettings } from './common-settings.ts';
import { describeSettings, readSettings } from './read-settings.ts';
import {
  choiceSetting,
  durationSetting,
  integerSetting,
  listSetting,
  optionalIntegerSetting,
  optionalSetting,
  optionalUrlSetting,
  ratioSetting,
  textSetting,
  urlSetting,
} from './setting-kinds.ts';

const spec = {
  name: textSetting({ variable: 'NAME', help: 'a name', otherwise: 'nobody' }),
  port: integerSetting({ variable: 'PORT', help: 'a port', min: 1, max: 65_535 }),
  brokers: listSetting({ variable: 'BROKERS', help: 'brokers' }),
  url: urlSetting({ variable: 'URL', help: 'a secret URL', schemes: ['postgres:'] }),
  level: choiceSetting({ variable: 'LEVEL', help: 'a level', words: ['low', 'high'], otherwise: 'low' }),
  key: optionalSetting({ variable: 'KEY', help: 'a key' }),
  most: optionalIntegerSetting({ variable: 'MOST', help: 'at most', min: 1, max: 9 }),
};

const good = { PORT: '8080', BROKERS: 'a:1, b:2', URL: 'postgres://u:secret@h/d' };

test('settings come typed, with their defaults', () => {
  expect(readSettings(spec, good)).toEqual({
    name: 'nobody',
    port: 8080,
    brokers: ['a:1', 'b:2'],
    url: 'postgres://u:secret@h/d',
    level: 'low',
    key: null,
    most: null,
  });
});

test('an empty variable is an absent one', () => {
  expect(readSettings(spec, { ...good, NAME: '' }).name).toBe('nobody');
});

test('all problems are named at once, and no value is shown', () => {
  const wrong = { PORT: '0', URL: 'http://u:secret@h', LEVEL: 'middle', BROKERS: ' , ', MOST: '12' };
  const read = (): unknown => readSettings(spec, wrong);
  expect(read).toThrow(/PORT must be a whole number from 1 to 65535/);
  expect(read).toThrow(/URL must be a URL that begins with postgres:/);
  expect(read).toThrow(/LEVEL must be one of low, high/);
  expect(read).toThrow(/BROKERS must name at least one/);
  expect(read).toThrow(/MOST must be a whole number from 1 to 9/);
  expect(read).not.toThrow(/secret@/);
});

test('a share is a number from 0 to 1, and a URL may be absent', () => {
  const shares = {
    share: ratioSetting({ variable: 'SHARE', help: 'a share', otherwise: 0.05 }),
    to: optionalUrlSetting({ variable: 'TO', help: 'where to', schemes: ['http:'] }),
  };
  expect(readSettings(shares, {})).toEqual({ share: 0.05, to: null });
  expect(readSettings(shares, { SHARE: '1', TO: 'http://h:4318' })).toEqual({
    share: 1,
    to: 'http://h:4318',
  });
  for (const SHARE of ['1.1', '-0.1', 'all']) {
    const read = (): unknown => readSettings(shares, { SHARE, TO: 'collector:4318' });
    expect(read).toThrow(/TO must be a URL that begins with http:/);
    expect(read).toThrow(/SHARE must be a number from 0 to 1/);
  }
});

test('a missing setting is named with its purpose', () => {
  expect(() => readSettings(addressSettings, {})).toThrow(
    /DATABASE_URL is missing \(Postgres, the primary; with/,
  );
});

test('help shows every variable, its meaning and its default', () => {
  expect(describeSettings(spec).split('\n')).toEqual([
    '  NAME     a name (default nobody)',
    '  PORT     a port (required)',
    '  BROKERS  brokers (required)',
    '  URL      a secret URL (required)',
    '  LEVEL    a level (default low)',
    '  KEY      a key (default none)',
    '  MOST     at most (default none)',
  ]);
});

test('a duration says its unit, and lies within its bounds', () => {
  const life = {
    life: durationSetting({ variable: 'LIFE', help: 'a life', min: '1m', max: '31d', otherwise: '24h' }),
  };
  const readOf = (text: string): number => readSettings(life, { LIFE: text }).life;
  expect(readSettings(life, {})).toEqual({ life: 86_400 });
  expect(['90s', '15m', '1h', '31d'].map(readOf)).toEqual([90, 900, 3_600, 2_678_400]);
  for (const wrong of ['86400', '59s', '32d', '0h', '-1h', '1.5h', '24 h', '24H', 'a day', 'Infinityh'])
    expect(() => readOf(wrong)).toThrow(/LIFE must be a duration from 1m to 31d, such as 24h/);
});
