import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

jest.setTimeout(120_000);

const root = process.cwd();
const swc = pathToFileURL(createRequire(join(root, 'package.json')).resolve('@swc/core')).href;
const shell = pathToFileURL(join(root, 'packages/shell/src/index.ts')).href;
const asUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

/** Lets node run our sources as they are, so that the test needs no build. */
const typeScriptHooks = asUrl(`
  import { readFileSync } from 'node:fs';
  import { fileURLToPath } from 'node:url';
  import swc from ${JSON.stringify(swc)};
  const options = { module: { type: 'es6' }, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } };
  export const load = async (url, context, next) => {
    if (!url.endsWith('.ts')) return next(url, context);
    const { code } = swc.transformSync(readFileSync(fileURLToPath(url), 'utf8'), options);
    return { format: 'module', source: code, shortCircuit: true };
  };
`);
const preload = asUrl(
  `import { register } from 'node:module'; register(${JSON.stringify(typeScriptHooks)});`,
);

interface SpawnedService {
  readonly process: ChildProcess;
  output(): string;
  prints(pattern: RegExp): Promise<void>;
  readonly ended: Promise<unknown>;
}

const spawned: ChildProcess[] = [];

/** A service of these parts, in a process of its own. */
const spawnService = (parts: string, env: NodeJS.ProcessEnv = {}, ...args: string[]): SpawnedService => {
  const main = `
    import { runService, textSetting } from ${JSON.stringify(shell)};
    const say = (text) => console.log(text);
    const settings = { greeting: textSetting({ variable: 'GREETING', help: 'what it says' }) };
    const createParts = async ({ onFatal }) => [${parts}];
    setInterval(() => {}, 1_000);
    await runService({ name: 'toy', settings, createParts });
    if (process.argv.includes('--help')) process.exit();
  `;
  const flags = ['--conditions=@loyalty/source', '--import', preload, '--input-type=module', '--eval', main];
  const child = spawn(process.execPath, [...flags, '--', ...args], {
    cwd: root,
    env: { GREETING: 'hi', ...env },
  });
  spawned.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const prints = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(text)) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode.toString()} after: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  return { process: child, output: () => text, prints, ended };
};

afterEach(() => {
  for (const child of spawned.splice(0)) child.kill('SIGKILL');
});

const part = (name: string, more = ''): string => `{
  name: '${name}',
  start: async () => say('start ${name}'),
  stop: async () => say('stop ${name}'),
  ${more}
}`;

const isStarted = /"msg":"started"/;
const said = (service: SpawnedService): readonly string[] =>
  service
    .output()
    .split('\n')
    .filter((line) => /^(start|stop) /.test(line));

describe('a service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'starts its parts in order and stops them in reverse at %s',
    async (signal) => {
      const service = spawnService(`${part('database')}, ${part('consumer')}`);
      await service.prints(isStarted);
      service.process.kill(signal);
      expect(await service.ended).toBe(0);
      expect(said(service)).toEqual(['start database', 'start consumer', 'stop consumer', 'stop database']);
    },
  );

  it('stops once, however often it is asked', async () => {
    const slow = `stop: async () => { say('stop slow'); await new Promise((r) => setTimeout(r, 300)); }`;
    const service = spawnService(part('slow', slow));
    await service.prints(isStarted);
    service.process.kill('SIGTERM');
    await service.prints(/stop slow/);
    service.process.kill('SIGINT');
    expect(await service.ended).toBe(0);
    expect(said(service)).toEqual(['start slow', 'stop slow']);
  });

  it('that cannot start stops what it had started and ends with 1', async () => {
    const failing = part('consumer', `start: async () => { throw new Error('no such topic'); }`);
    const service = spawnService(`${part('database')}, ${failing}`);
    expect(await service.ended).toBe(1);
    expect(said(service)).toEqual(['start database', 'stop consumer', 'stop database']);
    expect(service.output()).toContain('no such topic');
  });

  it('whose part fails to stop stops the others and ends with 1', async () => {
    const failing = part('consumer', `stop: async () => { throw new Error('stuck'); }`);
    const service = spawnService(`${part('database')}, ${failing}`);
    await service.prints(isStarted);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(1);
    expect(said(service)).toEqual(['start database', 'start consumer', 'stop database']);
  });

  it.each([
    ['an exception that nobody caught', `throw new Error('lost')`],
    ['a rejection that nobody caught', `Promise.reject(new Error('lost'))`],
    ['what a part reports as fatal', `onFatal(new Error('lost'))`],
  ])('is ended with 1 by %s', async (_what, statement) => {
    const start = `start: async () => { process.on('SIGUSR2', () => { ${statement}; }); }`;
    const service = spawnService(part('consumer', start));
    await service.prints(isStarted);
    service.process.kill('SIGUSR2');
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(/"level":"error".*"message":"lost"/);
    expect(said(service)).toEqual(['stop consumer']);
  });

  it('that does not stop within 15 s is ended with 1', async () => {
    const service = spawnService(part('stuck', `stop: () => new Promise(() => {})`));
    await service.prints(isStarted);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('"withinMs":15000');
  });

  it('with a setting missing names it and ends with 2', async () => {
    const service = spawnService(part('database'), { GREETING: '' });
    expect(await service.ended).toBe(2);
    expect(service.output()).toContain('GREETING is missing (what it says)');
    expect(said(service)).toEqual([]);
  });

  it('asked for help prints its settings, starts nothing and ends with 0', async () => {
    const service = spawnService(part('database'), {}, '--help');
    expect(await service.ended).toBe(0);
    expect(service.output()).toMatch(/GREETING +what it says \(required\)\n.*LOG_LEVEL /);
    expect(said(service)).toEqual([]);
  });
});
