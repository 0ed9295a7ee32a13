// The document as it is served: what its `x-` keywords say to programs, its descriptions say to readers too,
// because no viewer shows keywords of ours. Examples of lists follow from those of their items.

/** The served form of the document; what is given stays as it is. */
export const servedDocument = (document) => {
  const { paths, components } = document;
  return {
    ...document,
    paths: mapped(paths, (item) => mapped(item, (value, key) => (isMethod(key) ? operation(value) : value))),
    components: {
      ...components,
      responses: mapped(components.responses, response),
      schemas: mapped(components.schemas, (schema) => withExample(schema, components.schemas)),
    },
  };
};

/** `x-types` becomes `type`: the usual generators of clients, which take the source, know no value of two types. */
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
    never: 'first check whether it was done, and only then send it again.',
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
