import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../../schemas/avro');

interface Node {
  readonly type?: unknown;
  readonly logicalType?: unknown;
  readonly items?: unknown;
  readonly fields?: readonly Field[];
}

interface Field extends Node {
  readonly name: string;
  readonly default?: unknown;
}

/**
 * Returns the parts of a schema, with their places, that could not change under running readers, or would
 * stop them.
 */
const faultsIn = (schema: unknown, place: string): string[] => {
  if (typeof schema === 'string') return [];
  if (Array.isArray(schema)) return [`${place}: a union outside a field`];
  const { type, logicalType, items, fields = [] } = schema as Node;
  if (type === 'record') return fields.flatMap((field) => faultsOf(field, `${place}.${field.name}`));
  if (type === 'array') return faultsIn(items, `${place}[]`);
  // Readers that do not know the logical type read the number.
  if (type === 'long' && logicalType === 'timestamp-millis') return [];
  if (typeof type === 'string') return [`${place}: ${type}`];
  return faultsIn(type, place);
};

const faultsOf = (field: Field, place: string): string[] => {
  if (!Array.isArray(field.type)) return faultsIn(field.type, place);
  const [first, second, ...more] = field.type as unknown[];
  const isOptional = first === 'null' && second !== undefined && more.length === 0 && field.default === null;
  return isOptional
    ? faultsIn(second, place)
    : [`${place}: a union that is not ["null", T] with default null`];
};

const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

test.each(readdirSync(folder))('▲ no enums and no unions but ["null", T] with default null: %s', (file) => {
  expect(faultsIn(read(file), file)).toEqual([]);
});

test.each([
  ['an enum', { type: { type: 'enum', name: 'E', symbols: ['A'] } }],
  ['a union of three', { type: ['null', 'string', 'long'], default: null }],
  ['a union whose null comes second', { type: ['string', 'null'], default: '' }],
  ['an optional field without a default', { type: ['null', 'string'] }],
  ['a list of unions', { type: { type: 'array', items: ['null', 'string'] } }],
  ['a map', { type: { type: 'map', values: 'string' } }],
])('%s is found', (_, field) => {
  const schema = { type: 'record', name: 'R', fields: [{ name: 'f', ...field }] };
  expect(faultsIn(schema, 'R')).toHaveLength(1);
});
