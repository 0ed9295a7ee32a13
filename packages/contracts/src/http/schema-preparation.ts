import { invariant } from '@loyalty/kernel';
import { openapiDocument } from '../generated/openapi-document.ts';
import type { JsonSchema } from './openapi-shape.ts';

/** Keywords that mean to the validator what they mean in the document. */
const kept: ReadonlySet<string> = new Set(
  [
    'type const enum required format pattern minimum maximum exclusiveMinimum exclusiveMaximum',
    'minLength maxLength minItems maxItems x-max-decimals x-needs-one-of x-ordered x-rule-tree x-max-json-bytes x-says',
  ].flatMap((line) => line.split(' ')),
);

/** Keywords for readers only. */
const annotations: ReadonlySet<string> = new Set(['title', 'description', 'default', 'example', 'examples']);

type Rewrite = (value: unknown, schema: JsonSchema) => JsonSchema;

/**
 * A schema of the document as the validator needs it: references point to `componentsId`, objects are closed so that
 * unknown fields can be dropped (D9), and a choice of branches is made by what is there rather than by trial, so that
 * errors name the fault in the branch that was meant. Throws where it does not understand the schema: a rule that is
 * left out in silence would let anything pass.
 */
export const prepareSchema = (schema: JsonSchema): JsonSchema => {
  const choice = schema['x-variants'] as Variants | undefined;
  if (choice !== undefined) return prepareVariants(choice);
  const present = withoutNull(schema);
  if (present !== undefined) return unlessNull(present);
  const prepared = Object.entries(schema).map(([keyword, value]) => prepareKeyword(keyword, value, schema));
  return closed(bounded(Object.assign({}, ...prepared) as JsonSchema));
};

/** Under this id the validator knows the document's components. */
const componentsId = 'components';

const prepareKeyword = (keyword: string, value: unknown, schema: JsonSchema): JsonSchema => {
  if (kept.has(keyword)) return { [keyword]: value };
  const rewrite = rewrites.get(keyword);
  invariant(rewrite !== undefined || annotations.has(keyword), `the validator knows the keyword ${keyword}`);
  return rewrite?.(value, schema) ?? {};
};

const schemasPath = '#/components/schemas/';

/** A list of values stands where it is used: the validator looks for the values of a tag nowhere else. */
const referTo: Rewrite = (reference) => {
  const name = String(reference).replace(schemasPath, '');
  const target = openapiDocument.components.schemas[name];
  return target?.['enum'] === undefined ? { $ref: `${componentsId}#/$defs/${name}` } : prepareSchema(target);
};

/**
 * Which schema judges an object that is shown to readers, and to makers of clients, as one plain object with all the
 * members that it may have: the one that a member, its tag, names, or one of two by whether a member is there.
 */
type Variants =
  | { readonly tag: string; readonly mapping: Readonly<Record<string, string>> }
  | { readonly present: readonly string[]; readonly then: string; readonly else: string };

const prepareVariants = (variants: Variants): JsonSchema => {
  if ('tag' in variants) {
    const { tag: propertyName, mapping } = variants;
    const branches = [...new Set(Object.values(mapping))].map((reference) => referTo(reference, {}));
    return { oneOf: branches, ...prepareDiscriminator({ propertyName, mapping }, {}) };
  }
  const isThere = { type: 'object', anyOf: variants.present.map((name) => ({ required: [name] })) };
  return { if: isThere, then: referTo(variants.then, {}), else: referTo(variants.else, {}) };
};

/** The schema of the value, where a plain value may be null too; otherwise undefined. */
const withoutNull = (schema: JsonSchema): JsonSchema | undefined => {
  const types = schema['type'];
  if (!Array.isArray(types) || types.length !== 2 || types[1] !== 'null') return undefined;
  return { ...schema, type: types[0] as unknown };
};

/** Null is looked at first, so that errors speak of the value that was meant. */
const unlessNull = (schema: JsonSchema): JsonSchema => ({
  if: { type: 'null' },
  else: prepareSchema(schema),
});

const prepareAll = (schemas: unknown): JsonSchema =>
  Object.fromEntries(
    Object.entries(schemas as Record<string, JsonSchema>).map(([name, schema]) => [
      name,
      prepareSchema(schema),
    ]),
  );

/** Either the discriminator chooses, or the choice is between a value and null. */
const prepareOneOf: Rewrite = (value, schema) => {
  const branches = value as readonly JsonSchema[];
  if (schema['discriminator'] !== undefined) return { oneOf: branches.map(prepareSchema) };
  const [branch, nothing] = branches;
  invariant(
    branches.length === 2 && branch !== undefined && nothing?.['type'] === 'null',
    'a oneOf has a discriminator, or is of a schema and null',
  );
  return unlessNull(branch);
};

/** Branches are objects, which the keyword itself does not ask for. Only the message needs the mapping's keys. */
const prepareDiscriminator: Rewrite = (value) => {
  const { propertyName, mapping } = value as { propertyName: string; mapping: Record<string, string> };
  return { type: 'object', discriminator: { propertyName }, 'x-tags': Object.keys(mapping) };
};

interface ShapedBy {
  readonly tag: string;
  readonly member: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/** One member has the shape that another one, its tag, names. */
const prepareShapedBy: Rewrite = (value) => {
  const { tag, member, mapping } = value as ShapedBy;
  return {
    allOf: Object.entries(mapping).map(([named, reference]) => ({
      if: { properties: { [tag]: { const: named } }, required: [tag] },
      then: { properties: { [member]: referTo(reference, {}) } },
    })),
  };
};

/** To readers the member has every field of its shapes; what it is judged by is the shape that the tag names. */
const shapedElsewhere = (schema: JsonSchema): JsonSchema => {
  const shapedBy = schema['x-shaped-by'] as ShapedBy | undefined;
  return shapedBy === undefined ? {} : { [shapedBy.member]: { type: 'object', additionalProperties: true } };
};

const rewrites: ReadonlyMap<string, Rewrite> = new Map<string, Rewrite>([
  ['$ref', referTo],
  ['properties', (value, schema) => ({ properties: { ...prepareAll(value), ...shapedElsewhere(schema) } })],
  // A list whose items are judged apart takes anything; `items` then says to readers what belongs there.
  [
    'items',
    (value, schema) =>
      schema['x-judged-apart'] === true ? {} : { items: prepareSchema(value as JsonSchema) },
  ],
  ['x-judged-apart', () => ({})],
  [
    'additionalProperties',
    (value) => ({
      additionalProperties: typeof value === 'boolean' ? value : prepareSchema(value as JsonSchema),
    }),
  ],
  ['oneOf', prepareOneOf],
  ['discriminator', prepareDiscriminator],
  // Only answers have lists that may grow; ours are held to what is in them.
  ['x-extensible-enum', (value) => ({ enum: value })],
  ['x-shaped-by', prepareShapedBy],
]);

/** An object with named members has no others; one without is free. */
const closed = (schema: JsonSchema): JsonSchema =>
  schema['properties'] !== undefined && schema['additionalProperties'] === undefined
    ? { ...schema, additionalProperties: false }
    : schema;

/** The items of an array that is too long are not looked at: the list of errors stays as bounded as the array. */
const bounded = ({ items, ...schema }: JsonSchema): JsonSchema => {
  if (items === undefined || schema['maxItems'] === undefined)
    return items === undefined ? schema : { ...schema, items };
  return { ...schema, if: { maxItems: schema['maxItems'] }, then: { items } };
};

/** All components, as one schema to which references lead. */
export const prepareComponents = (schemas: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  $id: componentsId,
  $defs: prepareAll(schemas),
});
