import avsc from 'avsc';
import { createAvroCodec } from './avro-codec.ts';
import { UndecodableError } from './wire-format.ts';

type Fields = Readonly<Record<string, unknown>>;

const record = (fields: Fields, given: object = {}): Fields => ({
  type: 'record',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
  ...given,
});

/** As any library writes it. */
const written = (schema: unknown, value: unknown): Buffer => {
  const type = avsc.Type.forSchema(JSON.parse(JSON.stringify(schema)) as avsc.Schema, {
    wrapUnions: 'never',
  });
  return Buffer.concat([Buffer.of(0, 0, 0, 0, 7), type.toBuffer(value)]);
};

describe('types with names', () => {
  const codec = createAvroCodec<Fields>({
    type: 'record',
    name: 'Sale',
    namespace: 'ours',
    aliases: ['Till', 'theirs.Receipt'],
    fields: [
      {
        name: 'kind',
        aliases: ['type', 'sort'],
        type: { type: 'enum', name: 'Kind', symbols: ['SALE', 'RETURN', 'OTHER'], default: 'OTHER' },
      },
      {
        name: 'pair',
        type: { type: 'fixed', name: 'Pair', size: 2, aliases: ['theirs.Two'] },
        default: '\u0001\u0002',
      },
      { name: 'mode', type: ['null', { type: 'enum', name: 'Mode', symbols: ['A'] }], default: null },
    ],
  });
  const kinds = (symbols: readonly string[], given: object = {}) => ({
    type: 'enum',
    name: 'Kind',
    symbols,
    ...given,
  });
  const sale = (fields: Fields, given: object = {}) =>
    record(fields, { name: 'Sale', namespace: 'theirs', ...given });
  const read = (schema: unknown, value: unknown) =>
    codec.readerFor(JSON.stringify(schema))(written(schema, value));
  const pair = Buffer.of(1, 2);

  it.each<[string, unknown, Fields, Fields]>([
    [
      'symbols in another order',
      sale({ kind: kinds(['RETURN', 'SALE']) }),
      { kind: 'SALE' },
      { kind: 'SALE' },
    ],
    [
      'a symbol that we lack is our default',
      sale({ kind: kinds(['GIFT']) }),
      { kind: 'GIFT' },
      { kind: 'OTHER' },
    ],
    [
      'an alias of the record',
      sale({ kind: kinds(['SALE']) }, { name: 'Receipt' }),
      { kind: 'SALE' },
      { kind: 'SALE' },
    ],
    [
      'an alias in our namespace',
      sale({ kind: kinds(['SALE']) }, { name: 'Till', namespace: 'ours' }),
      { kind: 'SALE' },
      { kind: 'SALE' },
    ],
    ['an alias of the field', sale({ sort: kinds(['SALE']) }), { sort: 'SALE' }, { kind: 'SALE' }],
    [
      'a fixed',
      sale({ kind: kinds(['SALE']), pair: { type: 'fixed', name: 'Pair', size: 2 } }),
      { kind: 'SALE', pair: Buffer.of(3, 4) },
      { kind: 'SALE', pair: Buffer.of(3, 4) },
    ],
    [
      'a fixed by its alias',
      sale({ kind: kinds(['SALE']), pair: { type: 'fixed', name: 'Two', size: 2 } }),
      { kind: 'SALE', pair: Buffer.of(3, 4) },
      { kind: 'SALE', pair: Buffer.of(3, 4) },
    ],
  ])('%s', (_, schema, value, expected) => {
    expect(read(schema, value)).toEqual({ pair, mode: null, ...expected });
  });

  it.each<[string, unknown, string]>([
    ['an enum of another name', sale({ kind: kinds(['SALE'], { name: 'Sort' }) }), 'must be named "Kind"'],
    [
      'an alias in another namespace',
      sale({ kind: kinds(['SALE']) }, { name: 'Till' }),
      'must be named "Sale"',
    ],
    [
      'a fixed of another size',
      sale({ kind: kinds(['SALE']), pair: { type: 'fixed', name: 'Pair', size: 3 } }),
      'Sale.pair: a fixed cannot be read as a fixed',
    ],
    [
      'a fixed of another name',
      sale({ kind: kinds(['SALE']), pair: { type: 'fixed', name: 'Other', size: 2 } }),
      'must be named "Pair"',
    ],
  ])('%s does not fit', (_, schema, message) => {
    expect(() => codec.readerFor(JSON.stringify(schema))).toThrow(message);
  });

  it('▲ a symbol that we lack, where there is no default, refuses only values that have it', () => {
    const schema = sale({ kind: kinds(['SALE']), mode: { type: 'enum', name: 'Mode', symbols: ['A', 'B'] } });
    expect(read(schema, { kind: 'SALE', mode: 'A' })).toEqual({ kind: 'SALE', pair, mode: 'A' });
    expect(() => read(schema, { kind: 'SALE', mode: 'B' })).toThrow(
      new UndecodableError('Sale.mode: the symbol "B" is not known'),
    );
  });

  it('a null where there is none is refused, unless the codec says what it is', () => {
    const schema = sale({ kind: ['null', kinds(['SALE'])] });
    expect(() => read(schema, { kind: null })).toThrow(
      new UndecodableError('Sale.kind: null cannot be read as an enum'),
    );
  });
});

describe('a record that holds itself', () => {
  const tree = (given: object = {}, type: unknown = 'string') => ({
    type: 'record',
    name: 'Tree',
    namespace: 'ours',
    ...given,
    fields: [
      { name: 'left', type: ['null', 'Tree'], default: null },
      { name: 'label', type },
    ],
  });
  const codec = createAvroCodec<Fields>(tree());

  it('is read from another namespace', () => {
    const schema = tree({ namespace: 'theirs' }, 'bytes');
    const value = { left: { left: null, label: Buffer.from('b') }, label: Buffer.from('a') };
    expect(codec.readerFor(JSON.stringify(schema))(written(schema, value))).toEqual({
      left: { left: null, label: 'b' },
      label: 'a',
    });
  });

  it('does not fit where it does not fit within', () => {
    expect(() => codec.readerFor(JSON.stringify(tree({}, 'int')))).toThrow(
      'Tree.label: an int cannot be read as a string',
    );
  });

  it('is refused where it goes too deep', () => {
    const read = codec.readerFor(JSON.stringify(tree({ namespace: 'theirs' })));
    expect(() => read(Buffer.concat([Buffer.alloc(5), Buffer.alloc(1_000_000, 2)]))).toThrow(
      new UndecodableError('The value nests too deeply.'),
    );
  });
});
