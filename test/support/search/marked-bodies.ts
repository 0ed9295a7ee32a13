import { randomBytes, randomUUID } from 'node:crypto';
import { type JsonSchema, openapiDocument, type OperationId } from '@loyalty/contracts/http';
import type { Token } from './forms-of.ts';

/** A text that cannot be guessed, in one field of one body. */
export interface Marker extends Token {
  readonly operationId: OperationId;
  /** The name of the field; that of a list for its items. */
  readonly field: string;
}

export interface MarkedBody {
  readonly body: unknown;
  readonly markers: readonly Marker[];
}

/**
 * Bodies for an operation, each text another marker: with every field of its schema, and with those that are required. Where
 * one of several schemas applies, there are bodies for each. They have the right shape, and may be refused for what they say.
 */
export const markedBodies = (operationId: OperationId): readonly MarkedBody[] => {
  const schema = bodySchemaOf(operationId);
  if (schema === undefined) return [];
  const count = variantsIn(schema, depthMax);
  return Array.from({ length: 2 * count }, (_, n) => {
    const isWhole = n < count;
    const variant = n % count;
    const markers: Marker[] = [];
    const noted = (field: string): string => {
      const text = `m${randomBytes(9).toString('hex')}`;
      markers.push({ what: `${operationId} ${field}`, text, core: text, operationId, field });
      return text;
    };
    return { body: valueOf(schema, { variant, isWhole, field: '', depth: depthMax, noted }), markers };
  });
};

/** Conditions of segments contain themselves. */
const depthMax = 8;

const bodySchemaOf = (operationId: OperationId): JsonSchema | undefined =>
  Object.values(openapiDocument.paths)
    .flatMap(({ post, put, patch, delete: remove }) => [post, put, patch, remove])
    .find((object) => object?.operationId === operationId)?.requestBody?.content['application/json']?.schema;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const schemas = (value: unknown): readonly JsonSchema[] => (value ?? []) as readonly JsonSchema[];

const propertiesOf = (schema: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);

/** Joins a schema with what it refers to, and with what it is made of. */
const whole = (schema: JsonSchema): JsonSchema => {
  const { $ref, allOf, ...own } = schema;
  const named =
    $ref === undefined
      ? {}
      : whole(openapiDocument.components.schemas[textIn($ref).replace('#/components/schemas/', '')] ?? {});
  const parts = [named, ...schemas(allOf).map(whole), own];
  const properties = Object.fromEntries(parts.flatMap(propertiesOf));
  return Object.assign(
    {},
    ...parts,
    Object.keys(properties).length === 0 ? {} : { properties },
  ) as JsonSchema;
};

const alternativesOf = (schema: JsonSchema): readonly JsonSchema[] =>
  [...schemas(schema['oneOf']), ...schemas(schema['anyOf'])].filter(({ type }) => type !== 'null');

const variantsIn = (given: JsonSchema, depth: number): number => {
  if (depth === 0) return 1;
  const schema = whole(given);
  const within = [
    ...alternativesOf(schema),
    ...propertiesOf(schema).map(([, property]) => property),
    ...(schema['items'] === undefined ? [] : [schema['items'] as JsonSchema]),
  ];
  return Math.max(1, alternativesOf(schema).length, ...within.map((inner) => variantsIn(inner, depth - 1)));
};

interface Place {
  readonly variant: number;
  /** False: without the fields that may be left out. */
  readonly isWhole: boolean;
  readonly field: string;
  readonly depth: number;
  readonly noted: (field: string) => string;
}

const valueOf = (given: JsonSchema, place: Place): unknown => {
  const schema = whole(given);
  if (place.depth === 0) return null;
  const inner = Object.assign({}, place, { depth: place.depth - 1 });
  const alternatives = alternativesOf(schema);
  const chosen = alternatives[place.variant % Math.max(1, alternatives.length)];
  if (chosen !== undefined) {
    const own = Object.assign({}, schema, { oneOf: undefined, anyOf: undefined });
    return valueOf({ allOf: [own, chosen] }, inner);
  }
  if ('const' in schema) return schema['const'];
  const [first] = schemas(schema['enum']);
  return first ?? ofType(schema, inner);
};

const typeOf = ({ type, properties, items }: JsonSchema): unknown => {
  const [named] = [type].flat().filter((one) => one !== 'null');
  if (named !== undefined) return named;
  return properties !== undefined ? 'object' : items === undefined ? 'string' : 'array';
};

const ofType = (schema: JsonSchema, place: Place): unknown => {
  switch (typeOf(schema)) {
    case 'object':
      return ofFields(schema, place);
    case 'array':
      return [valueOf((schema['items'] ?? {}) as JsonSchema, place)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema['minimum'] ?? 1;
    default:
      return textOf(schema, place);
  }
};

const ofFields = (schema: JsonSchema, place: Place): object => {
  const properties = propertiesOf(schema);
  if (properties.length === 0) return { [place.noted(place.field)]: place.noted(place.field) };
  const required = (schema['required'] ?? []) as readonly string[];
  const fields = properties
    .filter(([field]) => place.isWhole || required.includes(field))
    .map(([field, property]) => [field, valueOf(property, Object.assign({}, place, { field }))]);
  return Object.fromEntries(fields) as object;
};

const fixed: Readonly<Record<string, () => string>> = {
  uuid: () => randomUUID(),
  'date-time': () => new Date().toISOString(),
  instant: () => new Date().toISOString(),
  date: () => new Date().toISOString().slice(0, 10),
  'iso-4217': () => 'ZAR',
};

const isAddress = (schema: JsonSchema): boolean =>
  schema['format'] === 'uri' || schema['format'] === 'iri' || textIn(schema['pattern']).startsWith('^https');

const textOf = (schema: JsonSchema, { field, noted }: Place): unknown => {
  const made = fixed[textIn(schema['format'])]?.();
  if (made !== undefined) return made;
  if (isAddress(schema)) return `https://${noted(field)}.invalid/${noted(field)}?token=${noted(field)}`;
  const pattern = textIn(schema['pattern']);
  if (pattern.includes('@')) return `${noted(field)}@example.com`;
  if (pattern.includes('[0-9][0-9 ') || Number(schema['maxLength'] ?? 99) < 19)
    return schema['example'] ?? '+27821234567';
  return noted(field);
};
