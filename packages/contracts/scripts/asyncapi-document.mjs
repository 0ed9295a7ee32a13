// The AsyncAPI document: the frame of schemas/asyncapi.yaml, filled with messages of schemas/webhooks, avro
// and facts.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openToMore, pascalCase, schemaNameOf } from './webhook-schemas.mjs';

const avroFormat = 'application/vnd.apache.avro;version=1.9.0';

/**
 * What is exchanged other than by HTTP calls, as `/asyncapi.json` serves it. `openapi` is the parsed openapi.yaml, `webhooks`
 * what `readWebhooks` returns.
 */
export const asyncapiDocument = (folder, openapi, webhooks) => {
  const sources = sourcesIn(folder, openapi, webhooks);
  const { asyncapi, info, channels, ...others } = sources.frame;
  const filled = Object.entries(channels).map(([name, channel]) => [name, fill(channel, sources)]);
  const parts = filled.flatMap(([, { messages }]) => messages);
  return {
    asyncapi,
    info: { title: info.title, version: openapi.info.version, description: info.description },
    ...others,
    channels: Object.fromEntries(filled.map(([name, { channel }]) => [name, channel])),
    components: {
      messages: Object.fromEntries(parts.map(({ name, message }) => [name, message])),
      schemas: Object.assign({}, ...parts.map(({ schemas }) => schemas)),
    },
  };
};

const sourcesIn = (folder, openapi, webhooks) => {
  const text = (path) => readFileSync(join(folder, path), 'utf8');
  const facts = readdirSync(join(folder, 'facts')).sort();
  return {
    frame: parse(text('asyncapi.yaml')),
    headers: deliveryHeaders(openapi),
    topics: JSON.parse(text('topics.json')).topics,
    webhooks,
    facts: facts.map((name) => JSON.parse(text(`facts/${name}`))),
    avro: (name) => JSON.parse(text(`avro/${name}.avsc`)),
  };
};

/** The headers of a delivery, as a schema. */
const deliveryHeaders = ({ webhooks }) => {
  const schemas = webhooks.event.post.parameters.map(({ name, description, schema, example }) => [
    name,
    { ...schema, description, examples: [example] },
  ]);
  const properties = Object.fromEntries(schemas);
  return { type: 'object', required: Object.keys(properties), properties };
};

/** A channel with the messages that its one message stands for, and with the settings of its topic. */
const fill = ({ 'x-topic': topic, messages: templates, ...channel }, sources) => {
  const [{ 'x-messages-of': source, ...template }] = Object.values(templates);
  const messages = messagesOf(source, template, sources);
  const references = messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]);
  const settings = topic === undefined ? {} : { bindings: { kafka: topicBinding(topic, sources) } };
  return { messages, channel: { ...channel, ...settings, messages: Object.fromEntries(references) } };
};

const topicBinding = (topic, { topics }) => {
  const { config } = topics.find(({ name }) => name === topic);
  return {
    topicConfiguration: {
      'retention.ms': Number(config['retention.ms']),
      'max.message.bytes': Number(config['max.message.bytes']),
    },
    bindingVersion: '0.5.0',
  };
};

/** Each message by its name among the components, with the schemas that it refers to. */
const messagesOf = (source, template, sources) => {
  if (source === 'webhooks')
    return [...sources.webhooks].map((webhook) => deliveryOf(webhook, template, sources.headers));
  if (source === 'facts') {
    const envelope = sources.avro('fact');
    return sources.facts.map((schema) => factOf(schema, template, envelope));
  }
  return [avroMessage(sources.avro(source.replace('avro/', '')), template)];
};

const deliveryOf = ([type, { title: _, examples, ...schema }], template, headers) => {
  const name = schemaNameOf(type);
  const { description } = schema;
  const shown = examples.map((payload) => ({ name: type, payload }));
  const payload = refTo(name);
  const message = {
    name: type,
    title: type,
    description,
    headers: refTo('WebhookHeaders'),
    payload,
    ...template,
  };
  const schemas = { WebhookHeaders: headers, [name]: openToMore(schema) };
  return { name, message: { ...message, examples: shown }, schemas };
};

const factOf = ({ $schema: _, title: type, ...schema }, { headers, ...template }, envelope) => {
  const name = pascalCase(type);
  const message = {
    ...{ name: type, title: type, description: schema.description, headers: refTo('FactHeaders') },
    ...{ payload: refTo(envelope.name), 'x-data': refTo(`${name}Data`), ...template },
  };
  const schemas = { FactHeaders: headers, [envelope.name]: avroSchema(envelope), [`${name}Data`]: schema };
  return { name: `${name}Fact`, message, schemas };
};

const avroMessage = (schema, template) => {
  const message = { name: schema.name, description: schema.doc, payload: refTo(schema.name), ...template };
  return { name: schema.name, message, schemas: { [schema.name]: avroSchema(schema) } };
};

const avroSchema = (schema) => ({ schemaFormat: avroFormat, schema });

const refTo = (name) => ({ $ref: `#/components/schemas/${name}` });
