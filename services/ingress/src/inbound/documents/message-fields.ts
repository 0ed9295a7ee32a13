import type { AvroSchema } from '@loyalty/contracts/documents';
import type { JsonSchema } from '@loyalty/contracts/http';

export interface MessageField {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

export const fieldsOf = (schema: JsonSchema | AvroSchema, at = ''): readonly MessageField[] =>
  isAvro(schema) ? avroFields(schema.schema, at) : jsonFields(schema, at);

const isAvro = (schema: JsonSchema | AvroSchema): schema is AvroSchema => 'schemaFormat' in schema;

interface JsonShape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonShape>>;
  readonly items?: JsonShape;
}

const jsonFields = ({ properties = {}, required = [] }: JsonShape, at: string): readonly MessageField[] =>
  Object.entries(properties).flatMap(([name, shape]) => [
    {
      path: at + name,
      type: jsonTypeOf(shape),
      isRequired: required.includes(name),
      description: shape.description ?? '',
    },
    ...jsonFields(shape, `${at}${name}.`),
    ...jsonFields(shape.items ?? {}, `${at}${name}[].`),
  ]);

const jsonTypeOf = (shape: JsonShape): string => {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (shape.items !== undefined) return `list of ${jsonTypeOf(shape.items)}`;
  const [name = 'any', ...others] = [shape.type ?? []].flat();
  return [shape.format ?? name, ...others].join(' or ');
};

type AvroType = string | readonly AvroType[] | AvroShape;

interface AvroShape {
  readonly type: AvroType;
  readonly items?: AvroType;
  readonly fields?: readonly AvroField[];
}

interface AvroField {
  readonly name: string;
  readonly type: AvroType;
  readonly doc?: string;
  readonly default?: unknown;
}

const avroFields = (
  { fields = [] }: { readonly fields?: readonly AvroField[] },
  at: string,
): readonly MessageField[] =>
  fields.flatMap((field) => [
    {
      path: at + field.name,
      type: avroTypeOf(field.type),
      isRequired: !('default' in field),
      description: field.doc ?? '',
    },
    ...recordsIn(field.type).flatMap(({ record, suffix }) =>
      avroFields(record, `${at}${field.name}${suffix}.`),
    ),
  ]);

const isChoice = (type: AvroType): type is readonly AvroType[] => Array.isArray(type);

const avroTypeOf = (type: AvroType): string => {
  if (typeof type === 'string') return type;
  if (isChoice(type)) return type.toSorted(nullLast).map(avroTypeOf).join(' or ');
  return type.items === undefined ? avroTypeOf(type.type) : `list of ${avroTypeOf(type.items)}`;
};

const nullLast = (left: AvroType, right: AvroType): number =>
  Number(left === 'null') - Number(right === 'null');

const recordsIn = (
  type: AvroType,
  suffix = '',
): readonly { readonly record: AvroShape; readonly suffix: string }[] => {
  if (typeof type === 'string') return [];
  if (isChoice(type)) return type.flatMap((branch) => recordsIn(branch, suffix));
  if (type.items !== undefined) return recordsIn(type.items, `${suffix}[]`);
  return type.fields === undefined ? [] : [{ record: type, suffix }];
};
