import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

jest.setTimeout(120_000);

const root = process.cwd();
const doorOf = (path: string): string => JSON.stringify(join(root, 'packages', path));
/** Within the checkout, where libraries that stay outside the bundle are found. */
const folder = join(root, 'node_modules/.cache', `run-service-${process.pid.toString()}`);
const bundle = join(folder, 'service.mjs');

/** Our sources as they are, so that the test needs no build; one file, so that each service starts at once. */
beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const entry = join(folder, 'entry.ts');
  writeFileSync(
    entry,
    `export { Fault } from ${doorOf('kernel/src/index.ts')};
     export { runService } from ${doorOf('service/src/index.ts')};
     export { textSetting } from ${doorOf('service/src/settings.ts')};`,
  );
  const options = {
    input: entry,
    platform: 'node',
    resolve: { conditionNames: ['@loyalty/source', 'node', 'import'] },
    logLevel: 'silent',
  };
  const program = `
    import { pathToFileURL } from 'node:url';
    import { rolldown } from 'rolldown';
    // As tools/bundle.mjs: what stays outside, and that a module reads files by its own place.
    const external = [/^(kafkajs|pg)(\\/|$)/, 'pg-native', 'knex'];
    const transform = (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
    const plugins = [{ name: 'own place', transform }];
    const made = await rolldown({ ...${JSON.stringify(options)}, external, plugins });
    await made.write({ file: ${JSON.stringify(bundle)}, format: 'esm', codeSplitting: false });`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

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
    import { Fault, runService, textSetting } from ${JSON.stringify(pathToFileURL(bundle).href)};
    const say = (text) => console.log(text);
    const settings = { greeting: textSetting({ variable: 'GREETING', help: 'what it says' }) };
    const createParts = ({ onFatal, phase, stopWithinMs }) => [${parts}];
    const longestWorkMs = () => 7_000;
    setInterval(() => {}, 1_000);
    await runService({ name: 'toy', settings, longestWorkMs, createParts });
    if (process.argv.includes('--help')) process.exit();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', main, '--', ...args], {
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

  it('that finds a setting wrong when it uses it ends with 2', async () => {
    const failing = part('keys', `start: async () => { throw new Fault('CONFIG_INVALID', 'a bad key'); }`);
    const service = spawnService(`${part('database')}, ${failing}`);
    expect(await service.ended).toBe(2);
    expect(service.output()).toContain('cannot start: a bad key');
    expect(said(service)).toEqual(['start database', 'stop keys', 'stop database']);
  });

  it('waits for what is away, says so in one line, and starts once it is there', async () => {
    const ask = `async () => { tries += 1; if (tries < 8) throw new Error('connection refused'); }`;
    const waiting = part(
      'consumer',
      `start: async (signal) => { let tries = 0; await phase.waitFor('Kafka', ${ask}, signal); say('start consumer'); }`,
    );
    const service = spawnService(waiting);
    await service.prints(isStarted);
    expect(said(service)).toEqual(['start consumer']);
    expect(service.output().match(/"msg":"waiting for Kafka"/g)).toHaveLength(1);
    expect(service.output()).toMatch(/"message":"connection refused"|"error":"connection refused"/);
  });

  it('that waits for what is away stops at once, with 0', async () => {
    const waiting = part(
      'consumer',
      `start: (signal) => phase.waitFor('Kafka', () => new Promise(() => {}), signal)`,
    );
    const service = spawnService(`${part('database')}, ${waiting}, ${part('last')}`);
    await service.prints(/waiting for Kafka/);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(said(service)).toEqual(['start database', 'stop consumer', 'stop database']);
    expect(service.output()).not.toMatch(/"level":"error"|"msg":"started"/);
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

  it('that does not stop within STOP_WITHIN_MS is ended with 1', async () => {
    const stuck = part('stuck', `stop: () => new Promise(() => {})`);
    const service = spawnService(stuck, { STOP_WITHIN_MS: '5000' });
    await service.prints(isStarted);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('"withinMs":5000');
  });

  it.each([
    ['5 s more than its longest work', {}, 12_000],
    ['what STOP_WITHIN_MS says', { STOP_WITHIN_MS: '60000' }, 60_000],
  ])('has for a stop %s', async (_, env, withinMs) => {
    const speaking = part('speaker', `start: async () => say('start within ' + stopWithinMs)`);
    const service = spawnService(speaking, env);
    await service.prints(isStarted);
    expect(said(service)).toEqual([`start within ${withinMs.toString()}`]);
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
