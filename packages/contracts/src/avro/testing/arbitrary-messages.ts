import fc from 'fast-check';
import type { AvroCodec } from '../avro-codec.ts';

type Plain = 'string' | 'long' | 'int' | 'double' | 'boolean' | 'bytes';

type Schema =
  | Plain
  | readonly ['null', Schema]
  | { readonly type: Plain; readonly logicalType: string }
  | { readonly type: 'record'; readonly fields: readonly { readonly name: string; readonly type: Schema }[] }
  | { readonly type: 'array'; readonly items: Schema };

type PlainValues = Readonly<Record<Plain, fc.Arbitrary<unknown>>>;

/** Draws messages field by field from the schema of their codec, so that a field that is added is drawn, too. */
export const messagesOf = <T>(
  { schema }: AvroCodec<T>,
  given: Omit<PlainValues, 'boolean' | 'bytes'>,
): fc.Arbitrary<T> => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map((found) => Buffer.from(found));
  return valuesOf(schema as Schema, { boolean: fc.boolean(), bytes, ...given }) as fc.Arbitrary<T>;
};

const valuesOf = (schema: Schema, plain: PlainValues): fc.Arbitrary<unknown> => {
  if (typeof schema === 'string') return plain[schema];
  if (!('type' in schema)) return fc.option(valuesOf(schema[1], plain), { nil: null });
  if (schema.type === 'array') return fc.array(valuesOf(schema.items, plain), { maxLength: 4 });
  if (schema.type !== 'record') return plain[schema.type];
  return fc.record(Object.fromEntries(schema.fields.map(({ name, type }) => [name, valuesOf(type, plain)])));
};
