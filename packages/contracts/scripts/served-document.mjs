// The document as it is served: what its `x-` keywords say to programs, its descriptions say to readers too,
// because viewers of others show no keywords of ours. Examples of lists follow from those of their items. What generators of clients do
// not take is said in another way.

/** The served form of the document; what is given stays as it is. */
export const servedDocument = (document) => {
  const { paths, components } = document;
  return {
    ...document,
    paths: mapped(paths, pathItem),
    components: {
      ...components,
      parameters: mapped(components.parameters, withPlainSchema),
      headers: mapped(components.headers, withPlainSchema),
      responses: mapped(components.responses, response),
      schemas: mapped(components.schemas, (schema) =>
        plain(merged(withExample(schema, components.schemas), components.schemas)),
      ),
    },
  };
};

/**
 * Older generators lose the parameters of a path where an operation has its own (D314). Newer ones append them, and so does
 * this: where the order of arguments follows that of parameters, it stays.
 */
const pathItem = ({ parameters = [], ...item }) =>
  mapped(item, (value, key) =>
    isMethod(key) ? operation({ ...value, parameters: [...(value.parameters ?? []), ...parameters] }) : value,
  );

/**
 * A schema as the usual generators of clients take it. They know no value of two types, and make a list of texts of a constant
 * that is none. `x-types` and `x-const` say both to our validator, and the description says them to readers.
 */
const plain = (schema) => {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === 'type' && isSeveral(value)) return ['x-types', value];
    if (key === 'const' && typeof value !== 'string') return ['x-const', value];
    if (key === 'properties') return [key, mapped(value, plain)];
    if (key === 'oneOf') return [key, value.map(plain)];
    const isSchema = (key === 'items' || key === 'additionalProperties') && typeof value === 'object';
    return [key, isSchema ? plain(value) : value];
  });
  return Object.fromEntries(entries);
};

const isSeveral = (type) => Array.isArray(type) && type.filter((each) => each !== 'null').length > 1;

const withPlainSchema = (object) => ({ ...object, schema: plain(object.schema) });

/** A reference with keywords beside it has no type of its own, so generators lose the null of what refers to it. */
const merged = ({ $ref, ...beside }, schemas) =>
  $ref === undefined ? beside : { ...schemas[$ref.replace('#/components/schemas/', '')], ...beside };

/** `x-types` of the source becomes `type`. */
export const withSeveralTypes = (node) => {
  if (Array.isArray(node)) return node.map(withSeveralTypes);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key === 'x-types' ? 'type' : key, withSeveralTypes(value)]),
  );
};

const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

const isMethod = (key) => ['get', 'put', 'post', 'patch', 'delete'].includes(key);

const operation = (object) => ({
  ...object,
  description: [object.description.trimEnd(), ...remarksOn(object)].join('\n\n'),
  responses: mapped(object.responses, response),
});

const remarksOn = (object) => {
  const testKeys = object['x-test-key-only'] ? ' Test keys only.' : '';
  const asked =
    object['x-permission'] === 'none' ? 'none; no credential is required' : `\`${object['x-permission']}\``;
  return [
    `**Permission:** ${asked}.${testKeys}`,
    ...(object['x-retry'] ? [`**After a lost response:** ${whatToRepeat(object)}`] : []),
    ...((object['x-audit'] ?? 'none') === 'none'
      ? []
      : [`**Audit log:** a change is recorded as \`${object['x-audit']}\`.`]),
    ...(object['x-fresh']
      ? ['**In the console:** the operation requires a sign-in within the last five minutes.']
      : []),
    ...(object.deprecated
      ? [
          `**Deprecated** since ${object['x-deprecated-since']}; it may be removed from ${object['x-sunset']} on.`,
        ]
      : []),
  ];
};

const whatToRepeat = ({ 'x-retry': retry, 'x-reference': reference }) =>
  ({
    safe: 'send it again.',
    reference: `send it again with the same \`${reference}\`. Without a reference, first check whether it was done.`,
    key: 'send it again with the same `Idempotency-Key`. Without this header, first check whether it was done.',
  })[retry];

const response = (object) => {
  const codes = object['x-error-codes'];
  if (codes === undefined) return object;
  const said = codes.map((code) => `\`${code}\``).join(', ');
  return {
    ...object,
    description: `${object.description.trimEnd()} ${codes.length === 1 ? 'Code' : 'Codes'}: ${said}.`,
  };
};

/** A list has one array of items that have an example; the page of the example is the last one. */
const withExample = (schema, schemas) => {
  const { properties = {}, example } = schema;
  const entries = Object.entries(properties);
  const lists = entries.filter(([, property]) => exampleOf(property.items, schemas) !== undefined);
  const others = entries.filter(([name, property]) => property.type !== 'array' && name !== 'nextCursor');
  const [[name, { items } = {}] = []] = lists;
  if (example !== undefined || lists.length !== 1 || others.length > 0) return schema;
  const cursor = 'nextCursor' in properties ? { nextCursor: null } : {};
  return { ...schema, example: { [name]: [exampleOf(items, schemas)], ...cursor } };
};

const exampleOf = (schema, schemas) => schemas[schema?.$ref?.replace('#/components/schemas/', '')]?.example;
