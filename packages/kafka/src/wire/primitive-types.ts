import { invariant } from '@loyalty/kernel';

/**
 * Reads Kafka's primitive types. Reading a number beyond all bytes throws a RangeError; reading one beyond
 * its own part makes {@link left} negative.
 */
export class WireReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  get at(): number {
    return this.#at;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  moveTo(place: number): void {
    this.#at = place;
  }

  /** Skips bytes. A length of −1 is that of null, for which nothing is skipped. */
  skip(length: number): void {
    if (length > 0) this.#at += length;
  }

  part(length: number): WireReader {
    if (length < 0 || length > this.left)
      throw new RangeError(`${length.toString()} bytes of ${this.left.toString()}`);
    const start = this.#at;
    this.#at += length;
    return new WireReader(this.#bytes, start, this.#at);
  }

  /** Returns a view of the unread bytes without skipping them. */
  rest(): Buffer {
    return this.#bytes.subarray(this.#at, this.#end);
  }

  int8(): number {
    return this.#bytes.readInt8(this.#at++);
  }

  int16(): number {
    const value = this.#bytes.readInt16BE(this.#at);
    this.#at += 2;
    return value;
  }

  int32(): number {
    const value = this.#bytes.readInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  uint32(): number {
    const value = this.#bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  /** Reads an integer that is exact within ±2^53, which offsets and times never exceed. */
  int64(): number {
    const high = this.#bytes.readInt32BE(this.#at);
    const low = this.#bytes.readUInt32BE(this.#at + 4);
    this.#at += 8;
    return high * 0x1_0000_0000 + low;
  }

  varInt(): number {
    let bits = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes.readUInt8(this.#at++);
      bits |= (byte & 0x7f) << shift;
      if (byte < 0x80) return (bits >>> 1) ^ -(bits & 1);
    }
  }

  /** Reads as {@link varInt} does, with up to 64 bits; exact within ±2^53. */
  varLong(): number {
    let bits = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes.readUInt8(this.#at++);
      bits += (byte & 0x7f) * factor;
      if (byte < 0x80) return bits % 2 === 0 ? bits / 2 : -(bits + 1) / 2;
    }
  }

  string(): string {
    return this.#text(this.int16());
  }

  varString(): string {
    return this.#text(this.varInt());
  }

  /** Skips a text and returns true if it is `expected`, a text in ASCII. By default nothing is compared. */
  skipVarString(expected?: string): boolean {
    const length = this.varInt();
    if (length < 0) throw new RangeError('a text of negative length');
    const start = this.#at;
    this.#at += length;
    return length === expected?.length && isAscii(this.#bytes, start, expected);
  }

  /** Returns true if the next bytes are this text, in ASCII. */
  isNext(text: string): boolean {
    return isAscii(this.#bytes, this.#at, text);
  }

  /** Returns a view, not a copy; null if the length is −1. */
  varBytes(): Buffer | null {
    const length = this.varInt();
    if (length < 0) return null;
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  list<T>(read: (reader: this) => T): T[] {
    const length = this.int32();
    const items: T[] = [];
    for (let place = 0; place < length; place += 1) items.push(read(this));
    return items;
  }

  #text(length: number): string {
    // Reading backwards would never end.
    if (length < 0) throw new RangeError('a text of negative length');
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}

const isAscii = (bytes: Buffer, start: number, text: string): boolean => {
  for (let place = 0; place < text.length; place += 1)
    if (bytes[start + place] !== text.charCodeAt(place)) return false;
  return true;
};

export const lengthOf = (value: string | Buffer | null): number =>
  value === null ? 0 : typeof value === 'string' ? Buffer.byteLength(value) : value.length;

const zigZag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;

export const sizeOfVarInt = (value: number): number => {
  const bits = zigZag(value);
  if (bits < 0x80) return 1;
  if (bits < 0x4000) return 2;
  if (bits < 0x20_0000) return 3;
  return bits < 0x1000_0000 ? 4 : 5;
};

export const sizeOfVarBytes = (value: string | Buffer | null): number => {
  if (value === null) return 1;
  const length = lengthOf(value);
  return sizeOfVarInt(length) + length;
};

export class WireWriter {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  get at(): number {
    return this.#at;
  }

  /** Returns the bytes once all are written. A planned byte that was not written would be stale memory. */
  full(): Buffer {
    invariant(this.#at === this.buffer.length, 'what was planned was written');
    return this.buffer;
  }

  int8(value: number): this {
    this.#at = this.buffer.writeInt8(value, this.#at);
    return this;
  }

  int16(value: number): this {
    this.#at = this.buffer.writeInt16BE(value, this.#at);
    return this;
  }

  int32(value: number): this {
    this.#at = this.buffer.writeInt32BE(value, this.#at);
    return this;
  }

  int64(value: number): this {
    const high = Math.floor(value / 0x1_0000_0000);
    this.#at = this.buffer.writeInt32BE(high, this.#at);
    this.#at = this.buffer.writeUInt32BE(value - high * 0x1_0000_0000, this.#at);
    return this;
  }

  varInt(value: number): this {
    let bits = zigZag(value);
    for (; bits > 0x7f; bits >>>= 7) this.buffer[this.#at++] = (bits & 0x7f) | 0x80;
    this.buffer[this.#at++] = bits;
    return this;
  }

  string(text: string): this {
    this.int16(Buffer.byteLength(text));
    return this.#raw(text);
  }

  varBytes(value: string | Buffer | null): this {
    if (value === null) return this.varInt(-1);
    this.varInt(lengthOf(value));
    return this.#raw(value);
  }

  #raw(value: string | Buffer): this {
    this.#at +=
      typeof value === 'string' ? this.buffer.write(value, this.#at) : value.copy(this.buffer, this.#at);
    return this;
  }
}
