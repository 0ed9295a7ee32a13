import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { invariant } from '@loyalty/kernel';
import { type Checked, fieldErrorsOf } from './field-errors.ts';
import { addBoundsOfRequests, addKeywords, passBoundsOfRequests } from './keywords.ts';
import { type JsonSchema, openapiDocument } from './openapi-document.ts';

export type Validator = (value: unknown) => Checked<unknown>;

/**
 * Creates a function that compiles validators. Unknown fields are refused in a response and dropped from a
 * request (D9), and so is null in an optional field of a request (D125). Validators report every fault.
 */
export const createValidators = (
  unknownFields: 'dropped' | 'refused',
): ((schema: JsonSchema) => Validator) => {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    removeAdditional: unknownFields === 'dropped',
    // The messages are made from the failed schema.
    verbose: true,
    // A `type` may be a list, and branches name members of the object around them.
    strictTypes: false,
    strictRequired: false,
    // Tests judge the document's schemas as responses; in a process it would be a tenth of its start.
    validateSchema: unknownFields === 'refused',
    // Optimizing takes as long as all the rest, and V8 optimizes what runs often.
    code: { optimize: false },
  });
  addKeywords(ajv);
  if (unknownFields === 'dropped') addBoundsOfRequests(ajv);
  else passBoundsOfRequests(ajv);
  const addReferred = createComponents(ajv);
  return (schema) => {
    addReferred(schema);
    return judgeWith(ajv.compile(prepareSchema(schema)));
  };
};

/** Adds the schemas that one refers to, and those that they refer to: most of the document's are of responses. */
const createComponents = (ajv: Ajv2020): ((schema: JsonSchema) => void) => {
  const added = new Set<string>();
  const addReferred = (schema: JsonSchema): void => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(reference)) {
      const target = openapiDocument.components.schemas[name];
      if (target === undefined || added.has(name)) continue;
      added.add(name);
      ajv.addSchema(prepareSchema(target), name);
      addReferred(target);
    }
  };
  return addReferred;
};

const reference = /"#\/components\/schemas\/([^"]+)"/g;

const judgeWith =
  (validate: ValidateFunction): Validator =>
  (value) => {
    if (validate(value)) return { ok: true, value };
    const errors = fieldErrorsOf(validate.errors ?? []);
    invariant(errors.length > 0, 'a value that is refused is refused for a reason');
    return { ok: false, errors };
  };

const kept: ReadonlySet<string> = new Set(
  [
    'type const enum required format pattern minimum maximum exclusiveMinimum exclusiveMaximum',
    'minLength maxLength minItems maxItems maxProperties x-max-decimals x-needs-one-of x-ordered x-rule-tree x-max-json-bytes x-null-is-absent x-says',
    'x-unknown-null-is-absent x-visible x-all-visible',
  ].flatMap((line) => line.split(' ')),
);

/** Names of attributes are judged by the rules, because streams have them too. */
const annotations: ReadonlySet<string> = new Set(
  'title description default example examples propertyNames x-replaced x-unknown-members'.split(' '),
);

type Rewrite = (value: unknown, schema: JsonSchema) => JsonSchema;

/**
 * Throws for an unknown keyword: leaving it out would accept anything. Objects are closed so that unknown
 * fields can be dropped (D9). A choice follows the value's tag, so errors name the fault in the intended
 * branch.
 */
const prepareSchema = (schema: JsonSchema): JsonSchema => {
  const choice = schema['x-variants'] as Variants | undefined;
  if (choice !== undefined) return prepareVariants(choice);
  const present = withoutNull(schema);
  if (present !== undefined) return unlessNull(present);
  const prepared = Object.entries(schema).map(([keyword, value]) => prepareKeyword(keyword, value, schema));
  return closed(bounded(Object.assign({}, ...prepared) as JsonSchema));
};

const prepareKeyword = (keyword: string, value: unknown, schema: JsonSchema): JsonSchema => {
  if (kept.has(keyword)) return { [keyword]: value };
  const rewrite = rewrites.get(keyword);
  invariant(rewrite !== undefined || annotations.has(keyword), `the validator knows the keyword ${keyword}`);
  return rewrite?.(value, schema) ?? {};
};

