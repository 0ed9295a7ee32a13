// D125, said once here and not at each field: null is absent for every optional member of every body. Where such a
// member has no null of its own (one that clears), `x-null-is-absent` of its object names it, for the validator;
// where the object is in requests only, the member's type says null too, for readers. What requests share with
// responses keeps its types, because no response has null there. An object within a body that refuses members it does
// not know has `x-unknown-null-is-absent`, because generated clients write the members of a choice's other kinds as null.

const prefix = '#/components/schemas/';

export const withNullAsAbsent = (document) => {
  const { paths, components } = document;
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const bodies = reachedFrom(
    operations.map(({ requestBody }) => requestBody),
    components.schemas,
  );
  const shown = reachedFrom(
    [operations.map(({ responses }) => responses), components.responses, document.webhooks],
    components.schemas,
  );
  const whole = new Set(operations.flatMap(({ requestBody }) => wholeBodyOf(requestBody)));
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    bodies.has(name)
      ? marked(schema, {
          schemas: components.schemas,
          isShown: shown.has(name),
          isInner: !whole.has(name),
        })
      : schema,
  ]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } };
};

/** The name of the schema of a body. Null at the top of a body may clear something, so only names that are known there pass. */
const wholeBodyOf = (body) => {
  const reference = body?.content['application/json']?.schema.$ref;
  return reference === undefined ? [] : [reference.slice(prefix.length)];
};

/** The names of the schemas that a part leads to, through `mapping` and our own choices too. */
const reachedFrom = (part, schemas, reached = new Set()) => {
  if (typeof part === 'string' && part.startsWith(prefix)) {
    const name = part.slice(prefix.length);
    if (reached.has(name)) return reached;
    reached.add(name);
    reachedFrom(schemas[name], schemas, reached);
  } else if (typeof part === 'object' && part !== null) {
    for (const inner of Object.values(part)) reachedFrom(inner, schemas, reached);
  }
  return reached;
};

const marked = (schema, context) => {
  const { properties, required = [] } = schema;
  // A choice is shown as one object; its variants are judged.
  if (properties === undefined || schema['x-variants'] !== undefined) return schema;
  const absent = Object.keys(properties).filter(
    (name) => !required.includes(name) && !hasNull(properties[name], context.schemas),
  );
  const isOpen = context.isInner && schema.additionalProperties === true;
  const unknown = isOpen ? { 'x-unknown-null-is-absent': true } : {};
  if (absent.length === 0) return { ...schema, ...unknown };
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    absent.includes(name) && !context.isShown ? nullable(member, context.schemas) : member,
  ]);
  return { ...schema, properties: Object.fromEntries(members), 'x-null-is-absent': absent, ...unknown };
};

const targetOf = ({ $ref }, schemas) => schemas[$ref?.slice(prefix.length)];

const hasNull = (schema, schemas) => {
  const target = targetOf(schema, schemas);
  if (target !== undefined) return hasNull(target, schemas);
  const types = [schema.type, ...(schema.oneOf ?? []).map(({ type }) => type)].flat();
  return types.includes('null');
};

/** A list of values and what has members are named; a plain type is repeated with null beside it. */
const nullable = (schema, schemas) => {
  const target = targetOf(schema, schemas);
  if (target === undefined) return { ...schema, type: [schema.type, 'null'].flat() };
  const isNamed = ['enum', 'properties', 'additionalProperties', 'oneOf', '$ref'].some(
    (keyword) => keyword in target,
  );
  const { $ref, ...beside } = schema;
  if (!isNamed) return nullable({ ...target, ...beside }, schemas);
  const { description = target.description } = beside;
  return { ...beside, description, oneOf: [{ $ref }, { type: 'null' }] };
};
