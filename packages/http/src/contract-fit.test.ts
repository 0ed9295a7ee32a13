import { operations, parseJsonBody, problemOf, validatorFor } from '@loyalty/contracts';
import { createMetrics, silentLogger } from '@loyalty/telemetry';

import { createHttpServer, documentPage } from './index.ts';
import type { AnyHandler, Listening, Page } from './index.ts';
import { call } from './testing/client.ts';
import { startToy, stopToys, tenantId, things } from './testing/toy-server.ts';

const running: Listening[] = [];

afterEach(async () => {
  await stopToys();
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

describe('the contract of the product', () => {
  it('is served as it is: every operation is routed to its own handler or page', async () => {
    const answerers = (isPublic: boolean) =>
      operations.filter((operation) => operation.isPublic === isPublic);
    const handlers = answerers(false).map(({ operationId }): [string, AnyHandler] => [
      operationId,
      () => Promise.resolve({ status: 200, body: { operationId } }),
    ]);
    const pages = answerers(true).map(({ operationId }): [string, Page] => [
      operationId,
      documentPage('application/json', JSON.stringify({ operationId })),
    ]);
    const server = createHttpServer({
      ...{ operations, validatorFor, parseJsonBody, problemOf },
      ...{ handlers: Object.fromEntries(handlers), pages: Object.fromEntries(pages) },
      authenticate: () => ({ ok: false, code: 'UNAUTHORIZED' }),
      limiter: { take: () => Promise.reject(new Error('not asked')) },
      tenantExists: () => Promise.resolve(false),
      ...{ port: 0, host: '127.0.0.1', logger: silentLogger, metrics: createMetrics({ service: 'fit' }) },
    });
    await server.start();
    running.push(server);
    const origin = `http://127.0.0.1:${server.port.toString()}`;
    for (const { basePath, path, method, isPublic, operationId } of operations) {
      const url = basePath + path.replace('{tenantId}', tenantId).replace(/\{\w+\}/g, 'x');
      const reply = await call(origin, url, { method });
      expect([operationId, reply.status]).toEqual([operationId, isPublic ? 200 : 401]);
      expect(reply.json).toMatchObject(isPublic ? { operationId } : { code: 'UNAUTHORIZED' });
    }
  });

  it('describes the problems that the server makes itself', async () => {
    const { origin } = await startToy();
    const reply = await call(origin, things);
    expect(reply.json).toMatchObject({
      type: problemOf('UNAUTHORIZED').type,
      title: problemOf('UNAUTHORIZED').title,
    });
  });
});
