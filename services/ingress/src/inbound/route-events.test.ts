import { authorOfCall } from '../audited-calls.ts';
import type { AnyHandler, Credential, Handler, HttpRequest } from '@loyalty/http/api';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import { sharesOf } from '../testing/shares-of.ts';
import type { EngineOutcome } from '../usecases/engines/request-outcome.ts';
import { createRespondToRequest } from './request-response.ts';
import { createEventRoutes } from './route-events.ts';

const tenantId = '0198c0de-0000-7000-8000-00000000000a' as TenantId;
const secret = Buffer.alloc(32, 1);

const credential: Credential = {
  kind: 'key',
  id: 'k',
  tenantId,
  environmentId: 3 as EnvironmentId,
  mode: 'test',
  permissions: new Set(['admin']),
  rateLimitPerMinute: 60,
  subject: '0198c0de-7a11-7b2c-8a17-93d1e6f0a108',
};

const asking = (given: Partial<HttpRequest>): HttpRequest => ({
  operationId: 'submitEvent',
  credential,
  tenantId,
  params: {},
  query: {},
  body: undefined,
  warnings: [],
  ifMatch: null,
  idempotencyKey: null,
  headers: {},
  requestId: 'request-1',
  serverRequestId: 'ours-1',
  address: null,
  traceparent: 'trace',
  signal: new AbortController().signal,
  withinLimit: Promise.resolve(),
  ...given,
});

/** Routes over submissions that always come to the same, and what they were called with. */
const routesOver = (outcome: EngineOutcome) => {
  const calls: unknown[] = [];
  const counted: string[] = [];
  const called = (call: unknown): Promise<EngineOutcome> => {
    calls.push(call);
    return Promise.resolve(outcome);
  };
  const routes = createEventRoutes({
    lists: sharesOf({ query: () => Promise.resolve([]) }),
    submitEvent: called,
    submitLifecycleEvent: called,
    loadSecret: () => Promise.resolve(secret),
    respondToRequest: createRespondToRequest({
      basePath: '/v1',
      metrics: { count: (name) => counted.push(name) },
      rejectsMismatch: () => Promise.resolve(false),
    }),
  });
  const response = (name: keyof typeof routes, given: Partial<HttpRequest> = {}) =>
    handlerOf(routes[name])(asking(given));
  return { response, calls, counted };
};

/** The server passes the validated input to each handler; here the tests do. */
const handlerOf = (handler: AnyHandler | undefined): Handler => handler as unknown as Handler;

const answered = {
  outcome: 'answered',
  body: Buffer.from('{}'),
  isReplayed: true,
  isMismatched: true,
} as const;
const body = { eventKey: 'fuel.purchase', ref: 'pump-7', payload: { customerId: 'c' } };

describe('the route of events', () => {
  it('submits an event, responds with its outcome and counts repeats', async () => {
    const { response, calls, counted } = routesOver(answered);
    expect(await response('submitEvent', { body })).toEqual({
      status: 200,
      body: answered.body,
      headers: { 'Idempotent-Replayed': 'true', 'Idempotency-Mismatch': 'true' },
    });
    const author = authorOfCall(credential);
    expect(calls).toEqual([
      { environmentId: 3, secret, isAsync: false, traceparent: 'trace', author, ...body },
    ]);
    expect(counted).toEqual(['loyalty_repeats_total']);
  });

  it('says where the result of an accepted event will be (D36)', async () => {
    const { response } = routesOver({ outcome: 'accepted' });
    const location = `/v1/tenants/${tenantId}/transactions/pump-7?operation=event`;
    expect(await response('submitEvent', { body, headers: { prefer: 'respond-async' } })).toMatchObject({
      status: 202,
      body: { ref: 'pump-7', location },
    });
  });
});

describe('the route of lifecycle events', () => {
  const params = { memberId: 'm-1' };

  it('passes on the member of the path and all fields of the body', async () => {
    const { response, calls } = routesOver(answered);
    await response('submitLifecycleEvent', { params, body: { type: 'SIGNUP', ref: 'signup-1' } });
    expect(calls).toMatchObject([{ ref: 'signup-1', tenantId, event: { memberId: 'm-1', type: 'SIGNUP' } }]);
  });

  it('gives an event without a reference one of its own, and tells it', async () => {
    const { response, calls } = routesOver({ outcome: 'accepted' });
    const accepted = await response('submitLifecycleEvent', { params, body: { type: 'SIGNUP' } });
    const [{ ref }] = calls as [{ ref: string }];
    expect(ref).toMatch(/^[0-9a-f-]{36}$/);
    expect(accepted).toMatchObject({ body: { ref } });
  });
});

describe('the feed of events', () => {
  it('refuses a cursor that is not its own', async () => {
    const { response } = routesOver(answered);
    expect(await response('listEvents', { query: { cursor: 'x' } })).toMatchObject({
      problem: 'VALIDATION_ERROR',
    });
    expect(await response('listEvents')).toEqual({ status: 200, body: { events: [], nextCursor: null } });
  });
});
