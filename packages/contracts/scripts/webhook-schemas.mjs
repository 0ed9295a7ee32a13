// What is sent to webhooks: whole schemas, and the section of the OpenAPI document.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const read = (folder, name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** The schema of every event by its type, each with what the envelope says of the members that all have. */
export const readWebhooks = (schemasFolder) => {
  const folder = join(schemasFolder, 'webhooks');
  const envelope = read(folder, 'shared/envelope.json');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return new Map(
    names.map((name) => [name.slice(0, -'.json'.length), whole(name, read(folder, name), envelope)]),
  );
};

const whole = (name, schema, envelope) => {
  const { title, description, properties, examples } = schema;
  if (`${title}.json` !== name || properties.event.const !== title)
    throw new Error(`schemas/webhooks/${name} must have its name as its title and as its event.`);
  return {
    title,
    description: `${description} ${envelope.description}`,
    type: 'object',
    required: envelope.required,
    properties: mapped(envelope.properties, (member, key) => ({ ...member, ...properties[key] })),
    additionalProperties: false,
    examples,
  };
};

const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** `member.tier_changed` as `MemberTierChanged`. */
export const pascalCase = (type) =>
  type.replace(/(^|[._])([a-z])/g, (_, before, letter) => letter.toUpperCase());

/** The name of an event's schema in documents. */
export const schemaNameOf = (type) => `${pascalCase(type)}Event`;

/** A schema for who receives: closed for us, open for them, because members may be added. */
export const openToMore = (node) => {
  if (Array.isArray(node)) return node.map(openToMore);
  if (typeof node !== 'object' || node === null) return node;
  const { additionalProperties, ...others } = node;
  return mapped(typeof additionalProperties === 'boolean' ? others : node, openToMore);
};

/**
 * The document with one webhook for each type, and with the schema of each body and of its parts among the components: makers
 * of clients name types by them. What the document has under `webhooks` is the one entry that all are made of: headers and
 * answers are the same for each.
 */
export const withWebhooks = (document, webhooks) => {
  const { event } = document.webhooks;
  const { schemas } = document.components;
  const bodies = new Map();
  const items = [...webhooks].map(([type, schema]) => {
    const name = schemaNameOf(type);
    const { title: _, examples: __, ...whole } = named(openToMore(schema), schemas);
    bodies.set(name, withNamedParts(whole, name, bodies));
    return [type, { post: deliveryOf(event.post, type, schema) }];
  });
  const taken = [...bodies.keys()].filter((name) => name in schemas);
  if (taken.length > 0)
    throw new Error(`The OpenAPI document has schemas of its own named ${taken.join(', ')}.`);
  const components = { ...document.components, schemas: { ...schemas, ...Object.fromEntries(bodies) } };
  return { ...document, webhooks: Object.fromEntries(items), components };
};

const deliveryOf = (template, type, { title, description, examples: [example] }) => ({
  ...template,
  operationId: `receive${pascalCase(type)}`,
  summary: title,
  // Makers of clients make no call of it: nobody calls us so, and what openapi-generator makes in TypeScript does not compile.
  'x-internal': true,
  description: `${description}\n\n${template.description}`,
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { $ref: `#/components/schemas/${schemaNameOf(type)}` }, example },
    },
  },
});

/** The items of `awards` of a TransactionReturnedEvent are of the type TransactionReturnedEventAward. */
const withNamedParts = (schema, event, bodies) => ({
  ...schema,
  properties: mapped(schema.properties, (member, key) => {
    const { items } = member;
    if (items?.properties === undefined)
      return namedPart(member, `${event}${pascalCase(key)}`, event, bodies);
    return {
      ...member,
      items: namedPart(items, `${event}${pascalCase(key).replace(/s$/, '')}`, event, bodies),
    };
  }),
});

const namedPart = (member, name, event, bodies) => {
  const { properties, type, description } = member;
  if (properties === undefined) return member;
  if (bodies.has(name)) throw new Error(`${event} has two parts named ${name}.`);
  bodies.set(name, withNamedParts({ ...member, type: 'object' }, event, bodies));
  const $ref = `#/components/schemas/${name}`;
  return [type].flat().includes('null')
    ? { description, oneOf: [{ $ref }, { type: 'null' }] }
    : { $ref, description };
};

/** A list of values has a name in the document: makers of clients name their types by it. */
const named = (node, schemas) => {
  if (Array.isArray(node)) return node.map((each) => named(each, schemas));
  if (typeof node !== 'object' || node === null) return node;
  if (!Array.isArray(node.enum)) return mapped(node, (value) => named(value, schemas));
  const [name] =
    Object.entries(schemas).find(([, schema]) => String(schema.enum) === String(node.enum)) ?? [];
  if (name === undefined) throw new Error(`No schema of the OpenAPI document has the values ${node.enum}.`);
  return { $ref: `#/components/schemas/${name}`, description: node.description };
};
