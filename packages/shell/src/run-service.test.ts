import { killSpawned, spawnService } from './testing/spawn-service.ts';

afterEach(killSpawned);

jest.setTimeout(30_000);

/** A service of two parts; `database` and `consumer` are the bodies of what they do. */
const toy = (parts: string, more = ''): string =>
  `
  import { BrokenInvariant } from '@loyalty/kernel';
  import { commonSettings, defineConfig, runService, setting } from '@loyalty/shell';
  const say = (text) => console.log(text);
  const config = defineConfig(
    { ...commonSettings, greeting: setting.text('GREETING', { describe: 'what it says', isSecret: true }) },
    process.env,
  );
  const createParts = async ({ config, logger, metrics, health, stopSignal }) => [${parts}];
  ${more}
  await runService({ name: 'toy', config, createParts });
`.replace("import { BrokenInvariant } from '@loyalty/kernel';", '');

const part = (name: string, more = ''): string => `{
  name: '${name}',
  start: async () => say('start ${name}'),
  stop: async () => say('stop ${name}'),
  ${more}
}`;

const forever = 'setInterval(() => {}, 1000);';
const twoParts = toy(`${part('database')}, ${part('consumer')}`, forever);
const env = { GREETING: 'hello', ADMIN_PORT: '0' };

const adminOrigin = (output: string): string =>
  `http://127.0.0.1:${/"adminPort":(\d+)/.exec(output)?.[1] ?? ''}`;
const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const said = (output: string): readonly string[] =>
  output.split('\n').filter((line) => /^(start|stop) /.test(line));

describe('a service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'starts its parts in order and stops them in reverse at %s',
    async (signal) => {
      const service = spawnService(twoParts, env);
      await service.prints(/"msg":"ready"/);
      service.process.kill(signal);
      expect(await service.ended).toBe(0);
      expect(said(service.output())).toEqual([
        'start database',
        'start consumer',
        'stop consumer',
        'stop database',
      ]);
      expect(service.output()).toMatch(/"signal":"SIG\w+","msg":"stopped"/);
    },
  );

  it('stops once, however often it is told', async () => {
    const slow = part(
      'slow',
      `stop: async () => { say('stop slow'); await new Promise((r) => setTimeout(r, 300)); }`,
    );
    const service = spawnService(toy(slow, forever), env);
    await service.prints(/"msg":"ready"/);
    service.process.kill('SIGTERM');
    await service.prints(/stop slow/);
    service.process.kill('SIGTERM');
    service.process.kill('SIGINT');
    expect(await service.ended).toBe(0);
    expect(said(service.output())).toEqual(['start slow', 'stop slow']);
  });

  it('shows on its admin port that it lives, and whether it is ready', async () => {
    const checked = part('consumer', `check: () => ({ ok: globalThis.ok === true, detail: 'joining' })`);
    const service = spawnService(
      toy(checked, `process.on('SIGUSR2', () => { globalThis.ok = true; say('well'); });`),
      env,
    );
    const origin = adminOrigin(await service.prints(/"msg":"ready"/));
    expect(await statusOf(`${origin}/health/live`)).toBe(200);
    const waiting = await fetch(`${origin}/health/ready`);
    expect([waiting.status, await waiting.json()]).toEqual([
      503,
      {
        status: 'unavailable',
        checks: { process: 'ok', consumer: 'unavailable' },
        details: { process: 'ready', consumer: 'joining' },
      },
    ]);
    service.process.kill('SIGUSR2');
    await service.prints(/well/);
    expect(await statusOf(`${origin}/health/ready`)).toBe(200);
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain(
      'loyalty_service_info{service="toy"} 1',
    );
  });

  it('is not ready while it stops', async () => {
    const stop = `stop: () => new Promise((resolve) => process.on('SIGUSR2', resolve))`;
    const service = spawnService(toy(part('slow', stop)), env);
    const origin = adminOrigin(await service.prints(/"msg":"ready"/));
    service.process.kill('SIGTERM');
    await service.prints(/"msg":"stopping"/);
    const answer = await fetch(`${origin}/health/ready`);
    expect([answer.status, await answer.json()]).toMatchObject([503, { details: { process: 'stopping' } }]);
    service.process.kill('SIGUSR2');
    expect(await service.ended).toBe(0);
  });

  it('that is told to stop while it starts gives up waiting and stops what it started', async () => {
    const waiting = part(
      'waiting',
      `start: () => new Promise((resolve) => { say('waiting'); stopSignal.addEventListener('abort', resolve); })`,
    );
    const service = spawnService(toy(`${part('database')}, ${waiting}`, forever), env);
    await service.prints(/^waiting$/m);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(said(service.output())).toEqual(['start database', 'stop waiting', 'stop database']);
    expect(service.output()).not.toContain('"msg":"ready"');
  });

  it('that cannot start stops what it had started and ends with 1', async () => {
    const failing = part('consumer', `start: async () => { throw new Error('no such topic'); }`);
    const service = spawnService(toy(`${part('database')}, ${failing}`, forever), env);
    expect(await service.ended).toBe(1);
    expect(said(service.output())).toEqual(['start database', 'stop consumer', 'stop database']);
    expect(service.output()).toMatch(/"message":"no such topic".*"msg":"could not start"/);
  });

  it('whose part fails to stop stops the others and ends with 1', async () => {
    const failing = part('consumer', `stop: async () => { throw new Error('stuck'); }`);
    const service = spawnService(toy(`${part('database')}, ${failing}`, forever), env);
    await service.prints(/"msg":"ready"/);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(1);
    expect(said(service.output())).toEqual(['start database', 'start consumer', 'stop database']);
  });

  it.each([
    ['an exception', 'uncaughtException', `throw new Error('lost')`],
    ['a rejection', 'unhandledRejection', `Promise.reject(new Error('lost'))`],
  ])('is ended with 1 by %s that nobody caught', async (_what, event, statement) => {
    const service = spawnService(
      toy(part('database'), `process.on('SIGUSR2', () => { ${statement}; });`),
      env,
    );
    await service.prints(/"msg":"ready"/);
    service.process.kill('SIGUSR2');
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(new RegExp(`"message":"lost".*"event":"${event}"`));
    expect(said(service.output())).toEqual(['start database']);
  });

  it('that does not stop within 15 s is ended with 1', async () => {
    const stuck = part('stuck', `stop: () => new Promise(() => {})`);
    const service = spawnService(toy(stuck), env);
    await service.prints(/"msg":"ready"/);
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain('did not stop in time');
  });

  it('with wrong settings names them all, shows no secret, and ends with 2', async () => {
    const service = spawnService(twoParts, { LOG_LEVEL: 'loud', ADMIN_PORT: 'x' });
    expect(await service.ended).toBe(2);
    expect(service.output()).toMatch(
      /^toy cannot start: 3 settings are missing or wrong:\n {2}LOG_LEVEL must be one of/,
    );
    expect(service.output()).toContain('  GREETING is missing (what it says)\nRun it with --help');
  });

  it('asked for help prints its settings and ends with 0', async () => {
    const service = spawnService(twoParts, {}, '--help');
    expect(await service.ended).toBe(0);
    expect(service.output()).toMatch(/^toy reads these environment variables:\n\nLOG_LEVEL /);
  });
});
