import { type OperationId, operations } from '@loyalty/contracts/http';
import { readLocalStack } from '@loyalty/stack';
import { type Asked, askFor } from '../support/ask.ts';
import { leastBodies } from '../support/client-problems.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
/** A key of another tenant. */
const strangersKey = readLocalStack().tenants[0]?.testKey ?? '';

beforeAll(async () => {
  tenant = await createTestTenant('Refusals');
});

const statusOf = async (operationId: OperationId, asked: Asked = {}): Promise<number> =>
  (await askFor(tenant, operationId, asked)).status;

const withKey = operations.filter(({ isPublic }) => !isPublic);

test.each(withKey)('$operationId refuses who may not ask in the words of the contract', async (operation) => {
  const { operationId, hasBody } = operation;
  const body = hasBody ? { body: {} } : {};
  expect(await statusOf(operationId, { ...body, key: 'sk_live_nobody' })).toBe(401);
  expect(await statusOf(operationId, { ...body, key: strangersKey })).toBe(403);
  expect(await statusOf(operationId, { ...body, ids: { tenantId: crypto.randomUUID() } })).toBe(404);
  expect(await statusOf(operationId, { ...body, ids: { tenantId: 'no-uuid' } })).toBe(400);
});

const withBody = withKey.filter(({ hasBody, isBodyOptional }) => hasBody && !isBodyOptional);

test.each(withBody)('$operationId refuses a wrong body in the words of the contract', async (operation) => {
  const { operationId } = operation;
  for (const body of ['', '[]', '{', '{"earningRule":1,"name":1,"url":1}']) {
    expect(await statusOf(operationId, { body })).toBe(400);
  }
  // Judged before the fields, and listed by each operation that has a body (D315).
  const twins = await askFor(tenant, operationId, { body: '{"name":1,"n\\u0061me":2}' });
  expect([twins.status, JSON.parse(twins.text)]).toMatchObject([
    400,
    { code: 'INVALID_JSON', context: { errors: [{ pointer: '/name' }] } },
  ]);
  expect(await statusOf(operationId, { body: '{}', headers: { 'Content-Type': 'text/plain' } })).toBe(415);
  const tooLarge = `{"x":"${'x'.repeat(operation.bodyLimitBytes ?? 256 * 1024)}"}`;
  expect(await statusOf(operationId, { body: tooLarge })).toBe(413);
});

const withOptionalBody = withKey.filter(({ isBodyOptional }) => isBodyOptional);

/** Fields of all these bodies: what an operation does not have it ignores. */
const wrongFields = [
  { reason: 1, transactionRef: 1, overlapHours: '1', alsoMade: 1 },
  { reason: '', transactionRef: '', overlapHours: -1, alsoMade: 'yes' },
].map((fields) => JSON.stringify(fields));

test.each(withOptionalBody)(
  '$operationId takes no body, and refuses a wrong one',
  async ({ operationId }) => {
    for (const body of ['[]', '{', ...wrongFields]) {
      expect(await statusOf(operationId, { body })).toBe(400);
    }
    for (const body of ['', '{}', '{"unknown":1}']) expect(await statusOf(operationId, { body })).toBe(404);
  },
);

/** A pool or an import that is not there is made. */
const withId = withKey.filter(
  ({ path, operationId }) =>
    path.split('{').length > 2 && operationId !== 'putCodePool' && operationId !== 'putImport',
);

test.each(withId)('$operationId knows no id that cannot exist (D2)', async (operation) => {
  const { operationId, hasBody } = operation;
  for (const id of ['no-uuid', '%00', 'a%00b', '%F0%9F%98%80', 'x'.repeat(300)]) {
    const ids = {
      campaignId: id,
      memberId: id,
      transactionRef: id,
      tierId: id,
      rewardId: id,
      segmentId: id,
      eventKey: id,
      webhookId: id,
      keyId: id,
    };
    const body = leastBodies[operationId] ?? {};
    expect(await statusOf(operationId, { ids, ...(hasBody ? { body } : {}) })).toBe(404);
  }
});

test.each(withKey)(
  '$operationId refuses a query parameter that it does not have (D124)',
  async (operation) => {
    const { operationId, hasBody } = operation;
    const asked = { ...(hasBody && { body: {} }), query: '?Colour=red' };
    const { status, text } = await askFor(tenant, operationId, asked);
    expect(status).toBe(400);
    const { code, context } = JSON.parse(text) as {
      code: string;
      context: { errors: { pointer: string }[] };
    };
    expect(code).toBe('VALIDATION_ERROR');
    expect(context.errors.map(({ pointer }) => pointer)).toContain('/Colour');
  },
);
