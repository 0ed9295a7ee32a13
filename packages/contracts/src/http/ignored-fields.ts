import { invariant, pointerTo } from '@loyalty/kernel';
import type { JsonObject } from './json-body.ts';
import { nearestName } from '../nearest-name.ts';
import { type JsonSchema, openapiDocument, type ResponseObject } from './openapi-document.ts';
import type { DocumentedOperation, HttpSchemas } from './operations.ts';

/** A warning about something that is valid but probably not what the caller meant (D106, D124). */
export type Warning = HttpSchemas['Warning'];

/** The maximum number of warnings in a response. Readers need no more at once. */
export const warningsMax = 20;

export interface IgnoredFields {
  /** Finds the fields of a body that its validator will drop. Call it before the validator. */
  readonly find: (body: unknown) => readonly Warning[];
  /**
   * Says what becomes of them. `SHOWN`: the response has warnings. `SHOWN_TO_TESTS`: the response is kept under a
   * reference, so test keys alone get them, in a header (D338). `REFUSED`: a misspelt member of a setting
   * would restore a default.
   */
  readonly use: 'SHOWN' | 'SHOWN_TO_TESTS' | 'REFUSED';
}

/**
 * Finds ignored fields (D9, D124). Returns null for other operations whose response has no `warnings`. Fields
 * that a record shows are known, so a record that is read and sent back causes no warning.
 */
export const createFindIgnored = ({ object }: DocumentedOperation): IgnoredFields | null => {
  const schema = object.requestBody?.content['application/json']?.schema;
  const shown = membersOf(recordOf(object.responses));
  if (schema === undefined) return null;
  if (object['x-retry'] === 'reference') return { find: finderOf(schema, []), use: 'SHOWN_TO_TESTS' };
  if (resolved(schema)['x-unknown-members'] === 'refused')
    return { find: finderOf(schema, []), use: 'REFUSED' };
  if (shown['warnings'] === undefined) return null;
  // What has no id is no record, and nobody sends it back.
  const shownNames = shown['id'] === undefined ? [] : Object.keys(shown);
  return { find: finderOf(schema, shownNames), use: 'SHOWN' };
};

const finderOf =
  (schema: JsonSchema, known: readonly string[]): IgnoredFields['find'] =>
  (body) => {
    const found: Warning[] = [];
    visit({ schema, value: body, pointer: '', known }, found);
    return found;
  };

const recordOf = (responses: DocumentedOperation['object']['responses']): JsonSchema => {
  const response = responses['201'] ?? responses['200'] ?? responses['202'];
  if (response === undefined) return {};
  const found = '$ref' in response ? responseNamed(String(response.$ref)) : response;
  return resolved(found.content?.['application/json']?.schema ?? {});
};

const responseNamed = (reference: string): ResponseObject => {
  const response = openapiDocument.components.responses[reference.replace('#/components/responses/', '')];
  invariant(response !== undefined, `${reference} is a response of the document`);
  return response;
};

const resolved = (schema: JsonSchema): JsonSchema => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const target = openapiDocument.components.schemas[reference.replace('#/components/schemas/', '')];
  invariant(target !== undefined, `${reference} is a schema of the document`);
  return resolved(target);
};

type Members = Readonly<Record<string, JsonSchema>>;

const membersOf = (schema: JsonSchema): Members => (schema['properties'] ?? {}) as Members;

interface Place {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly pointer: string;
  /** These are known besides those of the schema. */
  readonly known: readonly string[];
}

/** The body's own validator judges shapes, so whatever has another one is passed over here. */
const visit = (place: Place, found: Warning[]): void => {
  const { value, pointer } = place;
  if (typeof value !== 'object' || value === null || found.length === warningsMax) return;
  const schema = chosen(place.schema, value as JsonObject);
  if (schema === null) return;
  if (Array.isArray(value)) visitItems(schema['items'] as JsonSchema | undefined, { value, pointer }, found);
  else visitMembers({ schema, value: value as JsonObject, pointer, known: place.known }, found);
};

const visitItems = (
  items: JsonSchema | undefined,
  { value, pointer }: { readonly value: readonly unknown[]; readonly pointer: string },
  found: Warning[],
): void => {
  if (items === undefined) return;
  for (let at = 0; at < value.length && found.length < warningsMax; at += 1)
    visit({ schema: items, value: value[at], pointer: pointerTo(pointer, at), known: [] }, found);
};

