import { fieldsOf } from './message-fields.ts';

const shown = (fields: ReturnType<typeof fieldsOf>): readonly string[] =>
  fields.map(({ path, type, isRequired }) => `${path}: ${type}${isRequired ? '' : '?'}`);

describe('the fields of a schema', () => {
  it('of JSON stand behind the one that holds them', () => {
    const line = { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } };
    const properties = {
      id: { type: ['string', 'null'], format: 'uuid', description: 'Who.' },
      kind: { type: 'string', enum: ['A', 'B'] },
      state: { const: 'DONE' },
      lines: { type: 'array', items: line },
      more: {},
    };
    const fields = fieldsOf({ type: 'object', required: ['id', 'lines'], properties }, 'data.');
    expect(shown(fields)).toEqual([
      'data.id: uuid or null',
      'data.kind: "A" or "B"?',
      'data.state: "DONE"?',
      'data.lines: list of object',
      'data.lines[].sku: string',
      'data.more: any?',
    ]);
    expect(fields[0]?.description).toBe('Who.');
  });

  it('of Avro are optional where they have a default', () => {
    const line = { type: 'record', name: 'Line', fields: [{ name: 'sku', type: 'string', doc: 'What.' }] };
    const schema = {
      type: 'record',
      name: 'Receipt',
      fields: [
        { name: 'at', type: ['null', 'long'], default: null },
        { name: 'lines', type: { type: 'array', items: line }, default: [] },
        { name: 'first', type: ['null', line] },
      ],
    };
    const fields = fieldsOf({ schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema });
    expect(shown(fields)).toEqual([
      'at: long or null?',
      'lines: list of record?',
      'lines[].sku: string',
      'first: record or null',
      'first.sku: string',
    ]);
    expect(fields[2]?.description).toBe('What.');
  });
});
