import { isDeepStrictEqual } from 'node:util';
import type { AvroCodec } from '@loyalty/contracts';
import type { OutgoingMessage } from '@loyalty/kafka';
import type { AwardTerms } from '@loyalty/rules/returns';

/** The code of one build that turns messages into bytes and back. */
export interface ByteFormats {
  /** The codecs by the names of their schemas. */
  readonly codecs: Readonly<Record<string, MessageCodec | undefined>>;
  readonly fingerprintOf: (wireBytes: Buffer) => Buffer;
  readonly packMessages: (messages: readonly OutgoingMessage[]) => Buffer;
  readonly unpackMessages: (packed: Buffer) => readonly OutgoingMessage[];
  /** The formats of terms; absent for builds whose receipts have none. */
  readonly terms?: TermFormats;
}

interface TermFormats {
  readonly encodeTerms: (terms: AwardTerms) => Buffer | null;
  readonly decodeTerms: (bytes: Buffer, count: CountedTerms) => unknown;
}

interface CountedTerms {
  readonly awards: number;
  readonly cards: number;
}

type Fields = Readonly<Record<string, unknown>>;
type MessageCodec = Pick<AvroCodec<Fields>, 'schemaText' | 'encode' | 'readerFor'>;

/** Bytes as a build wrote them, with their meaning, in a form that can be stored as JSON. */
export interface WrittenBytes {
  readonly messages: Readonly<Record<string, WrittenMessages>>;
  readonly outboxRow: { readonly messages: readonly OutgoingMessage[]; readonly bytes: string };
  /** The terms; absent for releases whose receipts had none. */
  readonly terms?: readonly WrittenTerms[];
}

interface WrittenTerms {
  readonly value: AwardTerms;
  readonly bytes: string;
}

interface WrittenMessages {
  readonly schema: string;
  readonly samples: readonly WrittenSample[];
}

/** Bytes are hexadecimal. */
interface WrittenSample {
  readonly value: Fields;
  readonly bytes: string;
  readonly fingerprint: string;
}

/** A part of an Avro schema: messages have records, lists, primitives and `["null", T]`. */
type SchemaPart = string | readonly [string, SchemaPart] | SchemaNode;

interface SchemaNode {
  readonly type: SchemaPart;
  readonly items?: SchemaPart;
  readonly fields?: readonly SchemaField[];
}

interface SchemaField {
  readonly name: string;
  readonly type: SchemaPart;
  readonly default?: unknown;
}

/** Stands in the header of the bytes; no registry is asked. */
const schemaId = 7;
/** A repeat of one of these is known by its fingerprint (D15). */
const requests: readonly string[] = ['evaluate-request', 'member-event-request', 'redeem-request'];

/** Writes messages of every schema, empty and full ones, and a row of the outbox. */
export const writeSamples = ({ codecs, fingerprintOf, packMessages, terms }: ByteFormats): WrittenBytes => {
  const messages = Object.entries(codecs).flatMap(([name, codec]) => {
    if (codec === undefined) return [];
    const samples = [false, true].map((isFull): WrittenSample => {
      const value = sampleOf(schemaOf(codec.schemaText), { name, isFull }) as Fields;
      const bytes = codec.encode(value, schemaId);
      return { value, bytes: bytes.toString('hex'), fingerprint: fingerprintOf(bytes).toString('hex') };
    });
    return [[name, { schema: codec.schemaText, samples }] as const];
  });
  const outbox = outboxSample();
  return {
    messages: Object.fromEntries(messages),
    outboxRow: { messages: outbox, bytes: packMessages(outbox).toString('hex') },
    ...(terms === undefined ? null : { terms: termSamples.map((value) => writtenTerms(terms, value)) }),
  };
};

const writtenTerms = ({ encodeTerms }: TermFormats, value: AwardTerms): WrittenTerms => ({
  value,
  bytes: encodeTerms(value)?.toString('hex') ?? '',
});

const wine = { hash: 0x1314_ef74, thousandths: 6_000 };
const dear = { ...wine, cost: 30_000_000 };

/** Every form with what its bits announce, and without. */
const termSamples: readonly AwardTerms[] = [
  {
    awards: [
      { form: 'WHOLE', minSpendCents: null },
      { form: 'WHOLE', minSpendCents: 15_000, asked: [dear] },
      { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000 },
      {
        form: 'PERCENT',
        minSpendCents: 1,
        multiplierScaled: 15_000,
        percentageScaled: 10_000,
        asked: [dear],
      },
      { form: 'PRODUCT', minSpendCents: null, points: 10, skus: [wine] },
      { form: 'PRODUCT', minSpendCents: null, multiplierScaled: 15_000, points: 10, skus: [wine] },
      { form: 'SHARE', minSpendCents: Number.MAX_SAFE_INTEGER },
    ],
    cards: [
      { form: 'WHOLE', minSpendCents: null, stampsRequired: 5, cardsCompleted: 1 },
      { form: 'SHARE', minSpendCents: null, stampsRequired: null, cardsCompleted: null },
    ],
  },
  {
    awards: [
      { form: 'LINES', minSpendCents: null, skus: [wine] },
      { form: 'LINES_PERCENT', minSpendCents: null, percentageScaled: 10_000, skus: [dear] },
      {
        form: 'EXCEPT_PERCENT',
        minSpendCents: null,
        multiplierScaled: 15_000,
        percentageScaled: 20_000,
        skus: [dear],
      },
      { form: 'EVERY', minSpendCents: null, everyQuantity: 3, points: 30, skus: [wine], asked: [dear] },
    ],
    cards: [
      {
        form: 'LINES',
        minSpendCents: null,
        skus: [wine],
        asked: [dear],
        stampsRequired: 5,
        cardsCompleted: 0,
      },
    ],
  },
  {
    awards: [
      {
        form: 'PERCENT',
        minSpendCents: 1,
        multiplierScaled: 15_000,
        percentageScaled: 10_000,
        countedIn: ['DAY', 'EVER'],
        asked: [dear],
      },
      { form: 'SHARE', minSpendCents: null, countedIn: ['WEEK', 'MONTH'] },
    ],
    cards: [
      {
        form: 'WHOLE',
        minSpendCents: null,
        countedIn: ['DAY'],
        stampsRequired: 5,
        cardsCompleted: 0,
      },
    ],
    counted: { dayShift: 1, capPeriods: ['DAY', 'MONTH'] },
  },
];

