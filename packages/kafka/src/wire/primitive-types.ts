/**
 * Reads Kafka's primitive types one after the other. A part that does not fit, and a number behind the end of all bytes, throw
 * a RangeError. Reading beyond its own part makes {@link left} negative.
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

  /** Returns a reader of the next bytes and skips them here. */
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

  /** Exact within ±2^53, which offsets and times never exceed. */
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

  /** As {@link varInt} with up to 64 bits; exact within ±2^53. */
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

  /** Returns a view, not a copy; null when the length is −1. */
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
