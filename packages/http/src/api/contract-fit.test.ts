import { problemOf } from '@loyalty/contracts';
import { operations, validatorFor } from '@loyalty/contracts/http';
import type { Page } from '../admin/pages.ts';
import { call, type Reply } from '../testing/client.ts';
import { startToy, stopToys, tenantId, things } from '../testing/toy-server.ts';
import type { AnyHandler } from './http-request.ts';

afterEach(stopToys);

/** Says which operation it was made for. */
const handlers = operations
  .filter(({ isPublic }) => !isPublic)
  .map(({ operationId }): [string, AnyHandler] => [
    operationId,
    () => Promise.resolve({ status: 200, body: { operationId } }),
  ]);
const pages = operations
  .filter(({ isPublic }) => isPublic)
  .map(({ operationId }): [string, Page] => [
    operationId,
    () => Promise.resolve({ status: 200, body: { operationId } }),
  ]);
const product = { operations, handlers: Object.fromEntries(handlers), pages: Object.fromEntries(pages) };

/** Returns the response of each operation of the contract, by its id. */
const repliesOf = async (
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Reply>> => {
  const replies = new Map<string, Reply>();
  for (const { basePath, path, method, hasBody, operationId } of operations) {
    const url = basePath + path.replace('{tenantId}', tenantId).replace(/\{\w+\}/g, 'x');
    replies.set(operationId, await call(origin, url, { method, headers, ...(hasBody ? { body: {} } : {}) }));
  }
  return replies;
};

describe('the contract of the product', () => {
  it('is served as it is: every operation has its own handler or page', async () => {
    const accepted = (value: unknown) => ({ ok: true as const, value });
    const anything = { params: accepted, query: accepted, body: accepted };
    const { origin } = await startToy({}, { ...product, validatorFor: () => anything });
    const replies = await repliesOf(origin, { 'x-api-key': 'test' });
    for (const [operationId, reply] of replies) {
      expect([reply.status, reply.json]).toEqual([200, { operationId }]);
    }
    expect(replies.size).toBe(operations.length);
  });

  it('refuses a request without a credential wherever one is required', async () => {
    const { origin } = await startToy({}, { ...product, validatorFor });
    const replies = await repliesOf(origin, {});
    for (const { operationId, isPublic } of operations) {
      const { status, json } = replies.get(operationId) ?? { status: 0, json: {} };
      expect([operationId, status]).toEqual([operationId, isPublic ? 200 : 401]);
      expect(json).toMatchObject(isPublic ? { operationId } : { code: 'UNAUTHORIZED' });
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