const schemasPath = '#/components/schemas/';

/** Inserts a list of values where it is used: the validator looks for the values of a tag nowhere else. */
const referTo: Rewrite = (reference) => {
  const name = String(reference).replace(schemasPath, '');
  const target = openapiDocument.components.schemas[name];
  return target?.['enum'] === undefined ? { $ref: name } : prepareSchema(target);
};

/** Clients see one plain object with all members; its tag, or the presence of a member, names the schema. */
type Variants =
  | { readonly tag: string; readonly mapping: Readonly<Record<string, string>> }
  | { readonly present: readonly string[]; readonly then: string; readonly else: string };

const prepareVariants = (variants: Variants): JsonSchema => {
  if ('tag' in variants) {
    const { tag: propertyName, mapping } = variants;
    const branches = [...new Set(Object.values(mapping))].map((reference) => referTo(reference, {}));
    return { oneOf: branches, ...prepareDiscriminator({ propertyName, mapping }, {}) };
  }
  const isThere = {
    type: 'object',
    anyOf: variants.present.map((name) => ({
      required: [name],
      // As where a request is judged, null is absent (D125).
      properties: { [name]: { not: { type: 'null' } } },
    })),
  };
  return { if: isThere, then: referTo(variants.then, {}), else: referTo(variants.else, {}) };
};

const withoutNull = (schema: JsonSchema): JsonSchema | undefined => {
  const types = schema['type'];
  if (!Array.isArray(types) || types.length !== 2 || types[1] !== 'null') return undefined;
  return { ...schema, type: types[0] as unknown };
};

/** Checks null first, so that errors concern the intended value. */
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

/** Requires an object, which the keyword itself does not. Only the message needs the mapping's keys. */
const prepareDiscriminator: Rewrite = (value) => {
  const { propertyName, mapping } = value as { propertyName: string; mapping: Record<string, string> };
  return { type: 'object', discriminator: { propertyName }, 'x-tags': Object.keys(mapping) };
};

interface ShapedBy {
  readonly tag: string;
  readonly member: string;
  readonly mapping: Readonly<Record<string, string>>;
}

const prepareShapedBy: Rewrite = (value) => {
  const { tag, member, mapping } = value as ShapedBy;
  return {
    allOf: Object.entries(mapping).map(([named, reference]) => ({
      if: { properties: { [tag]: { const: named } }, required: [tag] },
      then: { properties: { [member]: referTo(reference, {}) } },
    })),
  };
};

/** Readers see the member with every field of its schemas; the schema that the tag names judges it. */
const shapedElsewhere = (schema: JsonSchema): JsonSchema => {
  const shapedBy = schema['x-shaped-by'] as ShapedBy | undefined;
  return shapedBy === undefined ? {} : { [shapedBy.member]: { type: 'object', additionalProperties: true } };
};

const closed = (schema: JsonSchema): JsonSchema =>
  schema['properties'] !== undefined && schema['additionalProperties'] === undefined
    ? { ...schema, additionalProperties: false }
    : schema;

/** Skips the items of what has too many of them, so the list of errors is as bounded as the items. */
const bounded = (schema: JsonSchema): JsonSchema => {
  const { items, additionalProperties: members, ...others } = schema;
  const { maxItems, maxProperties } = schema;
  if (items !== undefined && maxItems !== undefined) return { ...others, if: { maxItems }, then: { items } };
  if (members !== undefined && maxProperties !== undefined)
    return { ...others, if: { maxProperties }, then: { additionalProperties: members } };
  return schema;
};

const rewrites: ReadonlyMap<string, Rewrite> = new Map<string, Rewrite>([
  ['$ref', referTo],
  ['properties', (value, schema) => ({ properties: { ...prepareAll(value), ...shapedElsewhere(schema) } })],
  // A list whose items are judged apart accepts anything here; `items` only describes it to readers.
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
  // Only responses have lists that may grow; our own values must be in them.
  ['x-extensible-enum', (value) => ({ enum: value })],
  ['x-shaped-by', prepareShapedBy],
  // Generators of clients know no value of two types, and no constant but a text.
  ['x-types', (value) => ({ type: value })],
  ['x-const', (value) => ({ const: value })],
]);
