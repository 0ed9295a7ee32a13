import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = join(__dirname, '../../tools/cli/dist/bundle/main.mjs');

/** Nobody listens there, so a command ends once it has loaded what it needs. */
const nowhere = {
  BASE_URL: 'http://127.0.0.1:1/v1',
  DATABASE_URL: 'postgres://user@127.0.0.1:1/loyalty',
  KAFKA_BROKERS: '127.0.0.1:1',
  LOYALTY_API_KEY: 'sk_test_demo',
};

/** Runs loyaltyctl. Returns the files that V8 compiled for it. */
const filesLoadedBy = (line: readonly string[]): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'loads-'));
  try {
    const env = Object.assign({ NODE_V8_COVERAGE: folder }, nowhere);
    const { status } = spawnSync(process.execPath, [main, ...line], { env, cwd: '/', input: '' });
    // Else nobody ran it.
    if (status === 2) throw new Error(`loyaltyctl ${line.join(' ')} is no command line`);
    const [report = ''] = readdirSync(folder);
    const { result } = JSON.parse(readFileSync(join(folder, report), 'utf8')) as {
      readonly result: readonly { readonly url: string }[];
    };
    return result.filter(({ url }) => url.startsWith('file:')).map(({ url }) => fileURLToPath(url));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const packageOf = (from: string): string => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from;

/** The libraries that a module of ours imports as it is loaded; its chunk has them. */
const importedBy = (source: string): readonly string[] =>
  [...readFileSync(source, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^'.][^']*)';/gm)]
    .map((match) => match[1] ?? '')
    .filter((from) => !isBuiltin(from) && !from.startsWith('@loyalty/'))
    .map(packageOf);

const sourcesOf = (chunk: string): readonly string[] => {
  if (!existsSync(`${chunk}.map`)) return [];
  const { sources } = JSON.parse(readFileSync(`${chunk}.map`, 'utf8')) as {
    readonly sources: readonly string[];
  };
  return sources.filter((source) => source.endsWith('.ts')).map((source) => join(dirname(chunk), source));
};

/** The libraries in the bundle, by what ours import, and those outside of it. */
const librariesLoadedBy = (line: readonly string[]): readonly string[] => {
  const files = filesLoadedBy(line);
  const outside = files.flatMap((file) => /.*\/node_modules\/(.*)/.exec(file)?.[1] ?? []).map(packageOf);
  return [...new Set([...files.flatMap(sourcesOf).flatMap(importedBy), ...outside])].sort();
};

const place = ['--tenant', '0198c0de-0000-7000-8000-000000000001', '--mode', 'test'];

test.each([
  { line: ['--help'], own: [] },
  { line: ['--version'], own: [] },
  { line: ['completion', 'bash'], own: [] },
  { line: ['api', 'getMember', '--memberId', 'm', ...place], own: [] },
  { line: ['members', 'show', 'm', '--key', 'sk_test_demo', ...place], own: [] },
  { line: ['listen', ...place], own: [] },
  { line: ['token', '--help'], own: ['jose'] },
])('loyaltyctl $line loads no library but commander and $own', ({ line, own }) => {
  expect(librariesLoadedBy(line)).toEqual(['commander', ...own]);
});

test.each([
  { line: ['tenants', 'list'], loaded: ['pg'], others: ['kafkajs', '@modelcontextprotocol/sdk', 'undici'] },
  { line: ['keys', 'list', ...place], loaded: ['pg'], others: ['kafkajs', '@modelcontextprotocol/sdk'] },
  { line: ['members', 'show', 'm', ...place], loaded: ['pg'], others: ['kafkajs'] },
  { line: ['erasures', 'export', '--help'], loaded: ['kafkajs', 'pg'], others: ['undici'] },
  { line: ['receipts', 'send', 'none', ...place], loaded: ['undici'], others: ['pg', 'kafkajs', 'knex'] },
  { line: ['returns', 'send', 'none', ...place], loaded: [], others: ['pg', 'kafkajs', 'undici'] },
  { line: ['programme', 'pull', ...place], loaded: ['yaml'], others: ['pg', 'kafkajs', 'undici'] },
  { line: ['mcp', ...place], loaded: [], others: ['pg', 'kafkajs', 'undici'] },
])('loyaltyctl $line loads $loaded and none of $others', ({ line, loaded, others }) => {
  const libraries = librariesLoadedBy(line);
  expect(libraries).toEqual(expect.arrayContaining(loaded));
  expect(libraries.filter((library) => others.includes(library))).toEqual([]);
});

/** In microseconds of processor time: the least of five, because others use the machine. */
const costOf = (args: readonly string[]): number => {
  const printed = `process.on('exit', () => process.stderr.write(JSON.stringify(process.cpuUsage())))`;
  const runs = Array.from({ length: 5 }, () => {
    const { stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${printed}`, ...args], {
      encoding: 'utf8',
    });
    const { user, system } = JSON.parse(stderr) as { readonly user: number; readonly system: number };
    return user + system;
  });
  return Math.min(...runs);
};

/** A bare start took 0.1 s where `--help` may take 0.45 s. It took 0.16 s, and 0.88 s while it loaded every command. */
test('loyaltyctl --help costs at most 4.5 times the processor time of a bare start of Node', () => {
  expect(costOf([main, '--help']) / costOf(['--eval', '0'])).toBeLessThan(4.5);
});
