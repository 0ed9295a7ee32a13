import { invariant } from '@loyalty/kernel';

/** Returns the length in bytes; 0 for null. */
export const lengthOf = (value: string | Buffer | null): number =>
  value === null ? 0 : typeof value === 'string' ? Buffer.byteLength(value) : value.length;

const zigZag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;

/** Returns the bytes of a signed 32-bit number as a varint. */
export const sizeOfVarInt = (value: number): number => {
  const bits = zigZag(value);
  if (bits < 0x80) return 1;
  if (bits < 0x4000) return 2;
  if (bits < 0x20_0000) return 3;
  return bits < 0x1000_0000 ? 4 : 5;
};

/** Returns the bytes of a value behind its length as a varint, −1 for null. */
export const sizeOfVarBytes = (value: string | Buffer | null): number => {
  if (value === null) return 1;
  const length = lengthOf(value);
  return sizeOfVarInt(length) + length;
};

/** Writes Kafka's primitive types one after the other into one buffer of a known size. */
export class WireWriter {
  readonly buffer: Buffer;
  #at = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  /** The position of the next byte. */
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

  /** A whole number within ±2^53. */
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

  /** Writes a text behind its length in two bytes. */
  string(text: string): this {
    this.int16(Buffer.byteLength(text));
    return this.#raw(text);
  }

  /** Writes a value behind its length as a varint, −1 for null. */
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
