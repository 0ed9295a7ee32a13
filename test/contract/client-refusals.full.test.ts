import type { Loyalty, OperationId } from '@loyalty/client';
import { readLocalStack } from '@loyalty/stack';
import {
  codesOf,
  codesOfAll,
  createProblemBook,
  nobody,
  operationIds,
  type RefusedCall,
  takesBody,
  unknownIds,
} from '../support/client-problems.ts';
import { operationOf } from '../support/contract.ts';
import { createTestTenant, keyWithLimit, type TestTenant } from '../support/tenant.ts';
import { clientOf } from '../support/tenant-client.ts';

let tenant: TestTenant;
const { seen, codeFor, wrongOf } = createProblemBook();

beforeAll(async () => {
  tenant = await createTestTenant('Client that is refused');
});

/** The smallest call that reaches the service. */
const least = (id: OperationId): object => ({ ...unknownIds(id), ...(takesBody(id) && { body: {} }) });

/** A call of each operation that names the code. */
const all = (code: string, argsOf: (id: OperationId) => object = least): RefusedCall[] =>
  operationIds.filter((id) => codesOf(id).includes(code)).map((id) => [id, code, argsOf(id)]);

/** The calls whose path has a PUT of its own, and all others. */
const partition = (calls: readonly RefusedCall[]): [RefusedCall[], RefusedCall[]] => {
  const hasPut = ([id]: RefusedCall): boolean => id === 'getImport' || id === 'listMemberReferences';
  return [calls.filter(hasPut), calls.filter((call) => !hasPut(call))];
};

/** A client before a gateway that changes its requests. */
const through = (change: (init: RequestInit) => RequestInit): Loyalty =>
  clientOf(tenant, { fetch: (url, init) => fetch(url, change(init)) });

test('nobody, a stranger, another tenant, a parameter that does not exist', async () => {
  const [stranger] = readLocalStack().tenants;
  expect(await wrongOf(clientOf(tenant, { apiKey: 'sk_test_nobody' }), all('UNAUTHORIZED'))).toEqual([]);
  expect(await wrongOf(clientOf(tenant, { apiKey: stranger?.testKey }), all('FORBIDDEN'))).toEqual([]);
  expect(await wrongOf(clientOf(tenant).forTenant(nobody), all('TENANT_NOT_FOUND'))).toEqual([]);
  const coloured = all('VALIDATION_ERROR', (id) => ({ ...least(id), Colour: 'red' }));
  expect(await wrongOf(clientOf(tenant), coloured)).toEqual([]);
});

test('another method, another type, a body that is too large', async () => {
  const put = through((init) => ({
    ...init,
    method: init.method === 'PUT' ? 'PATCH' : 'PUT',
    body: null,
  }));
  const [withPut, others] = partition(all('METHOD_NOT_ALLOWED'));
  expect(await wrongOf(put, others)).toEqual([]);
  const patch = through((init) => ({ ...init, method: 'PATCH', body: null }));
  expect(await wrongOf(patch, withPut)).toEqual([]);
  const asText = through((init) => {
    const headers = new Headers(init.headers);
    headers.set('Content-Type', 'text/plain');
    return { ...init, headers };
  });
  expect(await wrongOf(asText, all('UNSUPPORTED_MEDIA_TYPE'))).toEqual([]);
  const large = all('PAYLOAD_TOO_LARGE', (id) => {
    const limit = operationOf(id).bodyLimitBytes ?? 256 * 1024;
    return { ...unknownIds(id), body: { x: 'x'.repeat(limit) } };
  });
  expect(await wrongOf(clientOf(tenant), large)).toEqual([]);
});

test('a key that has used up its requests', async () => {
  const limited = clientOf(tenant, { apiKey: await keyWithLimit(tenant, 1) });
  await codeFor(limited, 'listTiers');
  expect(await wrongOf(limited, all('RATE_LIMITED'))).toEqual([]);
});

test('a live key where a test key is needed', async () => {
  const bodies: Partial<Record<OperationId, object>> = {
    simulateTransaction: { memberRef: 'm', amount: 1 },
    submitLifecycleEvent: { type: 'SIGNUP' },
  };
  const calls = all('TEST_KEY_REQUIRED', (id) => ({
    ...unknownIds(id),
    ...(takesBody(id) && { body: bodies[id] }),
  }));
  expect(await wrongOf(clientOf(tenant, { apiKey: tenant.keys.live }), calls)).toEqual([]);
});

test('▲ each of these codes was thrown by each operation whose document names it', () => {
  const named = operationIds.flatMap((id) =>
    codesOf(id)
      .filter((code) => codesOfAll.includes(code))
      .map((code) => `${code} ${id}`),
  );
  expect(named.length).toBeGreaterThan(500);
  expect(named.filter((pair) => !seen.has(pair))).toEqual([]);
  expect(codesOfAll.filter((code) => !named.some((pair) => pair.startsWith(`${code} `)))).toEqual([]);
});