const visitMembers = (
  { schema, value, pointer, known }: Place & { readonly value: JsonObject },
  found: Warning[],
): void => {
  // Any member may be there.
  if (schema['properties'] === undefined) return;
  const members = shapedMembers(schema, value);
  for (const name of Object.keys(value)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member !== undefined)
      visit({ schema: member, value: value[name], pointer: pointerTo(pointer, name), known: [] }, found);
    else if (!known.includes(name) && !isAbsent(value[name], pointer))
      found.push(warningOf({ schema, pointer, name }, Object.keys(members)));
    if (found.length === warningsMax) return;
  }
};

/**
 * Within a body null is absent (D125). At its top it may be meant to clear a field, and a misspelt name clears
 * none.
 */
const isAbsent = (value: unknown, pointer: string): boolean => value === null && pointer !== '';

/** A member that nobody knows may have any length: responses stay small. */
const shownNameMax = 128;

const warningOf = (
  { schema, pointer, name }: { readonly schema: JsonSchema; readonly pointer: string; readonly name: string },
  known: readonly string[],
): Warning => {
  const place = pointerTo(pointer, name.slice(0, shownNameMax).toWellFormed());
  const replaced = (schema['x-replaced'] ?? []) as readonly string[];
  if (replaced.includes(name))
    return {
      code: 'CODE_REPLACED',
      message: 'The code is not kept, because each reward gets its own code when it is issued.',
      pointer: place,
    };
  const near = nearestName(name, known);
  return { code: 'UNKNOWN_FIELD', message: messageOf(near, known), pointer: place, near };
};

/** A reader looks through no longer list. */
const listedMax = 12;

const messageOf = (near: string | null, known: readonly string[]): string => {
  if (near !== null) return `${ignored} Did you mean ${near}?`;
  return known.length > listedMax ? ignored : `${ignored} The known fields are ${known.join(', ')}.`;
};

const ignored = 'This field is not known here and was ignored.';

/**
 * Chooses as the validator does (`validator.ts`). Null means that the value names no branch: it is refused.
 */
const chosen = (given: JsonSchema, value: JsonObject): JsonSchema | null => {
  const schema = resolved(given);
  const variants = schema['x-variants'] as Variants | undefined;
  if (variants !== undefined) return chosenVariant(variants, value);
  const branches = schema['oneOf'] as readonly JsonSchema[] | undefined;
  if (branches === undefined) return schema;
  const choice = schema['discriminator'] as Discriminator | undefined;
  if (choice !== undefined)
    return chosenVariant({ tag: choice.propertyName, mapping: choice.mapping }, value);
  const [branch] = branches;
  return branch === undefined ? null : chosen(branch, value);
};

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

type Variants =
  | { readonly tag: string; readonly mapping: Readonly<Record<string, string>> }
  | { readonly present: readonly string[]; readonly then: string; readonly else: string };

const chosenVariant = (variants: Variants, value: JsonObject): JsonSchema | null => {
  if ('tag' in variants) {
    const reference = referenceFor(variants.mapping, value[variants.tag]);
    return reference === null ? null : chosen({ $ref: reference }, value);
  }
  const isThere = variants.present.some((name) => (value[name] ?? null) !== null);
  return chosen({ $ref: isThere ? variants.then : variants.else }, value);
};

const referenceFor = (mapping: Readonly<Record<string, string>>, tag: unknown): string | null =>
  typeof tag === 'string' && Object.hasOwn(mapping, tag) ? (mapping[tag] ?? null) : null;

interface ShapedBy {
  readonly tag: string;
  readonly member: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/** A member whose shape the tag next to it names. */
const shapedMembers = (schema: JsonSchema, value: JsonObject): Members => {
  const members = membersOf(schema);
  const shapedBy = schema['x-shaped-by'] as ShapedBy | undefined;
  const reference = shapedBy === undefined ? null : referenceFor(shapedBy.mapping, value[shapedBy.tag]);
  return shapedBy === undefined || reference === null
    ? members
    : { ...members, [shapedBy.member]: { $ref: reference } };
};