const schemaOf = (text: string): SchemaPart => JSON.parse(text) as SchemaPart;

interface Place {
  readonly name: string;
  readonly isFull: boolean;
}

const sampleOf = (part: SchemaPart, place: Place): unknown => {
  if (typeof part === 'string') return primitiveOf(part, place);
  if (!('type' in part)) return place.isFull ? sampleOf(part[1], place) : null;
  const { type, items, fields } = part;
  if (fields !== undefined)
    return Object.fromEntries(
      fields.map((field) => [field.name, sampleOf(field.type, { ...place, name: field.name })]),
    );
  if (items !== undefined) return place.isFull ? [sampleOf(items, place), sampleOf(items, place)] : [];
  return sampleOf(type, place);
};

const primitiveOf = (type: string, { name, isFull }: Place): unknown => {
  const values: Readonly<Record<string, unknown>> = isFull
    ? {
        boolean: true,
        int: -7,
        long: Number.MAX_SAFE_INTEGER,
        double: 0.1,
        bytes: Buffer.of(0, 1, 255),
        string: `${name} ✓ 𝄞`,
      }
    : { boolean: false, int: 0, long: 0, double: 0, bytes: Buffer.alloc(0), string: '' };
  if (type in values) return values[type];
  throw new Error(`${name}: samples know no ${type}`);
};

const outboxSample = (): readonly OutgoingMessage[] => [
  { topic: 'loyalty.facts', key: Buffer.from('k'), value: Buffer.of(0, 255), headers: {} },
  { topic: 'loyalty.replies', key: null, value: null, headers: { h: Buffer.from('✓') }, partition: 3 },
];

/**
 * Reads bytes of one build with the code of another, and returns what is understood differently from how it
 * was meant. Fields that only the writer knows are left out, and fields that only the reader knows have their
 * defaults. A request whose fields are all known keeps its fingerprint.
 */
export const misreadBytes = (
  reader: ByteFormats,
  { messages, outboxRow, terms = [] }: WrittenBytes,
): readonly string[] => {
  const others = Object.entries(messages).flatMap(([name, written]) => {
    const codec = reader.codecs[name];
    return codec === undefined ? [] : misreadMessages({ reader, name, codec }, written);
  });
  const row = textOf(reader.unpackMessages(Buffer.from(outboxRow.bytes, 'hex')));
  const rows = row === textOf(outboxRow.messages) ? [] : [`a row of the outbox is read as ${row}`];
  return [...others, ...rows, ...terms.flatMap((written) => misreadTerms(reader, written))];
};

const misreadTerms = ({ terms }: ByteFormats, { value, bytes }: WrittenTerms): readonly string[] => {
  if (terms === undefined) return [];
  const count = { awards: value.awards.length, cards: value.cards.length };
  const found = terms.decodeTerms(Buffer.from(bytes, 'hex'), count);
  return isDeepStrictEqual(found, value) ? [] : [`terms ${bytes} are read as ${textOf(found)}`];
};

interface MessageReader {
  readonly reader: ByteFormats;
  readonly name: string;
  readonly codec: MessageCodec;
}

const misreadMessages = (
  { reader, name, codec }: MessageReader,
  { schema, samples }: WrittenMessages,
): readonly string[] => {
  const read = codec.readerFor(schema);
  const known = schemaOf(codec.schemaText);
  return samples.flatMap(({ value, bytes, fingerprint }) => {
    const found = read(Buffer.from(bytes, 'hex'));
    const others =
      textOf(found) === textOf(asKnown(known, value)) ? [] : [`${name} is read as ${textOf(found)}`];
    if (!requests.includes(name) || !isWhole(known, value)) return others;
    const now = reader.fingerprintOf(codec.encode(found, schemaId)).toString('hex');
    return now === fingerprint ? others : [...others, `${name} has another fingerprint: ${textOf(value)}`];
  });
};

/** Texts in the order of the schema's fields; bytes as Node writes them. */
const textOf = (value: unknown): string => JSON.stringify(value);

/** Returns a value as a reader of this schema knows it. */
const asKnown = (part: SchemaPart, value: unknown): unknown => {
  if (typeof part === 'string' || value === null) return value;
  if (!('type' in part)) return asKnown(part[1], value);
  const { type, items, fields } = part;
  if (items !== undefined) return (value as readonly unknown[]).map((item) => asKnown(items, item));
  if (fields === undefined) return asKnown(type, value);
  const given = value as Fields;
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.name in given ? asKnown(field.type, given[field.name]) : field.default,
    ]),
  );
};

/** Returns true if a reader of this schema knows every field that has a value. */
const isWhole = (part: SchemaPart, value: Fields): boolean => {
  const known = asKnown(part, value) as Fields;
  return Object.entries(value).every(([name, field]) => field === null || name in known);
};
