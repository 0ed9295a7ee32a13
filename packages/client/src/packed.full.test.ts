import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { transformSync } from '@swc/core';
import ts from 'typescript';
import { instead, pass } from './testing/client-before-model.ts';
import { type Fate, ModelApi, problemReply, startModelServer } from './testing/model-api.ts';

const root = resolve(__dirname, '../../..');
const own = join(root, 'packages/client');
const run = promisify(execFile);

/** An empty folder with the tarball installed, as a stranger has it. */
let folder: string;
let tarred: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-packed-'));
  execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '--build', own]);
  const npm = (cwd: string, ...words: readonly string[]): string =>
    execFileSync('npm', [...words, '--offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd,
      encoding: 'utf8',
    });
  const out = npm(root, 'pack', '--workspace', 'packages/client', '--pack-destination', folder, '--json');
  const [packed] = JSON.parse(out) as readonly { filename: string; files: readonly { path: string }[] }[];
  tarred = packed?.files.map(({ path }) => path) ?? [];
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  npm(folder, 'install', join(folder, packed?.filename ?? ''));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const installed = (): string => join(folder, 'node_modules/@loyalty/client');

describe('the tarball', () => {
  it('has code, types, sources, licence and changes, and no test', () => {
    for (const name of [
      'LICENSE',
      'README.md',
      'CHANGELOG.md',
      'dist/index.js',
      'dist/till-queue.d.ts',
      'dist/webhooks.d.ts',
      'src/index.ts',
    ])
      expect(tarred).toContain(name);
    expect(tarred.filter((path) => /test|tsbuildinfo/.test(path))).toEqual([]);
  });

  it('has nothing that was compiled from a source that is gone', () => {
    const sources = new Set(
      tarred.filter((path) => path.startsWith('src/')).map((path) => path.slice(4, -3)),
    );
    const compiled = tarred
      .filter((path) => path.startsWith('dist/'))
      .map((path) => path.slice(5).replace(/\.(d\.ts|js)(\.map)?$/, ''));
    expect(compiled.filter((name) => !sources.has(name))).toEqual([]);
  });

  it('depends on nothing, installs nothing else, and leads nowhere that is not in it', () => {
    const manifest = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
    };
    expect(manifest).not.toHaveProperty('private');
    expect(Object.keys(manifest).filter((key) => /dependencies|^bin$/i.test(key))).toEqual([]);
    expect(readdirSync(join(folder, 'node_modules/@loyalty'))).toEqual(['client']);
    const targets = Object.values(manifest.exports).flatMap((door) => Object.values(door));
    expect(targets).toHaveLength(15);
    expect(targets.filter((path) => !tarred.includes(path.slice(2)))).toEqual([]);
    const imported = tarred
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => importsOf(readFileSync(join(installed(), path), 'utf8')));
    expect(imported.filter((name) => !name.startsWith('./') && !name.startsWith('../'))).toEqual([]);
  });

  it('has the licence of the repository', () => {
    expect(readFileSync(join(own, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });
});

const importsOf = (code: string): readonly string[] =>
  [...code.matchAll(/^(?:import|export)\b[^;]*?\bfrom ['"]([^'"]+)['"];$/gm)].map(([, name = '']) => name);

/** The compiled files that an entry loads, itself first. */
const loadedBy = (path: string, found: string[] = []): readonly string[] => {
  if (found.includes(path)) return found;
  found.push(path);
  for (const name of importsOf(readFileSync(path, 'utf8'))) loadedBy(join(dirname(path), name), found);
  return found;
};

/** Returns the size of the files as a bundler joins and minifies them. */
const gzipBytesOf = (paths: readonly string[]): number => {
  const codes = paths.map((path) => readFileSync(path, 'utf8'));
  const [door = ''] = codes;
  const exported =
    codes.length === 1 ? [] : [...door.matchAll(/^export \{([^}]*)\}/gm)].map(([, names = '']) => names);
  const isOwnDoor = exported.length === 0;
  const bodies = codes.map((code, at) => {
    const inner = code.replace(/^(?:import|export \{)[^;]*;$/gm, '');
    return at === 0 && isOwnDoor ? inner : inner.replace(/^export /gm, '');
  });
  const whole = `${bodies.toReversed().join('\n')}\n${isOwnDoor ? '' : `export {${exported.join()}};`}`;
  const minify = { compress: { toplevel: true, passes: 2 }, mangle: { toplevel: true }, module: true };
  const { code } = transformSync(whole, {
    jsc: { target: 'es2022', parser: { syntax: 'ecmascript' }, minify },
    minify: true,
    module: { type: 'es6' },
  });
  return gzipSync(code, { level: 9 }).length;
};

test.each([
  // An operation more costs some 11 bytes.
  ['index.js', 5.75 * 1024],
  ['webhooks.js', 2 * 1024],
  ['snippets.js', 2 * 1024],
  ['permissions.js', 2 * 1024],
  ['till-queue.js', 1024],
])('%s is at most %d bytes of gzip with all that it loads (D196)', (entry, bytesMax) => {
  const files = loadedBy(join(installed(), 'dist', entry));
  const shared = entry === 'snippets.js' ? loadedBy(join(installed(), 'dist/operations.js')) : [];
  const bytes = gzipBytesOf(files.filter((path) => !shared.includes(path)));
  expect(bytes).toBeLessThanOrEqual(bytesMax);
  expect(bytes).toBeGreaterThan(500);
});

test('a program that only calls loads no permission (D211)', () => {
  const files = loadedBy(join(installed(), 'dist/index.js'));
  expect(files.filter((path) => path.includes('permissions'))).toEqual([]);
});

test('a program that only verifies webhooks loads no operation (D196)', () => {
  const files = loadedBy(join(installed(), 'dist/webhooks.js')).map((path) => path.split('/dist/')[1]);
  expect(files.filter((path) => /operations|methods/.test(path ?? ''))).toEqual([]);
});

/** Node, without what jest gives its own process. */
const node = async (file: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { stdout } = await run(process.execPath, [file], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', ...env },
  });
  return stdout;
};

