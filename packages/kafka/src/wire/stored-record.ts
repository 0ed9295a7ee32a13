import type { HeaderValue, InboundRecord } from '../ports.ts';
import { WireReader } from './primitive-types.ts';

export interface BatchContext {
  readonly firstOffset: string;
  readonly firstTimestamp: string;
  readonly partitionLeaderEpoch: number;
  readonly inTransaction: boolean;
  readonly isControlBatch: boolean;
  readonly lastOffsetDelta: number;
  readonly producerId: string;
  readonly producerEpoch: number;
  readonly firstSequence: number;
  readonly maxTimestamp: string;
  readonly timestampType: number;
  readonly magicByte: number;
}

/** The part of a batch that its records share. */
export interface BatchHead {
  readonly topic: string;
  readonly partition: number;
  readonly context: BatchContext;
  readonly firstOffset: number;
  readonly firstTimestamp: number;
  /** The append time of all records when the broker sets it; otherwise each record has its own. */
  readonly appendedAt: number | null;
}

type Headers = Readonly<Record<string, HeaderValue | undefined>>;

/** An entry in memory takes this besides the bytes of a header. */
const headerOverheadBytes = 32;

/**
 * A record that was checked as a whole and is read in place, because most readers of facts need only two
 * headers of a record. It keeps the bytes of its fetch.
 */
export class StoredRecord implements InboundRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly timestamp: number;
  readonly leaderEpoch: number;
  readonly size: number;
  readonly attributes: number;
  readonly batch: BatchContext;
  readonly #bytes: Buffer;
  /** Where key and value begin, and their lengths, which are −1 for null. */
  readonly #keyAt: number;
  readonly #keyLength: number;
  readonly #valueAt: number;
  readonly #valueLength: number;
  readonly #headersAt: number;
  readonly #headersCount: number;
  #headers: Headers | null = null;

  /** Moves the reader past the record. Throws a RangeError for an impossible length. */
  constructor(reader: WireReader, { topic, partition, context, ...head }: BatchHead) {
    const length = reader.varInt();
    if (length < 0 || length > reader.left)
      throw new RangeError(`${length.toString()} bytes of ${reader.left.toString()}`);
    const end = reader.at + length;
    this.topic = topic;
    this.partition = partition;
    this.batch = context;
    this.leaderEpoch = context.partitionLeaderEpoch;
    this.attributes = reader.int8();
    const createdAt = head.firstTimestamp + reader.varLong();
    this.timestamp = head.appendedAt ?? createdAt;
    this.offset = head.firstOffset + reader.varInt();
    this.#bytes = reader.bytes;
    this.#keyLength = reader.varInt();
    this.#keyAt = reader.at;
    reader.skip(this.#keyLength);
    this.#valueLength = reader.varInt();
    this.#valueAt = reader.at;
    reader.skip(this.#valueLength);
    this.#headersCount = reader.varInt();
    this.#headersAt = reader.at;
    for (let left = this.#headersCount; left > 0; left -= 1) {
      reader.skipVarString();
      reader.skip(reader.varInt());
    }
    if (reader.at > end) throw new RangeError('a record is longer than it says');
    reader.moveTo(end);
    this.size = length + Math.max(0, this.#headersCount) * headerOverheadBytes;
  }

  get key(): Buffer | null {
    return this.#part(this.#keyAt, this.#keyLength);
  }

  get value(): Buffer | null {
    return this.#part(this.#valueAt, this.#valueLength);
  }

  /** The headers. If one is repeated, its first value counts. */
  get headers(): Headers {
    return (this.#headers ??= this.#readHeaders());
  }

  /** Returns what `headers[name]` would, without reading the others. `name` is ASCII. */
  header(name: string): HeaderValue | undefined {
    if (this.#headers !== null) return this.#headers[name];
    const reader = new WireReader(this.#bytes, this.#headersAt);
    for (let left = this.#headersCount; left > 0; left -= 1) {
      const isFound = reader.skipVarString(name);
      if (isFound) return reader.varBytes() ?? undefined;
      reader.skip(reader.varInt());
    }
    return undefined;
  }

  /**
   * Returns true if the first header of this name has this value, both in ASCII. A missing header counts as
   * empty.
   */
  hasHeader(name: string, value: string): boolean {
    const reader = new WireReader(this.#bytes, this.#headersAt);
    for (let left = this.#headersCount; left > 0; left -= 1) {
      const isFound = reader.skipVarString(name);
      const length = reader.varInt();
      if (isFound) return length === value.length && reader.isNext(value);
      reader.skip(length);
    }
    return value === '';
  }

  #part(start: number, length: number): Buffer | null {
    return length < 0 ? null : this.#bytes.subarray(start, start + length);
  }

  #readHeaders(): Headers {
    // Without a prototype, because senders choose the names.
    const headers = { __proto__: null } as unknown as Record<string, HeaderValue | undefined>;
    const reader = new WireReader(this.#bytes, this.#headersAt);
    for (let left = this.#headersCount; left > 0; left -= 1) {
      const name = reader.varString();
      const value = reader.varBytes();
      if (!(name in headers)) headers[name] = value ?? undefined;
    }
    return headers;
  }
}

/** Returns a header; `name` is ASCII. If the record is read in place, no other header is read. */
export const headerOf = (record: Pick<InboundRecord, 'headers'>, name: string): HeaderValue | undefined =>
  record instanceof StoredRecord ? record.header(name) : record.headers[name];

/**
 * Reads a header of many records. A value like the previous one is compared in place, and not read again. A
 * missing header is an empty text.
 */
export const createHeaderReader = <T>(
  name: string,
  read: (text: string) => T,
): ((record: Pick<InboundRecord, 'headers'>) => T) => {
  let last: { readonly text: string; readonly value: T } | null = null;
  return (record) => {
    if (last !== null && record instanceof StoredRecord && record.hasHeader(name, last.text))
      return last.value;
    const text = headerOf(record, name)?.toString() ?? '';
    if (last?.text !== text) last = { text, value: read(text) };
    return last.value;
  };
};
