import { parsed } from '../../model/json-text.ts';
import { numberField, typedNumber } from '../../model/numbers/typed-number.ts';
import { pointerPart, isDocument, isObject, type PayloadJson } from './payload-schema.ts';

export interface PayloadField {
  /** The path from the top of the payload. */
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'choice' | 'yesNo' | 'json';
  /** The values of a choice, as JSON. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  readonly isIdentity: boolean;
  /** The type; empty if it is not one plain type. */
  readonly type: string;
  /** The keywords that bound the value, with their values. */
  readonly bounds: readonly Bound[];
}

export type Bound = readonly [keyword: string, text: string];

interface Definition {
  readonly properties: PayloadJson;
  readonly identityProperty: string;
  readonly lifecycleType: string;
  readonly referrerProperty: string;
}

/** Deeper objects are written as JSON. */
const depthMax = 3;

/**
 * Returns the fields of a payload. The field that names the member comes first, even if no schema has it,
 * followed by required fields.
 */
export const fieldsOf = (definition: Definition): readonly PayloadField[] => {
  const { properties, identityProperty, lifecycleType, referrerProperty } = definition;
  const schema = isDocument(properties) ? properties : { properties };
  const fields = fieldsWithin(schema, [], true).map((field) =>
    field.path.join('.') === identityProperty ? { ...field, isIdentity: true } : field,
  );
  const named = lifecycleType === 'REFERRAL' ? [identityProperty, referrerProperty] : [identityProperty];
  const missing = named
    .filter((name) => !fields.some(({ path }) => isWithin(path, name)))
    .map((name) => ({ ...textField(name.split('.')), isIdentity: name === identityProperty }));
  const rankOf = ({ isIdentity, isRequired }: PayloadField): number => (isIdentity ? 0 : isRequired ? 1 : 2);
  return missing.concat(fields).toSorted((one, other) => rankOf(one) - rankOf(other));
};

const isWithin = (path: readonly string[], name: string): boolean =>
  path.join('.') === name || name.startsWith(`${path.join('.')}.`);

const textField = (path: readonly string[]): PayloadField => ({
  path,
  kind: 'text',
  choices: [],
  isRequired: true,
  isIdentity: false,
  type: '',
  bounds: [],
});

const fieldsWithin = (
  schema: PayloadJson,
  parents: readonly string[],
  isParentRequired: boolean,
): readonly PayloadField[] => {
  const { properties, required } = schema;
  if (!isObject(properties)) return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = parents.concat(name);
    const isRequired = isParentRequired && names.includes(name);
    const inner = isObject(property) ? property : {};
    if (isObject(inner['properties']) && path.length < depthMax) return fieldsWithin(inner, path, isRequired);
    return [{ ...textField(path), kind: kindOf(inner), isRequired, ...shapeOf(inner) }];
  });
};

const kinds: Readonly<Record<string, PayloadField['kind']>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'yesNo',
};

const kindOf = ({ type, enum: values, const: value }: PayloadJson): PayloadField['kind'] =>
  Array.isArray(values) || value !== undefined
    ? 'choice'
    : typeof type === 'string' && Object.hasOwn(kinds, type)
      ? (kinds[type] ?? 'json')
      : 'json';

const described = new Set([
  'type',
  'title',
  'description',
  'default',
  'examples',
  'example',
  'enum',
  'const',
]);

const shapeOf = (property: PayloadJson): Pick<PayloadField, 'choices' | 'type' | 'bounds'> => {
  const { type, enum: values, const: value } = property;
  const allowed: readonly unknown[] = Array.isArray(values) ? values : value === undefined ? [] : [value];
  const bounds = Object.entries(property)
    .filter(([keyword]) => !described.has(keyword) && !keyword.startsWith('x-'))
    .map(([keyword, bound]): Bound => [keyword, typeof bound === 'string' ? bound : JSON.stringify(bound)]);
  return {
    choices: allowed.map((each) => JSON.stringify(each)),
    type: typeof type === 'string' ? type : '',
    bounds,
  };
};

/** The texts of fields, by the fields' pointers. */
export type PayloadTexts = Readonly<Record<string, string>>;

/** Returns the API's pointer of a field in the body of an event. */
export const pointerOfField = ({ path }: Pick<PayloadField, 'path'>): string =>
  `/payload/${path.map(pointerPart).join('/')}`;

/**
 * Returns the payload of a form, together with what the form does not show. An empty field is left out. Text
 * that is neither a number nor JSON is sent as it is, so that the API says what it expects.
 */
export const payloadOf = (
  fields: readonly PayloadField[],
  texts: PayloadTexts,
  rest: PayloadJson = {},
): PayloadJson =>
  fields.reduce<PayloadJson>((payload, field) => {
    const text = texts[pointerOfField(field)] ?? '';
    return text === '' ? payload : withValue(payload, field.path, valueOf(field, text));
  }, rest);

const valueOf = ({ kind }: PayloadField, text: string): unknown => {
  if (kind === 'text') return text;
  if (kind === 'number') return typedNumber(text) ?? text;
  return parsed(text) ?? text;
};

const withValue = (
  payload: PayloadJson,
  [name = '', ...deeper]: readonly string[],
  value: unknown,
): PayloadJson => {
  const inner = payload[name];
  const next = deeper.length === 0 ? value : withValue(isObject(inner) ? inner : {}, deeper, value);
  // By entries: an assignment to «__proto__» would be none.
  const others = Object.entries(payload).filter(([other]) => other !== name);
  return Object.fromEntries(others.concat([[name, next]]));
};

/** Returns a payload as texts of fields, and the rest, which no field shows. */
export const textsOf = (
  fields: readonly PayloadField[],
  payload: PayloadJson,
): { readonly texts: PayloadTexts; readonly rest: PayloadJson } => {
  const shown = fields.flatMap((field) => {
    const value = valueAt(payload, field.path);
    return value === undefined ? [] : [[pointerOfField(field), textOf(field, value)] as const];
  });
  const rest = fields.reduce<PayloadJson>((left, { path }) => without(left, path), payload);
  return { texts: Object.fromEntries(shown), rest };
};

const textOf = ({ kind }: PayloadField, value: unknown): string => {
  if (kind === 'text' && typeof value === 'string') return value;
  if (kind === 'number' && typeof value === 'number') return numberField(value);
  return typeof value === 'string' && kind !== 'choice' ? value : JSON.stringify(value);
};

const valueAt = (payload: PayloadJson, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), payload);

const without = (payload: PayloadJson, [name = '', ...deeper]: readonly string[]): PayloadJson => {
  const { [name]: inner, ...rest } = payload;
  if (deeper.length === 0 || !isObject(inner)) return rest;
  const left = without(inner, deeper);
  return Object.keys(left).length === 0 ? rest : { ...rest, [name]: left };
};
