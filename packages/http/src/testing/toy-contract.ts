import { problemOf } from '@loyalty/contracts';
import { type Checked, parseJsonBody } from '@loyalty/contracts/http';
import type { HttpContract, RequestValidator, ServedOperation } from '../api/contract.ts';

const plain = { basePath: '/v1', isPublic: false, testKeyOnly: false, hasBody: false, isBodyOptional: false };

/** The things of a tenant: a small contract with one operation for every trait that the server knows. */
export const toyOperations: readonly ServedOperation[] = [
  {
    ...plain,
    operationId: 'getThing',
    method: 'GET',
    path: '/tenants/{tenantId}/things/{thingRef}',
    permission: 'read',
  },
  {
    ...plain,
    operationId: 'listThings',
    method: 'GET',
    path: '/tenants/{tenantId}/things',
    permission: 'read',
    isList: true,
  },
  {
    ...plain,
    operationId: 'createThing',
    method: 'POST',
    path: '/tenants/{tenantId}/things',
    permission: 'write',
    hasBody: true,
    bodyLimitBytes: 100_000,
  },
  {
    ...plain,
    operationId: 'simulateThing',
    method: 'POST',
    path: '/tenants/{tenantId}/things/simulate',
    permission: 'read',
    hasBody: true,
    testKeyOnly: true,
  },
  {
    ...plain,
    operationId: 'pokeThing',
    method: 'POST',
    path: '/tenants/{tenantId}/things/{thingRef}/poke',
    permission: 'write',
    hasBody: true,
    isBodyOptional: true,
    deprecation: { since: '2026-03-01', sunset: '2027-03-01T12:30:00Z' },
  },
  {
    ...plain,
    operationId: 'deleteThing',
    method: 'DELETE',
    path: '/tenants/{tenantId}/things/{thingRef}',
    permission: 'admin',
  },
  {
    ...plain,
    operationId: 'getLiveness',
    method: 'GET',
    path: '/health/live',
    basePath: '',
    isPublic: true,
    permission: 'none',
  },
];

const accepted = (value: unknown): Checked<unknown> => ({ ok: true, value });

/** A body has a `name`, which is text; a query's `limit` is a number. */
const toyValidator: RequestValidator = {
  params: accepted,
  query: (value) => {
    const { limit } = value as { limit?: string };
    if (limit === undefined || /^\d+$/.test(limit)) return accepted(value);
    return { ok: false, errors: [{ pointer: '/limit', message: 'must be an integer' }] };
  },
  body: (value) => {
    if (typeof (value as { name?: unknown }).name === 'string') return accepted(value);
    return { ok: false, errors: [{ pointer: '/name', message: 'must be a string' }] };
  },
};

export const toyContract: HttpContract = {
  operations: toyOperations,
  validatorFor: () => toyValidator,
  parseJsonBody,
  problemOf,
};
