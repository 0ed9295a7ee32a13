import { Agent, request } from 'node:http';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics, releaseVersion } from '@loyalty/telemetry/metrics';
import { createAdminServer } from '../admin/admin-server.ts';
import type { Listening } from '../admin/listening.ts';
import type { Health } from '../admin/pages.ts';
import { call, connectRaw } from '../testing/client.ts';
import { toyContract } from '../testing/toy-contract.ts';
import { startToy, stopToys, things } from '../testing/toy-server.ts';
import type { Handler } from './http-request.ts';
import { createHttpServer } from './server.ts';

afterEach(stopToys);

const live = { key: 'live' };
const get = `GET ${things} HTTP/1.1\r\nHost: x\r\nX-API-Key: live\r\n\r\n`;

describe('a server that is built', () => {
  it('names every operation without an answer and every answer without an operation', () => {
    const handler: Handler = () => Promise.resolve({ status: 200 });
    const page = () => Promise.resolve({ status: 200 });
    const build = () =>
      createHttpServer({
        ...toyContract,
        operations: toyContract.operations.filter(({ operationId }) => /^(get|list)/.test(operationId)),
        handlers: { getThing: handler, eatThing: handler, getLiveness: handler },
        pages: { getReadiness: page },
        authenticate: () => ({ ok: false, code: 'UNAUTHORIZED' }),
        limiter: { take: () => Promise.reject(new Error('not asked')), isFarFromLimit: () => false },
        hashCredential: String,
        tenantExists: () => Promise.resolve(false),
        port: 0,
        logger: silentLogger,
        metrics: createMetrics({ service: 'toy' }),
      });
    expect(build).toThrow(
      'The routes do not match the contract: operations without a handler: listThings; ' +
        'handlers without an operation: eatThing, getLiveness; ' +
        'operations without a page: getLiveness; pages without an operation: getReadiness.',
    );
  });

  it('says which address it could not get', async () => {
    const { server } = await startToy();
    await expect(startToy({}, { port: server.port })).rejects.toMatchObject({
      code: 'PORT_UNAVAILABLE',
      message: expect.stringContaining(`127.0.0.1:${server.port.toString()}`) as unknown,
    });
  });

  it('can be stopped twice', async () => {
    const { server, origin } = await startToy();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    await expect(call(origin, things)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a server that stops', () => {
  it('finishes running requests, asks clients to close, and accepts no new ones', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let enter: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const { origin, server } = await startToy({
      listThings: async () => {
        enter();
        await released;
        return { status: 200, body: { done: true } };
      },
    });
    const inFlight = call(origin, things, live);
    await entered;
    const stopping = server.stop();
    await expect(call(origin, things, live)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    release();
    const reply = await inFlight;
    expect([reply.status, reply.headers.connection]).toEqual([200, 'close']);
    await stopping;
  });

  it('still serves for a pause in which it asks clients to close', async () => {
    const stopPlan = { pauseMs: 400, finishWithinMs: 10_000, endWaits: () => undefined };
    const { origin, server } = await startToy({}, { stopPlan });
    const stopping = server.stop();
    const reply = await call(origin, things, live);
    expect([server.isStopping, reply.status, reply.headers.connection]).toEqual([true, 200, 'close']);
    await stopping;
    await expect(call(origin, things, live)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('hurries requests that still wait at the end of their time, and responds to them', async () => {
    let endWaits: () => void = () => undefined;
    const waitsEnded = new Promise<void>((resolve) => (endWaits = resolve));
    let enter: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const handler = async () => {
      enter();
      await waitsEnded;
      return { status: 200, body: { done: 'early' } };
    };
    const stopPlan = {
      pauseMs: 0,
      finishWithinMs: 200,
      endWaits: () => {
        endWaits();
      },
    };
    const { origin, server } = await startToy({ listThings: handler }, { stopPlan });
    const waiting = call(origin, things, live);
    await entered;
    await server.stop();
    expect([(await waiting).status, (await waiting).json]).toEqual([200, { done: 'early' }]);
  });

  it('does not wait for connections that are idle or were never used', async () => {
    const { origin, server } = await startToy();
    const unused = await connectRaw(origin);
    const idle = await connectRaw(origin);
    idle.socket.write(get);
    await idle.receives(/listThings/);
    await server.stop();
    await Promise.all([unused.closed, idle.closed]);
    expect([unused.socket.destroyed, idle.socket.destroyed]).toEqual([true, true]);
  });

  it('keeps connections open for further requests until then', async () => {
    const { origin } = await startToy();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    for (let sent = 0; sent < 5; sent += 1) {
      await new Promise((resolve) => {
        request(origin, { agent, path: things, headers: { 'x-api-key': 'live' } }, (response) => {
          sockets.add(response.socket);
          response.resume().on('end', resolve);
        }).end();
      });
    }
    agent.destroy();
    expect(sockets.size).toBe(1);
  });
});

describe('the admin server', () => {
  const admins: Listening[] = [];

  afterEach(async () => {
    await Promise.all(admins.splice(0).map((server) => server.stop()));
  });

  const start = async (health: Health) => {
    const metrics = createMetrics({ service: 'engine' });
    const server = createAdminServer({ port: 0, host: '127.0.0.1', health, metrics, logger: silentLogger });
    await server.start();
    admins.push(server);
    return { origin: `http://127.0.0.1:${server.port.toString()}` };
  };
  const check = (name: string, ok: boolean) => ({ name, ok, detail: `${name} detail` });

  it('shows health and metrics', async () => {
    let ready = false;
    const { origin } = await start({
      live: () => check('process', true),
      ready: () => ({ ready, checks: [check('broker', ready), check('database', true)] }),
    });
    expect((await call(origin, '/health/live')).status).toBe(200);
    const starting = await call(origin, '/health/ready?x');
    expect([starting.status, starting.json]).toEqual([
      503,
      {
        status: 'unavailable',
        checks: { broker: 'unavailable', database: 'ok' },
        details: { broker: 'broker detail', database: 'database detail' },
      },
    ]);
    ready = true;
    expect((await call(origin, '/health/ready', { method: 'HEAD' })).status).toBe(200);
    const metrics = await call(origin, '/metrics');
    expect(metrics.text).toContain('\nloyalty_ready 1\n');
    ready = false;
    expect((await call(origin, '/metrics')).text).toContain('\nloyalty_ready 0\n');
    expect(metrics.headers['content-type']).toMatch(/^text\/plain; version=0.0.4/);
    expect(metrics.text).toContain(
      `loyalty_service_info{service="engine",version="${releaseVersion}",schema=""} 1\n`,
    );
  });

  it('responds with 404 to anything else, and with 500 when a page fails', async () => {
    const { origin } = await start({
      live: () => check('process', false),
      ready: () => {
        throw new Error('not now');
      },
    });
    expect((await call(origin, '/')).status).toBe(404);
    expect((await call(origin, '/metrics', { method: 'POST', body: {} })).status).toBe(404);
    const dead = await call(origin, '/health/live');
    expect([dead.status, dead.json]).toEqual([
      503,
      { status: 'unavailable', details: { process: 'process detail' } },
    ]);
    const failed = await call(origin, '/health/ready');
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain('not now');
  });
});
