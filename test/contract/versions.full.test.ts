import { randomUUID } from 'node:crypto';
import { openapiDocument, type OperationId, operations } from '@loyalty/contracts/http';
import { expectContract, type Received, send } from '../support/contract.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await createTestTenant('Versions');
});

/** A call of an operation, checked against the contract. */
interface Call {
  readonly operation: OperationId;
  /** Below the tenant. */
  readonly path: string;
  readonly body?: object;
  readonly ifMatch?: string;
}

const call = async ({ operation, path, body, ifMatch }: Call): Promise<Received> => {
  const { method } = operations.find(({ operationId }) => operationId === operation) ?? { method: 'GET' };
  const received = await send(method, `/v1/tenants/${tenant.tenantId}${path}`, {
    headers: { 'X-API-Key': tenant.keys.test, ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }) },
    ...(body === undefined ? {} : { body }),
  });
  expectContract(operation, received);
  return received;
};

type Shown = Readonly<Record<string, unknown>>;

const shownIn = ({ text }: Received): Shown => JSON.parse(text) as Shown;

const etagOf = ({ headers, text }: Received): string => {
  const etag = headers.get('ETag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect((JSON.parse(text) as Shown)['etag']).toBe(etag);
  return etag;
};

/** One kind of what is configured: how it is made, read, changed and taken away. */
interface Kind {
  readonly create: () => Promise<{ readonly path: string; readonly etag: string }>;
  /** Reads the version that is stored. */
  readonly stored: (path: string) => Promise<string | undefined>;
  /** The address of a record of this kind that does not exist; null if there is always one. */
  readonly missing: string | null;
  readonly update: OperationId;
  readonly bodies: readonly [object, object];
  /** The operations that remove a record. */
  readonly remove: readonly OperationId[];
}

const made =
  (operation: OperationId, path: string, body: () => object, name: 'id' | 'key' = 'id') =>
  async () => {
    const received = await call({ operation, path, body: body() });
    expect(received.status).toBe(201);
    return { path: `${path}/${String(shownIn(received)[name])}`, etag: etagOf(received) };
  };

interface List {
  readonly operation: OperationId;
  readonly path: string;
  readonly name: string;
}

/** The version in the list of the record at the path. */
const listed = async (path: string, { name, ...list }: List): Promise<string | undefined> => {
  const rows = shownIn(await call(list))[name] as Shown[];
  const own = rows.find((row) => [row['id'], row['key']].includes(path.slice(list.path.length + 1)));
  return own?.['etag'] as string | undefined;
};

/** Reads it alone and in the list, which say the same. */
const shownAlike =
  (get: OperationId, list: List) =>
  async (path: string): Promise<string> => {
    const etag = etagOf(await call({ operation: get, path }));
    expect(await listed(path, list)).toBe(etag);
    return etag;
  };

let threshold = 1_000;

const kinds: Readonly<Record<string, Kind>> = {
  campaign: {
    create: made('createCampaign', '/campaigns', () => ({
      name: 'Of a version',
      earningRule: { type: 'FIXED_POINTS', points: 5 },
    })),
    stored: shownAlike('getCampaign', { operation: 'listCampaigns', path: '/campaigns', name: 'campaigns' }),
    missing: '/campaigns/' + randomUUID(),
    update: 'updateCampaign',
    bodies: [{ earningRule: { type: 'FIXED_POINTS', points: 6 } }, { description: 'Seven' }],
    remove: ['archiveCampaign'],
  },
  tier: {
    create: made('createTier', '/tiers', () => ({ name: 'Gold', minLifetimePoints: (threshold += 1) })),
    stored: (path) => listed(path, { operation: 'listTiers', path: '/tiers', name: 'tiers' }),
    missing: '/tiers/' + randomUUID(),
    update: 'updateTier',
    bodies: [{ benefits: [{ type: 'EARN_MULTIPLIER', multiplier: 2 }] }, { name: 'Golden' }],
    remove: ['deleteTier'],
  },
  segment: {
    create: made('createSegment', '/segments', () => ({ name: 'Staff', type: 'STATIC' })),
    stored: shownAlike('getSegment', { operation: 'listSegments', path: '/segments', name: 'segments' }),
    missing: '/segments/' + randomUUID(),
    update: 'updateSegment',
    bodies: [{ name: 'Crew' }, { description: 'Of the shops' }],
    remove: ['deleteSegment'],
  },
  webhook: {
    create: made('createWebhook', '/webhooks', () => ({
      url: 'https://shop.example/events',
      secret: 'a-secret-of-at-least-16-characters',
      events: ['*'],
    })),
    stored: shownAlike('getWebhook', { operation: 'listWebhooks', path: '/webhooks', name: 'webhooks' }),
    missing: '/webhooks/' + randomUUID(),
    update: 'updateWebhook',
    bodies: [{ secret: 'another-secret-of-16-characters-and-more' }, { events: ['reward.issued'] }],
    remove: ['deleteWebhook'],
  },
  'event definition': {
    create: made(
      'createEventDefinition',
      '/event-definitions',
      () => ({ key: `fuel.${randomUUID()}`, name: 'Fuel' }),
      'key',
    ),
    stored: shownAlike('getEventDefinition', {
      operation: 'listEventDefinitions',
      path: '/event-definitions',
      name: 'eventDefinitions',
    }),
    missing: '/event-definitions/' + randomUUID(),
    update: 'updateEventDefinition',
    bodies: [{ name: 'Petrol' }, { properties: { litres: { type: 'number' } } }],
    remove: [],
  },
  settings: {
    create: async () => {
      await call({ operation: 'updateSettings', path: '/settings', body: { refundGraceDays: null } });
      const received = await call({ operation: 'getSettings', path: '/settings' });
      return { path: '/settings', etag: etagOf(received) };
    },
    stored: async (path) => etagOf(await call({ operation: 'getSettings', path })),
    missing: null,
    update: 'updateSettings',
    bodies: [{ refundGraceDays: 7 }, { refundGraceDays: 8 }],
    remove: [],
  },
};

const problemOf = (received: Received): unknown => {
  const { code, context } = shownIn(received);
  return [received.status, code, context, received.headers.get('ETag')];
};

const faultOfHeader = {
  pointer: '/If-Match',
  message: expect.stringMatching(/entity tags/) as string,
};

const outdatedBy = (etag: string): unknown => [412, 'PRECONDITION_FAILED', { etag }, etag];

describe.each(Object.entries(kinds))('D306 the version of a %s', (_, kind) => {
  const change = (path: string, body: object, ifMatch?: string) =>
    call({ operation: kind.update, path, body, ...(ifMatch === undefined ? {} : { ifMatch }) });

  it('is the same in each response, and another one after each change', async () => {
    const { path, etag } = await kind.create();
    expect(await kind.stored(path)).toBe(etag);
    const [first, second] = kind.bodies;
    const next = etagOf(await change(path, first, etag));
    const last = etagOf(await change(path, second, next));
    expect(new Set([etag, next, last]).size).toBe(3);
    expect(await kind.stored(path)).toBe(last);
  });

  it('holds a change back when somebody else was there before, and says which version is there', async () => {
    const { path, etag } = await kind.create();
    const [first, second] = kind.bodies;
    const theirs = etagOf(await change(path, first));
    expect(problemOf(await change(path, second, etag))).toEqual(outdatedBy(theirs));
    expect(await kind.stored(path)).toBe(theirs);
    for (const operation of kind.remove) {
      expect(problemOf(await call({ operation, path, ifMatch: etag }))).toEqual(outdatedBy(theirs));
      expect((await call({ operation, path, ifMatch: theirs })).status).toBeLessThan(300);
    }
  });

  it('asks nothing of who names no version', async () => {
    const { path } = await kind.create();
    for (const body of kind.bodies) expect((await change(path, body)).status).toBe(200);
    for (const operation of kind.remove) expect((await call({ operation, path })).status).toBeLessThan(300);
  });

  it('lets one of ten who have seen the same version change it', async () => {
    const { path, etag } = await kind.create();
    const [first, second] = kind.bodies;
    const changes = Array.from({ length: 10 }, (__, n) => change(path, n % 2 === 0 ? first : second, etag));
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    // Who finds the change that they wanted is done, too.
    expect(statuses.filter((status) => status !== 200 && status !== 412)).toEqual([]);
    expect(statuses.filter((status) => status === 412).length).toBeGreaterThanOrEqual(5);
  });

  it.each<[string, (own: string, other: string) => string, number]>([
    ['* is met by whatever exists', () => '*', 200],
    ['a list is met by one of its tags', (own, other) => `${other}, ${own}`, 200],
    ['a list of others is not met', (_own, other) => `${other}, "x"`, 412],
    ['a weak tag never matches', (own) => `W/${own}`, 412],
    ['a weak tag among strong ones changes nothing', (own, other) => `W/${own}, ${other}`, 412],
    ['an empty list is met by nothing', () => ' ', 412],
    ['a tag without quotes is malformed', (own) => own.replaceAll('"', ''), 400],
    ['an open quote is malformed', (own) => own.slice(0, -1), 400],
    ['* among others is malformed', (own) => `*, ${own}`, 400],
  ])('%s (RFC 9110, 13.1.1)', async (__, headerOf, status) => {
    const { path, etag } = await kind.create();
    const [body] = kind.bodies;
    const other = await kinds[kind === kinds['tier'] ? 'segment' : 'tier']?.create();
    const received = await change(path, body, headerOf(etag, other?.etag ?? ''));
    const left = await kind.stored(path);
    expect([received.status, left === etag]).toEqual([status, status !== 200]);
    const expected: Readonly<Record<number, unknown>> = {
      200: [200, undefined, undefined, left],
      400: [400, 'VALIDATION_ERROR', { errors: [faultOfHeader] }, null],
      412: outdatedBy(etag),
    };
    expect(problemOf(received)).toEqual(expected[status]);
  });

  it('is not asked for of what does not exist', async () => {
    for (const path of kind.missing === null ? [] : [kind.missing])
      for (const ifMatch of ['*', '"x"'])
        expect((await change(path, kind.bodies[0], ifMatch)).status).toBe(404);
  });

  it('▲ a PATCH that was stored and whose response was lost is repeated with the version from before (RFC 9110, 13.1.1)', async () => {
    const { path, etag } = await kind.create();
    const body = kind.bodies[1];
    const stored = etagOf(await change(path, body, etag));
    const repeated = await change(path, body, etag);
    expect([repeated.status, etagOf(repeated)]).toEqual([200, stored]);
  });
});

describe('D306 a campaign', () => {
  const create = () => kinds['campaign']?.create() ?? Promise.reject(new Error('there is no such kind'));
  const step = (path: string, action: 'activate' | 'pause' | 'resume', ifMatch?: string) =>
    call({
      operation: `${action}Campaign`,
      path: `${path}/${action}`,
      ...(ifMatch === undefined ? {} : { ifMatch }),
    });

  it('▲ is not activated in a version other than the one that was looked at', async () => {
    const { path, etag } = await create();
    const body = { earningRule: { type: 'FIXED_POINTS', points: 100_000 } };
    const theirs = etagOf(await call({ operation: 'updateCampaign', path, body }));
    expect(problemOf(await step(path, 'activate', etag))).toEqual(outdatedBy(theirs));
    expect(shownIn(await call({ operation: 'getCampaign', path }))['state']).toBe('DRAFT');
    const active = etagOf(await step(path, 'activate', theirs));
    expect(problemOf(await step(path, 'pause', theirs))).toEqual(outdatedBy(active));
    const paused = etagOf(await step(path, 'pause', active));
    expect(problemOf(await step(path, 'resume', active))).toEqual(outdatedBy(paused));
    expect((await step(path, 'resume', paused)).status).toBe(200);
  });

  it('▲ that somebody else has activated meanwhile is not reported as what was looked at', async () => {
    const { path, etag } = await create();
    await call({ operation: 'updateCampaign', path, body: { name: 'Theirs' } });
    const active = etagOf(await step(path, 'activate'));
    expect(problemOf(await step(path, 'activate', etag))).toEqual(outdatedBy(active));
    expect((await step(path, 'activate')).status).toBe(200);
  });

  it('is refused for its state, whatever version the caller names', async () => {
    const { path, etag } = await create();
    await call({ operation: 'archiveCampaign', path });
    expect(shownIn(await step(path, 'activate', etag))['code']).toBe('INVALID_STATE_TRANSITION');
  });

  it('keeps its version while it spends', async () => {
    const { path } = await create();
    await call({ operation: 'updateCampaign', path, body: { maxBudgetCents: 1_000_000 } });
    const etag = etagOf(await step(path, 'activate'));
    const receipt = { transactionRef: randomUUID(), memberRef: 'anna', amount: 10_000 };
    await call({ operation: 'evaluateTransaction', path: '/transactions/evaluate', body: receipt });
    const read = await call({ operation: 'getCampaign', path });
    expect([shownIn(read)['spentCents'], etagOf(read)]).toEqual([5, etag]);
    await call({ operation: 'archiveCampaign', path });
  });
});

it('D306 the document says it of every operation that takes If-Match, and of no other', () => {
  const taking = operations.filter(({ takesIfMatch }) => takesIfMatch).map(({ operationId }) => operationId);
  expect(taking.toSorted()).toEqual(
    [
      'activateCampaign',
      'archiveCampaign',
      'deleteSegment',
      'deleteTier',
      'deleteWebhook',
      'pauseCampaign',
      'resumeCampaign',
      'updateCampaign',
      'updateEventDefinition',
      'updateEventDefinitionByKey',
      'updateSegment',
      'updateSettings',
      'updateTier',
      'updateWebhook',
    ].toSorted(),
  );
  for (const { operationId, path, method } of operations) {
    const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const has412 = openapiDocument.paths[path]?.[name]?.responses['412'] !== undefined;
    expect([operationId, has412]).toEqual([operationId, taking.includes(operationId)]);
  }
});
