import { pointerTo } from '@loyalty/kernel';
import type { Checked } from '../http/field-errors.ts';
import type { JsonObject } from '../http/json-body.ts';
import type { JsonSchema } from '../http/openapi-document.ts';
import {
  countValues,
  type KeywordReader,
  note,
  plainKeywords,
  type ReadingContext,
  readName,
  readPattern,
  type SchemaReading,
} from './plain-keywords.ts';

export interface PayloadSchema {
  readonly schema: JsonSchema;
  readonly values: number;
}

/** The largest text of a definition, parts that are not judged, such as descriptions, included. */
const bytesMax = 64 * 1024;

/**
 * Reads the schema of a payload. Refuses unknown keywords, references that leave the schema or go in a
 * circle, and schemas that are too large or too costly (D62).
 */
export const readPayloadSchema = (properties: JsonObject): Checked<PayloadSchema> => {
  if (Buffer.byteLength(JSON.stringify(properties)) > bytesMax) {
    return { ok: false, errors: [{ pointer: '/properties', message: 'must not be larger than 64 KiB' }] };
  }
  const isWhole = isDocument(properties);
  const reading: SchemaReading = {
    root: isWhole ? properties : { properties },
    errors: [],
    values: 0,
    patternSize: 0,
  };
  const place = { pointer: '/properties', depth: 0, trail: [] };
  const schema = isWhole
    ? readSchema(properties, place, reading)
    : { type: 'object', properties: readMap(properties, place, reading) };
  if (reading.errors.length > 0) return { ok: false, errors: reading.errors };
  // A document is an object, and so is the schema read from it.
  return { ok: true, value: { schema: schema as JsonSchema, values: reading.values } };
};

/** Returns false for a map of properties: some member is no schema, or it has a map of properties itself. */
const isDocument = (properties: JsonObject): boolean =>
  !isMapOfSchemas(properties) || isMapOfSchemas(properties['properties']);

const isMapOfSchemas = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'boolean' || isObject(each));

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The library generates nested code for nested schemas. */
const depthMax = 20;

const readSchema: KeywordReader = (value, place, reading) => {
  if (!countValues(reading, 1)) return undefined;
  if (typeof value === 'boolean') return value;
  if (!isObject(value)) return note(reading, place.pointer, 'must be a schema: an object, true or false');
  if (place.depth > depthMax)
    return note(reading, place.pointer, `must not be nested deeper than ${depthMax.toString()} schemas`);
  const read = Object.entries(value).map(([keyword, each]): readonly [string, unknown] => [
    keyword,
    readKeyword(keyword, each, { place, reading }),
  ]);
  const { $ref, ...rest } = Object.fromEntries(read.filter(([, each]) => each !== undefined));
  return $ref === undefined ? rest : { allOf: [$ref, rest] };
};

interface Here {
  readonly place: ReadingContext;
  readonly reading: SchemaReading;
}

const readKeyword = (keyword: string, value: unknown, { place, reading }: Here): unknown => {
  if (annotations.has(keyword) || keyword.startsWith('x-')) return undefined;
  const reader = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  const pointer = pointerTo(place.pointer, keyword);
  if (reader === undefined)
    return note(reading, pointer, 'is not a keyword that payloads can be validated with');
  return reader(value, { ...place, pointer }, reading);
};

const annotations: ReadonlySet<string> = new Set(
  [
    '$schema $id $comment $defs definitions title description default example examples deprecated readOnly writeOnly',
  ].flatMap((line) => line.split(' ')),
);

const within = (place: ReadingContext, name: string | number): ReadingContext => ({
  ...place,
  pointer: pointerTo(place.pointer, name),
  depth: place.depth + 1,
});

const readInner: KeywordReader = (value, place, reading) =>
  readSchema(value, { ...place, depth: place.depth + 1 }, reading);

const readList: KeywordReader = (value, place, reading) =>
  Array.isArray(value) && value.length > 0
    ? value.map((each, at) => readSchema(each, within(place, at), reading))
    : note(reading, place.pointer, 'must be a list of at least one schema');

const readMap: KeywordReader = (value, place, reading) => {
  if (!isObject(value)) return note(reading, place.pointer, 'must be a map of schemas');
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      readName(name, place, reading);
      return [name, readSchema(each, within(place, name), reading)];
    }),
  );
};

const readPatternMap: KeywordReader = (value, place, reading) => {
  if (isObject(value)) for (const name of Object.keys(value)) readPattern(name, within(place, name), reading);
  return readMap(value, place, reading);
};

/** Inserts a reference's schema. Each insertion is counted, so references cannot multiply without end. */
const readReference: KeywordReader = (value, place, reading) => {
  const { pointer, trail } = place;
  if (typeof value !== 'string' || !/^#(\/|$)/.test(value)) {
    return note(reading, pointer, 'must refer to a place in this document, such as #/$defs/name');
  }
  if (trail.includes(value)) return note(reading, pointer, 'must not refer back to itself');
  const target = targetOf(reading.root, value);
  if (target === undefined) return note(reading, pointer, 'leads to nothing in this document');
  return readSchema(target, { ...place, depth: place.depth + 1, trail: [...trail, value] }, reading);
};

const targetOf = (root: JsonObject, reference: string): unknown => {
  const names = reference.split('/').slice(1).map(unescaped);
  return names.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Readonly<Record<string, unknown>>)[name]
        : undefined,
    root,
  );
};

/** Decodes a part of a JSON pointer in a URI fragment. A part with a wrong percent sign leads to nothing. */
const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
};

const keywords: Readonly<Record<string, KeywordReader>> = {
  ...plainKeywords,
  $ref: readReference,
  additionalProperties: readInner,
  propertyNames: readInner,
  items: readInner,
  contains: readInner,
  not: readInner,
  if: readInner,
  then: readInner,
  else: readInner,
  allOf: readList,
  anyOf: readList,
  oneOf: readList,
  prefixItems: readList,
  properties: readMap,
  dependentSchemas: readMap,
  patternProperties: readPatternMap,
};
