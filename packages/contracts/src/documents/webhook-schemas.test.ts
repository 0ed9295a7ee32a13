import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type JsonSchema, openapiDocument } from '../http/openapi-document.ts';
import {
  disabledEventType,
  eventTypeOf,
  isPublicEventType,
  type PublicEventType,
  publicEventTypes,
  publicFactTypes,
  type WebhookEventType,
} from '../webhooks.ts';
import { webhookSchemas, webhookValidatorFor } from './sent-bodies.ts';

const folder = 'schemas/webhooks';

const schemaAt = (path: string): JsonSchema => JSON.parse(readFileSync(path, 'utf8')) as JsonSchema;

interface Body {
  readonly event: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const exampleOf = (type: WebhookEventType): Body => {
  const [example] = webhookSchemas[type].examples;
  if (example === undefined) throw new Error(`${type} has no example.`);
  return example as Body;
};

const types = Object.keys(webhookSchemas) as WebhookEventType[];

const placesIn = (at: string, schema: JsonSchema): readonly { at: string; schema: JsonSchema }[] => [
  { at, schema },
  ...Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(
    ([name, member]) => placesIn(`${at}.${name}`, member),
  ),
  ...(schema['items'] === undefined ? [] : placesIn(`${at}[]`, schema['items'] as JsonSchema)),
];

describe('the types of events', () => {
  it('that one can subscribe to are those of the interface, and what becomes of rewards, balances and states (D95, D109)', () => {
    expect(publicEventTypes).toEqual([
      'campaign.budget_alert',
      'campaign.budget_suspended',
      'event.processed',
      'member.enrolled',
      'member.erased',
      'member.merged',
      'member.points_forgiven',
      'member.reference_changed',
      'member.reinstated',
      'member.stamp_card_completed',
      'member.suspended',
      'member.tier_changed',
      'points.adjusted',
      'points.credited',
      'points.expired',
      'points.matured',
      'reward.expired',
      'reward.failed',
      'reward.issued',
      'reward.redeemed',
      'transaction.authorized',
      'transaction.captured',
      'transaction.processed',
      'transaction.redeemed',
      'transaction.refused',
      'transaction.returned',
      'transaction.voided',
      'webhook.disabled',
    ]);
  });

  it('that are internal, or for a test only, cannot be subscribed to', () => {
    expect(
      [
        'management.written',
        'reward.requested',
        'member.state_changed',
        'webhook.test',
        '*',
        'toString',
      ].filter((type) => isPublicEventType(type)),
    ).toEqual([]);
  });

  it('are made of facts of their names, but for the two that tell of a state', () => {
    const stateOf = (to: 'active' | 'suspended') =>
      eventTypeOf({ type: 'member.state_changed', data: { memberId: '', from: 'active', to } });
    expect([stateOf('suspended'), stateOf('active')]).toEqual(['member.suspended', 'member.reinstated']);
    expect(eventTypeOf({ type: 'member.erased', data: { memberId: '' } })).toBe('member.erased');
  });
});

describe('every fact', () => {
  const facts = readdirSync('schemas/facts').map((name) => name.replace(/\.json$/, ''));
  const membersOf = (folderOf: string, type: string): string[] =>
    Object.keys((schemaAt(`schemas/${folderOf}/${type}.json`) as { properties: object }).properties);

  it('▲ becomes an event, unless it is listed here as internal (D109)', () => {
    const internal = ['management.written', 'receipt.repeated', 'reward.requested'];
    expect(publicFactTypes.toSorted()).toEqual(facts.filter((type) => !internal.includes(type)).sort());
  });

  it('▲ that moves points becomes an event with its place in the ledger, so that their sum is the balance', () => {
    // The points of a capture left the balance when it was authorized; forgiven points were not on it.
    const unmoved = ['transaction.captured', 'member.points_forgiven'];
    const moving = facts.filter(
      (type) =>
        !unmoved.includes(type) && membersOf('facts', type).some((name) => /^(points|balance)/.test(name)),
    );
    expect(moving).toEqual(movingPoints);
    for (const type of movingPoints) {
      const { properties } = webhookSchemas[type].properties.data as { properties: object };
      expect([type, Object.keys(properties)]).toEqual([
        type,
        expect.arrayContaining(['memberId', 'memberRef', 'ledgerSeq']),
      ]);
    }
  });
});

const movingPoints: readonly WebhookEventType[] = [
  'event.processed',
  'member.merged',
  'points.adjusted',
  'points.credited',
  'points.expired',
  'points.matured',
  'transaction.authorized',
  'transaction.processed',
  'transaction.redeemed',
  'transaction.returned',
  'transaction.voided',
];

describe.each(types)('a body of %s', (type) => {
  it('is as its example', () => {
    const example = exampleOf(type);
    expect(webhookValidatorFor(type)(structuredClone(example))).toEqual({ ok: true, value: example });
    expect([example.event, example.type]).toEqual([type, type]);
    expect(webhookValidatorFor(type)({ ...example, type: 'another' })).toMatchObject({
      errors: [{ pointer: '/type' }],
    });
  });

  it('has no member that its schema does not know', () => {
    const { data, ...envelope } = exampleOf(type);
    const judge = webhookValidatorFor(type);
    expect(judge({ ...envelope, data, more: 1 })).toMatchObject({ errors: [{ pointer: '/more' }] });
    expect(judge({ ...envelope, data: { ...data, more: 1 } })).toMatchObject({
      errors: [{ pointer: '/data/more' }],
    });
  });

  it('has every member of the envelope (D68)', () => {
    const { errors } = webhookValidatorFor(type)({}) as unknown as {
      errors: readonly { pointer: string }[];
    };
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(
      ['/createdAt', '/data', '/deliveryId', '/event', '/id', '/mode', '/tenantId', '/timestamp'].sort(),
    );
  });

  it('is judged alike by the file of its schema', () => {
    const ajv = new Ajv2020({ validateFormats: false, strictRequired: false, strictTypes: false });
    ajv.addSchema(schemaAt(join(folder, 'shared/envelope.json')), 'shared/envelope.json');
    const judge = ajv.compile(schemaAt(join(folder, `${type}.json`)));
    const example = exampleOf(type);
    expect([judge(example), judge({ ...example, more: 1 }), judge({ ...example, id: undefined })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('every file of schemas/webhooks', () => {
  it('is a type that is sent', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(files.map((name) => name.replace(/\.json$/, ''))).toEqual(types);
  });
});

/** Members that the fact lacks: personal data and codes, read when it is sent; the rest of the envelope. */
const beyondTheFact: Partial<Record<PublicEventType, readonly string[]>> = {
  'event.processed': ['ledgerSeq'],
  'member.enrolled': ['externalRef'],
  'member.merged': ['ledgerSeq'],
  'points.adjusted': ['ledgerSeq'],
  'points.credited': ['ledgerSeq'],
  'points.expired': ['ledgerSeq'],
  'points.matured': ['ledgerSeq'],
  'reward.issued': ['campaignName', 'state', 'value'],
  'transaction.authorized': ['ledgerSeq'],
  'transaction.processed': ['ledgerSeq'],
  'transaction.redeemed': ['ledgerSeq'],
  'transaction.returned': ['ledgerSeq'],
  'transaction.voided': ['ledgerSeq'],
};

const factOf: Partial<Record<PublicEventType, string>> = {
  'member.suspended': 'member.state_changed',
  'member.reinstated': 'member.state_changed',
};

const ofFacts = publicEventTypes.filter((type) => type !== disabledEventType);

describe.each(ofFacts)('the data of %s', (type) => {
  const { properties: said, required = [] } = webhookSchemas[type].properties.data as {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  const fact = factOf[type] ?? type;
  const { properties: known } = schemaAt(`schemas/facts/${fact}.json`) as {
    properties: Readonly<Record<string, JsonSchema>>;
  };

  it('is that of the fact, but for what is read when it is sent', () => {
    const more = Object.keys(said).filter((name) => known[name] === undefined && name !== 'memberRef');
    expect(more.sort()).toEqual(beyondTheFact[type] ?? []);
  });

  it('▲ names a member by both names or by none (D110)', () => {
    const names = Object.keys(said).filter((name) => name === 'memberId' || name === 'memberRef');
    expect([['memberId', 'memberRef'], []]).toContainEqual(names);
    expect(required).toEqual(expect.arrayContaining(names));
  });

  it('is of the same types as in the fact', () => {
    for (const name of Object.keys(said).filter((each) => known[each] !== undefined)) {
      expect([name, said[name]?.['type']]).toEqual([name, known[name]?.['type']]);
    }
  });
});

describe('every member of a body', () => {
  const places = types.flatMap((type) => placesIn(type, webhookSchemas[type]));

  it('has a description, and a number says how wide it is', () => {
    expect(places.length).toBeGreaterThan(100);
    expect(places.filter(({ schema }) => typeof schema['description'] !== 'string')).toEqual([]);
    const widths = { integer: 'int64', number: 'double' };
    const numbers = places.filter(
      ({ schema }) => schema['type'] === 'integer' || schema['type'] === 'number',
    );
    for (const { at, schema } of numbers) {
      expect([at, schema['format']]).toEqual([at, widths[schema['type'] as keyof typeof widths]]);
    }
  });
});

interface Webhook {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
  readonly responses: object;
  readonly requestBody: { content: { 'application/json': { schema: JsonSchema; example: Body } } };
}

describe('the webhooks of the OpenAPI document', () => {
  const webhooks = openapiDocument.webhooks as Readonly<Record<string, { readonly post: Webhook }>>;
  const all = Object.values(webhooks).map(({ post }) => post);

  it('are the types that are sent, each with its schema, which takes what may be added', () => {
    expect(Object.keys(webhooks)).toEqual(types);
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'];
      const name = String(schema['$ref']).replace('#/components/schemas/', '');
      const body = openapiDocument.components.schemas[name];
      expect([body, example]).toMatchObject([
        { properties: { event: { const: type }, type: { const: type } } },
        { event: type, type },
      ]);
      expect(JSON.stringify(body)).not.toContain('additionalProperties');
    }
  });

  it('say what to answer, and which headers they have (D68, D69)', () => {
    for (const { responses, parameters, security } of all) {
      expect(Object.keys(responses)).toEqual(['410', '2XX', 'default']);
      expect(parameters).toHaveLength(6);
      expect(parameters.filter(({ description, example }) => !description || !example)).toEqual([]);
      expect(security).toEqual([]);
    }
  });

  it('are named as those of the AsyncAPI document, and the data as the event', () => {
    const { schemas } = openapiDocument.components;
    expect(schemas['TransactionProcessedEvent']).toMatchObject({
      properties: { data: { $ref: '#/components/schemas/TransactionProcessedEventData' } },
    });
    expect(schemas['TransactionReturnedEventData']).toMatchObject({
      properties: { awards: { items: { $ref: '#/components/schemas/TransactionReturnedEventAward' } } },
    });
    for (const [type, { post }] of Object.entries(webhooks)) {
      const pascal = type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
      expect(post.requestBody.content['application/json'].schema).toEqual({
        $ref: `#/components/schemas/${pascal}Event`,
      });
    }
  });

  it('have names of their own', () => {
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(types.length);
  });
});