test('Node requires it, too', async () => {
  writeFileSync(
    join(folder, 'required.cjs'),
    `const doors = ['', '/permissions', '/snippets', '/till-queue', '/webhooks'].map((door) => '@loyalty/client' + door).map((name) => require(name));
console.log(doors.map((door) => Object.keys(door).sort().join()).join(' '));`,
  );
  expect(await node('required.cjs')).toBe(
    'LoyaltyProblem,LoyaltyUnreachable,createLoyalty,isProblem,operations permissions snippetOf createTillQueue WebhookRefused,verifyWebhook\n',
  );
});

/** The blocks of the package's page, as programs. */
const blocks = [...readFileSync(join(own, 'README.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```/gm)].map(
  ([, code = '']) => code,
);

test('the first call of the page has ten lines, and awards points', async () => {
  const [first = ''] = blocks;
  expect(
    first
      .trimEnd()
      .split('\n')
      .filter((line) => line !== ''),
  ).toHaveLength(9);
  const server = await startModelServer(new ModelApi());
  const program = first.replace('https://api.example.com/v1', server.url);
  writeFileSync(
    join(folder, 'first.mjs'),
    ts.transpile(program, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }),
  );
  const out = await node('first.mjs', { LOYALTY_KEY: 'sk_test_1' });
  await server.close();
  expect([out, server.asked.map(({ headers }) => headers['x-api-key'])]).toEqual([
    '150 undefined\n',
    ['sk_test_1'],
  ]);
});

test('the other calls of the page run: a receipt that is repeated, and pages', async () => {
  const server = await startModelServer(new ModelApi(450));
  const env = { LOYALTY_URL: server.url, LOYALTY_KEY: 'sk_test_1' };
  const outs: string[] = [];
  // The block between them changes tiers, of which the model has none.
  for (const [at, code] of [blocks[1] ?? '', blocks[3] ?? ''].entries()) {
    const name = `block-${at.toString()}.mjs`;
    writeFileSync(
      join(folder, name),
      ts.transpile(code, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }),
    );
    outs.push(await node(name, env), at === 0 ? await node(name, env) : '');
  }
  await server.close();
  expect(outs.slice(0, 2)).toEqual(['150 now\n', '150 by an earlier request\n']);
  expect(outs[2]?.split('\n').slice(-3)).toEqual(['customer-449', '10 10', '']);
  expect(blocks).toHaveLength(7);
});

test("the till's queue of the page keeps a receipt while the API is away, also over a restart", async () => {
  const met: Fate[] = Array.from({ length: 4 }, () => ({ kind: 'cutAfter' }));
  const model = new ModelApi();
  const server = await startModelServer(model, () => met.shift() ?? pass);
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(join(folder, 'queue.mjs'), ts.transpile(blocks[5] ?? '', options));
  const env = { LOYALTY_URL: server.url, LOYALTY_KEY: 'sk_test_1' };
  const outs = [await node('queue.mjs', env), await node('queue.mjs', env)];
  await server.close();
  expect(outs).toEqual([
    '0 receipts are still kept\nthe points come later\n',
    '0 receipts are still kept\n150\n',
  ]);
  expect(model.effects.get('receipt-2')).toBe(1);
});

