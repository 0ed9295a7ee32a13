import { readdirSync, readFileSync } from 'node:fs';
import { evaluateRequestCodec, streamedEventCodec } from '../avro/codecs.ts';
import { payloadOf } from '../avro/wire-format.ts';
import type { EvaluateRequest, StreamedEvent } from '../generated/avro.ts';
import { topics } from '../generated/topics.ts';
import { headers } from '../headers.ts';
import { topicOf } from '../topic-catalogue.ts';
import { publicEventTypes, testEventType, type WebhookEventType } from '../webhooks.ts';
import { asyncapiDocument, type AsyncapiMessage } from './asyncapi-document.ts';
import { webhookValidatorFor } from './sent-bodies.ts';

const { channels, components, info } = asyncapiDocument;

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

const messagesOf = (channel: string): readonly AsyncapiMessage[] =>
  Object.values(channels[channel]?.messages ?? {}).flatMap(
    ({ $ref }) => components.messages[nameIn($ref)] ?? [],
  );

const referencesIn = (part: unknown): readonly string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' ? [String(value)] : referencesIn(value),
  );
};

const at = (reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], asyncapiDocument);

const propertiesOf = (reference: string | undefined): readonly string[] =>
  Object.keys((at(reference ?? '') as { properties: object }).properties);

describe('the AsyncAPI document', () => {
  const references = new Set(referencesIn(asyncapiDocument));

  it('has references that lead somewhere, and no component that nothing refers to', () => {
    expect([...references].filter((reference) => at(reference) === undefined)).toEqual([]);
    const held = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    expect(held.filter((reference) => !references.has(reference))).toEqual([]);
  });

  it('has the version of the release', () => {
    const { version } = JSON.parse(readFileSync('lerna.json', 'utf8')) as { version: string };
    expect(info.version).toBe(version);
  });

  it('describes topics as the catalogue of topics does', () => {
    const addressOf = (name: string) => channels[name]?.address;
    expect(['facts', 'receipts', 'events'].map(addressOf)).toEqual([
      topics.facts,
      `${topics.receipts}.{tenantId}.{mode}`,
      `${topics.events}.{tenantId}.{mode}`,
    ]);
    for (const [name, topic] of [
      ['facts', topics.facts],
      ['receipts', topics.receipts],
      ['events', topics.events],
    ] as const) {
      expect(channels[name]?.['bindings']).toMatchObject({
        kafka: { topicConfiguration: { 'retention.ms': Number(topicOf(topic).config['retention.ms']) } },
      });
    }
  });
});

describe('the channel of webhooks', () => {
  it('has every type that is sent, and an example of each that is one', () => {
    const messages = messagesOf('webhooks');
    expect(messages.map(({ name }) => name).sort()).toEqual([...publicEventTypes, testEventType].sort());
    for (const { name, examples = [] } of messages) {
      const [{ payload } = { payload: undefined }] = examples;
      expect(webhookValidatorFor(name as WebhookEventType)(payload)).toEqual({ ok: true, value: payload });
    }
  });

  it('has the headers of D68, and schemas that allow added members', () => {
    const [message] = messagesOf('webhooks');
    expect(propertiesOf(message?.headers?.$ref)).toEqual([
      'X-Loyalty-Signature',
      'X-Loyalty-Event',
      'X-Loyalty-Delivery',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(JSON.stringify(asyncapiDocument)).not.toContain('"additionalProperties":false');
  });
});

describe('the channel of facts', () => {
  it('has every fact, with the schema of its data', () => {
    const files = readdirSync('schemas/facts').map((name) => name.replace(/\.json$/, ''));
    const messages = messagesOf('facts');
    expect(messages.map(({ name }) => name).sort()).toEqual(files.sort());
    for (const { name, 'x-data': data } of messages) {
      const { properties } = JSON.parse(readFileSync(`schemas/facts/${name}.json`, 'utf8')) as {
        properties: object;
      };
      expect([name, propertiesOf(data?.$ref)]).toEqual([name, Object.keys(properties)]);
    }
  });

  it('has the headers that facts carry', () => {
    const [message] = messagesOf('facts');
    expect(propertiesOf(message?.headers?.$ref)).toEqual([
      headers.factType,
      headers.environment,
      headers.source,
    ]);
  });
});

describe('the channel of events', () => {
  it('has an example that is a record of the topic', () => {
    const [{ payload } = { payload: undefined }] = messagesOf('events')[0]?.examples ?? [];
    const event = payload as StreamedEvent;
    expect(streamedEventCodec.decode(payloadOf(streamedEventCodec.encode(event, 7)))).toEqual(event);
  });
});

describe('the channel of receipts', () => {
  it('has an example that a producer can write', () => {
    const [{ payload } = { payload: undefined }] = messagesOf('receipts')[0]?.examples ?? [];
    const receipt = payload as EvaluateRequest;
    expect(evaluateRequestCodec.decode(payloadOf(evaluateRequestCodec.encode(receipt, 7)))).toEqual(receipt);
  });
});
