import { type JsonSchema, openapiDocument } from '../openapi-document.ts';

export interface SchemaPlace {
  /** The path to it, as in `schemas/Member/properties/name`. */
  readonly at: string;
  readonly schema: JsonSchema;
}

const { components } = openapiDocument;

const schemasIn = (at: string, schema: JsonSchema): readonly SchemaPlace[] => [
  { at, schema },
  ...membersOf(schema, 'properties').flatMap(([name, member]) =>
    schemasIn(`${at}/properties/${name}`, member),
  ),
  ...['items', 'additionalProperties'].flatMap((keyword) => innerOf(at, keyword, schema[keyword])),
];

const innerOf = (at: string, keyword: string, inner: unknown): readonly SchemaPlace[] =>
  typeof inner === 'object' && inner !== null ? schemasIn(`${at}/${keyword}`, inner as JsonSchema) : [];

export const membersOf = (schema: JsonSchema, keyword: string): readonly (readonly [string, JsonSchema])[] =>
  Object.entries((schema[keyword] ?? {}) as Readonly<Record<string, JsonSchema>>);

/** Every schema of the components, and those of the parameters and headers. */
export const schemaPlaces: readonly SchemaPlace[] = [
  ...Object.entries(components.schemas).flatMap(([name, schema]) => schemasIn(`schemas/${name}`, schema)),
  ...Object.entries(components.parameters).flatMap(([name, { schema }]) =>
    schemasIn(`parameters/${name}`, schema),
  ),
  ...Object.entries(components.headers).flatMap(([name, { schema }]) => schemasIn(`headers/${name}`, schema)),
];

/** Returns the component that a reference leads to; any other schema itself. */
export const targetOf = (schema: JsonSchema): JsonSchema => {
  const name = String(schema['$ref']).replace('#/components/schemas/', '');
  return components.schemas[name] ?? schema;
};

/** Returns every reference in a part of the document, also in `x-variants`, `x-shaped-by` and `mapping`. */
export const referencesIn = (part: unknown): readonly string[] => {
  if (typeof part === 'string') return part.startsWith('#/components/') ? [part] : [];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(referencesIn) : [];
};
