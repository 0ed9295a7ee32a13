/** A JSON object, as payloads and their schemas are in the API. */
export type PayloadJson = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is PayloadJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMapOfSchemas = (value: unknown): value is PayloadJson =>
  isObject(value) && Object.values(value).every((each) => typeof each === 'boolean' || isObject(each));

/**
 * Returns true for a JSON Schema document, and false for a map of properties. They are distinguished as in
 * the API.
 */
export const isDocument = (schema: PayloadJson): boolean =>
  !isMapOfSchemas(schema) || isMapOfSchemas(schema['properties']);

/** A schema as a person edits it: one row for each property, and the rest as it was. */
export interface SchemaDraft {
  readonly isDocument: boolean;
  readonly rows: readonly SchemaRow[];
  /** The keywords of the document that rows do not show. */
  readonly rest: PayloadJson;
}

export interface SchemaRow {
  readonly key: number;
  readonly name: string;
  /** The type; empty if it is none of the plain types, in which case `rest` has everything. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly rest: PayloadJson;
}

export const plainTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;

let lastKey = 0;

export const newRow = (): SchemaRow => {
  lastKey += 1;
  return { key: lastKey, name: '', type: 'string', isRequired: false, rest: {} };
};

/**
 * Returns the rows of a schema; null if one of its properties is only true or false, which only JSON shows.
 */
export const draftOf = (schema: PayloadJson): SchemaDraft | null => {
  const isWhole = isDocument(schema);
  const { properties = {}, required = [], ...rest } = isWhole ? schema : { properties: schema };
  if (!isObject(properties) || !Array.isArray(required)) return null;
  const names: readonly unknown[] = required;
  const rows = Object.entries(properties).map(([name, property]) => rowOf(name, property, names));
  const others = names.filter((name) => !Object.hasOwn(properties, String(name)));
  if (rows.includes(null) || others.length > 0) return null;
  return { isDocument: isWhole, rows: rows.filter((row) => row !== null), rest };
};

const rowOf = (name: string, property: unknown, required: readonly unknown[]): SchemaRow | null => {
  if (!isObject(property)) return null;
  const isPlain = plainTypes.some((type) => type === property['type']);
  const { type = '', ...rest } = property;
  return {
    key: newRow().key,
    name,
    type: isPlain ? String(type) : '',
    isRequired: required.includes(name),
    rest: isPlain ? rest : property,
  };
};

/** Returns the schema of some rows. It stays a map if it was one and nothing is required. */
export const schemaOf = ({ isDocument: wasDocument, rows, rest }: SchemaDraft): PayloadJson => {
  const properties = Object.fromEntries(
    rows.map((row) => [row.name, row.type === '' ? row.rest : { type: row.type, ...row.rest }]),
  );
  const required = rows.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  if (!wasDocument && required.length === 0) return properties;
  const document: Record<string, unknown> = wasDocument ? { ...rest } : { type: 'object' };
  if (required.length > 0) document['required'] = required;
  document['properties'] = properties;
  return document;
};

/** Returns the API's pointer of a row. */
export const pointerOfRow = (draft: SchemaDraft, name: string): string => {
  const hasDocument = isDocument(schemaOf(draft));
  return `/properties${hasDocument ? '/properties' : ''}/${pointerPart(name)}`;
};

/** Returns a name in the form that a JSON Pointer needs. */
export const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