test('a token of both environments reads test by the client of the page, and live by one call (D213)', async () => {
  const server = await startModelServer(new ModelApi());
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(join(folder, 'modes.mjs'), ts.transpile(blocks[6] ?? '', options));
  const out = await node('modes.mjs', { LOYALTY_URL: server.url, LOYALTY_TOKEN: 'jwt' });
  await server.close();
  const asked = server.asked.map(({ headers }) => [headers['authorization'], headers['loyalty-mode']]);
  expect([out, asked]).toEqual([
    '5 5\n',
    [
      ['Bearer jwt', 'test'],
      ['Bearer jwt', 'live'],
    ],
  ]);
});

const integration = readFileSync(join(root, 'docs/integration.md'), 'utf8');
/** The blocks of the page in a language, in their order. */
const blocksOf = (language: string): readonly string[] =>
  [...integration.matchAll(new RegExp(`^\`\`\`${language} run\\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  );

test('the first call of docs/integration.md is the same by the client and by curl', async () => {
  const server = await startModelServer(new ModelApi());
  const env = { LOYALTY_URL: server.url, LOYALTY_TENANT: 'tenant', LOYALTY_KEY: 'sk_test_1' };
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(join(folder, 'integration.mjs'), ts.transpile(blocksOf('ts')[0] ?? '', options));
  const byClient = await node('integration.mjs', env);
  const { stdout: byCurl } = await run('sh', ['-c', blocksOf('sh')[0] ?? ''], {
    env: { PATH: '/usr/bin:/bin', ...env },
  });
  await server.close();
  expect([byClient, byCurl]).toEqual([
    expect.stringContaining('pointsAwarded: 150'),
    expect.stringContaining('150'),
  ]);
  const [first, second] = server.asked.map(({ method, path, body, headers }) => ({
    method,
    path,
    body,
    key: headers['x-api-key'],
    type: headers['content-type'],
  }));
  expect(first).toEqual(second);
});

test('docs/integration.md says which receipts a till keeps, and which never counted', async () => {
  const cut: Fate = { kind: 'cutAfter' };
  const limited = problemReply(429, 'RATE_LIMITED', { headers: { 'Retry-After': '60' } });
  const suspended = problemReply(403, 'MEMBER_SUSPENDED');
  const met = [cut, cut, cut, cut, pass, instead(limited), instead(suspended)];
  const model = new ModelApi();
  const server = await startModelServer(model, () => met.shift() ?? pass);
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(join(folder, 'till.mjs'), ts.transpile(blocksOf('ts')[1] ?? '', options));
  writeFileSync(
    join(folder, 'tills.mjs'),
    `import { createLoyalty } from '@loyalty/client';
import { send } from './till.mjs';
const loyalty = createLoyalty({ baseUrl: process.env.LOYALTY_URL, tenantId: 'tenant', apiKey: 'sk_test_1' });
const sent = (transactionRef) =>
  send(loyalty, { transactionRef, memberRef: 'customer-1', amount: 15000 }).catch(({ code }) => code);
console.log(await sent('a'), await sent('a'), await sent('b'), await sent('c'));`,
  );
  const out = await node('tills.mjs', { LOYALTY_URL: server.url });
  await server.close();
  expect(out).toBe('false true false MEMBER_SUSPENDED\n');
  expect(model.effects.get('a')).toBe(1);
});

const strict: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
};
const bundled = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
const nodeNext = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };

test.each<[what: string, options: ts.CompilerOptions]>([
  ['with the types of Node', { ...nodeNext, lib: ['lib.es2022.d.ts'], types: ['node'] }],
  [
    'with exact optional properties',
    { ...nodeNext, lib: ['lib.es2022.d.ts'], types: ['node'], exactOptionalPropertyTypes: true },
  ],
  [
    'with the types of a browser',
    {
      ...bundled,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
    },
  ],
])('▲ %s its page compiles, and wrong calls do not (D196)', (_what, options) => {
  const wrong = readFileSync(join(own, 'src/testing/wrong-calls.ts'), 'utf8')
    .replace('../index.ts', '@loyalty/client')
    .replace('../webhooks.ts', '@loyalty/client/webhooks');
  const ofBrowser = options.types?.length === 0;
  const files = {
    'wrong-calls.ts': wrong,
    ...(ofBrowser
      ? {}
      : Object.fromEntries(
          [...blocks, ...blocksOf('ts')].map((code, at) => [
            `page-${at.toString()}.ts`,
            `${code}\nexport {};\n`,
          ]),
        )),
  };
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  const program = ts.createProgram({
    rootNames: Object.keys(files).map((name) => join(folder, name)),
    options: { ...strict, ...options, typeRoots: [join(root, 'node_modules/@types')] },
  });
  const said = ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || file.fileName.startsWith(folder));
  expect(
    said.map(
      ({ file, start, messageText }) =>
        `${file?.fileName ?? ''}:${String(start)} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    ),
  ).toEqual([]);
  expect(wrong.match(/@ts-expect-error/g)?.length).toBeGreaterThanOrEqual(12);
});
