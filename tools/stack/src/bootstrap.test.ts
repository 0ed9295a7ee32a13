import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type GiveUp = (sentence: string) => never;
type Env = Readonly<Record<string, string>>;

// The files under bin are plain JavaScript, because they run before anything is installed or compiled.
const { javaMajorOf, findJdk } = jest.requireActual<{
  javaMajorOf: (printed: string) => number;
  findJdk: (majorMin: number, env: Env) => string | undefined;
}>('../bin/java.js');
const { isAtLeast } = jest.requireActual<{ isAtLeast: (version: string, min: [number, number]) => boolean }>(
  '../bin/prerequisites.js',
);
const { isInstalled } = jest.requireActual<{ isInstalled: (root: string) => boolean }>('../bin/install.js');
const { parseOptions, helpText } = jest.requireActual<{
  parseOptions: (command: string, args: readonly string[], giveUp: GiveUp) => unknown;
  helpText: string;
}>('../bin/options.js');

const giveUp: GiveUp = (sentence) => {
  throw new Error(sentence);
};

describe('before anything is installed', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['openjdk version "17.0.15" 2025-04-15', 17],
    ['openjdk version "25.0.3" 2026-04-21 LTS', 25],
    ['openjdk version "21" 2023-09-19', 21],
    ['openjdk version "26-ea" 2026-03-17', 26],
    ['java version "1.8.0_402"', 8],
    ['The operation could not be completed. Unable to locate a Java Runtime.', 0],
  ])('%s is Java %i', (printed, major) => {
    expect(javaMajorOf(printed)).toBe(major);
  });

  it('a JDK that is too old or broken is skipped for one that is new enough', () => {
    const jdk = (name: string, script: string): string => {
      const home = join(folder, name);
      mkdirSync(join(home, 'bin'), { recursive: true });
      writeFileSync(join(home, 'bin/java'), `#!/bin/sh\n${script}\n`);
      chmodSync(join(home, 'bin/java'), 0o755);
      return home;
    };
    const old = jdk('17', `echo 'openjdk version "17.0.1"' >&2`);
    const broken = jdk('broken', 'exit 1');
    const good = jdk('25', `echo 'openjdk version "25.0.3"' >&2`);
    const path = [broken, good].map((home) => join(home, 'bin')).join(':');
    expect(findJdk(21, { JAVA_HOME: old, PATH: path, HOME: folder })).toBe(good);
  });

  it.each([
    ['v20.19.0', true],
    ['v20.18.3', false],
    ['v18.20.4', false],
    ['v22.0.0', true],
  ])('Node %s new enough: %s', (version, isEnough) => {
    expect(isAtLeast(version, [20, 19])).toBe(isEnough);
  });

  it.each([
    ['the same packages', { a: '1.0.0', b: '2.0.0' }, true],
    ['another version', { a: '1.0.1', b: '2.0.0' }, false],
    ['one missing', { b: '2.0.0' }, false],
    ['an optional one missing', { a: '1.0.0' }, true],
    ['nothing installed', undefined, false],
  ])('an installation with %s is complete: %#', (_title, installed, isComplete) => {
    const lock = (path: string, packages: unknown): void => {
      writeFileSync(join(folder, path), JSON.stringify({ packages }));
    };
    lock('package-lock.json', {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', optional: true },
    });
    if (installed !== undefined) {
      mkdirSync(join(folder, 'node_modules'));
      const entries = Object.entries(installed).map(([name, version]) => [
        `node_modules/${name}`,
        { version },
      ]);
      lock('node_modules/.package-lock.json', Object.fromEntries(entries));
    }
    expect(isInstalled(folder)).toBe(isComplete);
  });

  it('options have defaults', () => {
    expect(parseOptions('start', [], giveUp)).toMatchObject({
      fresh: false,
      infraOnly: false,
      home: '.loyalty',
      ports: { http: 8080 },
    });
  });

  it('zeros request free ports', () => {
    expect(parseOptions('start', ['--free-ports'], giveUp)).toMatchObject({ ports: { http: 0, kafka: 0 } });
  });

  it.each([
    [['--kafka-port', 'x'], '--kafka-port takes a port between 1 and 65535, not "x".'],
    [['--port', '70000'], '--port takes a port between 1 and 65535, not "70000".'],
    [['--nonsense'], `Unknown option '--nonsense'; npm start -- --help lists the options.`],
  ])('%j is refused with one sentence', (args, sentence) => {
    expect(() => parseOptions('start', args, giveUp)).toThrow(sentence);
  });

  it('the arguments of npm test belong to jest', () => {
    expect(parseOptions('test', ['test/story', '-t', 'x'], giveUp)).toMatchObject({
      jestArguments: ['test/story', '-t', 'x'],
    });
  });

  it('the help names every option', () => {
    for (const option of ['--fresh', '--infra-only', '--port', '--kafka-port', '--home']) {
      expect(helpText).toContain(option);
    }
  });
});
