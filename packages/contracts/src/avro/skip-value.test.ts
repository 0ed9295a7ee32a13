import avsc from 'avsc';
import { checkEnd, cursorAtStartOf } from './payload-cursor.ts';
import { parseSchema } from './schema-nodes.ts';
import { createSkipOf } from './skip-value.ts';
import { UndecodableError } from './wire-format.ts';

const checkOf = (schema: unknown): ((payload: Buffer) => void) => {
  const skip = createSkipOf()(parseSchema(JSON.stringify(schema)), 0);
  return (payload) => {
    const cursor = cursorAtStartOf(payload);
    skip(cursor);
    checkEnd(cursor);
  };
};

const tree = {
  type: 'record',
  name: 'Tree',
  fields: [
    { name: 'left', type: ['null', 'Tree'], default: null },
    { name: 'label', type: 'string' },
  ],
};
const strings = { type: 'array', items: 'string' };
/** 2^40 as a count: a reader that trusts it would loop for hours. */
const absurd = [0x80, 0x80, 0x80, 0x80, 0x80, 0x40];

describe('a payload without the structure of its schema is refused', () => {
  it.each([
    { what: 'nothing at all', schema: 'long', bytes: [], reason: 'The bytes end before the value does.' },
    {
      what: 'an unfinished integer',
      schema: 'long',
      bytes: [0x80],
      reason: 'The bytes end before the value does.',
    },
    {
      what: 'an endless integer',
      schema: 'long',
      bytes: Array<number>(11).fill(0x80),
      reason: 'An integer takes more than 10 bytes.',
    },
    {
      what: 'an int of 33 bits',
      schema: 'int',
      bytes: [0x80, 0x80, 0x80, 0x80, 0x10],
      reason: 'An int does not fit 32 bits.',
    },
    { what: 'a boolean of 2', schema: 'boolean', bytes: [2], reason: 'A boolean is neither 0 nor 1.' },
    {
      what: 'half a double',
      schema: 'double',
      bytes: [1, 2, 3, 4],
      reason: 'The bytes end before the value does.',
    },
    { what: 'a negative length', schema: 'bytes', bytes: [0x01], reason: 'A length is negative.' },
    {
      what: 'an absurd length',
      schema: 'bytes',
      bytes: absurd,
      reason: 'The bytes end before the value does.',
    },
    {
      what: 'a broken character',
      schema: 'string',
      bytes: [0x04, 0xc3, 0x28],
      reason: 'A string is not UTF-8.',
    },
    {
      what: 'a lone surrogate',
      schema: 'string',
      bytes: [6, 0xed, 0xa0, 0x80],
      reason: 'A string is not UTF-8.',
    },
    {
      what: 'an absurd count',
      schema: strings,
      bytes: absurd,
      reason: 'The bytes end before the value does.',
    },
    {
      what: 'an absurd negative count',
      schema: strings,
      bytes: [0x81, 0x80, 0x80, 0x80, 0x80, 0x40, 0x02],
      reason: 'The bytes end before the value does.',
    },
    {
      what: 'an unclosed array',
      schema: strings,
      bytes: [2, 2, 65],
      reason: 'The bytes end before the value does.',
    },
    {
      what: 'items of no length',
      schema: { type: 'array', items: 'null' },
      bytes: [2, 0, 0, 0],
      reason: 'Items of no length cannot be counted.',
    },
    {
      what: 'a branch that is none',
      schema: ['null', 'int'],
      bytes: [4, 0],
      reason: 'A union has no such branch.',
    },
    {
      what: 'a negative branch',
      schema: ['null', 'int'],
      bytes: [1, 0],
      reason: 'A union has no such branch.',
    },
    {
      what: 'a symbol that is none',
      schema: { type: 'enum', name: 'Suit', symbols: ['HEARTS'] },
      bytes: [2],
      reason: 'An enum has no such symbol.',
    },
    {
      what: 'a fixed that is too short',
      schema: { type: 'fixed', name: 'Pair', size: 2 },
      bytes: [1],
      reason: 'The bytes end before the value does.',
    },
    {
      what: 'a map without its end',
      schema: { type: 'map', values: 'int' },
      bytes: [2, 2, 65, 8],
      reason: 'The bytes end before the value does.',
    },
    {
      what: 'more than a value',
      schema: 'boolean',
      bytes: [1, 1],
      reason: 'Bytes are left after the value.',
    },
  ])('$what', ({ schema, bytes, reason }) => {
    expect(() => {
      checkOf(schema)(Buffer.from(bytes));
    }).toThrow(new UndecodableError(reason));
  });
});

describe('a payload with the structure of its schema passes', () => {
  it.each([
    {
      what: 'a record that contains itself',
      schema: tree,
      value: { left: { left: null, label: 'b' }, label: 'a' },
    },
    { what: 'a map', schema: { type: 'map', values: 'float' }, value: { one: 1, two: 2 } },
    { what: 'an enum', schema: { type: 'enum', name: 'Suit', symbols: ['HEARTS'] }, value: 'HEARTS' },
    { what: 'a fixed', schema: { type: 'fixed', name: 'Pair', size: 2 }, value: Buffer.of(1, 2) },
    { what: 'text beyond ASCII', schema: 'string', value: 'zwölf \u{1F600}' },
  ])('$what', ({ schema, value }) => {
    const payload = avsc.Type.forSchema(schema as avsc.Schema, { wrapUnions: 'never' }).toBuffer(value);
    expect(() => {
      checkOf(schema)(payload);
    }).not.toThrow();
  });

  it('an array in blocks that give their size', () => {
    expect(() => {
      checkOf(strings)(Buffer.of(0x01, 0x04, 0x02, 65, 0x00));
    }).not.toThrow();
  });
});

describe('a schema of a stranger costs little', () => {
  const record = (name: string, ...types: readonly unknown[]) => ({
    type: 'record',
    name,
    fields: types.map((type, at) => ({ name: `f${at.toString()}`, type })),
  });

  it('when its records double forty times and have no bytes', () => {
    let type: unknown = record('R0', 'null');
    for (let level = 1; level <= 40; level += 1)
      type = record(`R${level.toString()}`, type, `R${(level - 1).toString()}`);
    expect(() => {
      checkOf(record('Top', type, 'boolean'))(Buffer.of(1));
    }).not.toThrow();
  });

  it('when a record holds nothing but itself, twice', () => {
    expect(() => {
      checkOf(record('Endless', 'Endless', 'Endless'))(Buffer.of());
    }).toThrow(new UndecodableError('The value nests too deeply.'));
  });

  it('when each byte goes one level deeper', () => {
    expect(() => {
      checkOf(tree)(Buffer.alloc(1_000_000, 2));
    }).toThrow(new UndecodableError('The value nests too deeply.'));
  });

  it('when its types nest in each other by name, a thousand deep', () => {
    const types = Array.from({ length: 1_000 }, (_, at) =>
      record(`T${at.toString()}`, at === 0 ? 'int' : `T${(at - 1).toString()}`),
    );
    expect(() => {
      checkOf(record('Top', ...types))(Buffer.alloc(1_000));
    }).toThrow(new UndecodableError('The value nests too deeply.'));
  });
});
