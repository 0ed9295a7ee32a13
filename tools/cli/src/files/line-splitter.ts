import { bodyBytesMax } from '@loyalty/contracts';

export interface Line {
  /** The number of the line, counted from 1, with blank lines included. */
  readonly number: number;
  /** The bytes of the line; of a line that is too long, only the beginning. */
  readonly bytes: Buffer;
  readonly isTooLong: boolean;
}

const newline = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const noBytes = Buffer.alloc(0);

/**
 * Splits chunks into lines. It holds at most {@link bodyBytesMax} of an incomplete line. Blank lines count; a
 * byte order mark is dropped.
 */
export class LineSplitter {
  #number = 0;
  #begun: Buffer = noBytes;
  #isTooLong = false;

  /** Returns the complete lines. A line that is entirely in the chunk is a view of it. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.#append(chunk.subarray(from, end));
      this.#complete(lines);
      from = end + 1;
    }
    this.#append(chunk.subarray(from));
    // Copied, so that the rest does not keep the whole chunk alive.
    this.#begun = Buffer.from(this.#begun);
    return lines;
  }

  end(): Line[] {
    const lines: Line[] = [];
    if (this.#begun.length > 0) this.#complete(lines);
    return lines;
  }

  #append(bytes: Buffer): void {
    const room = bodyBytesMax - this.#begun.length;
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    if (bytes.length > room) this.#isTooLong = true;
    if (kept.length > 0) this.#begun = this.#begun.length === 0 ? kept : Buffer.concat([this.#begun, kept]);
  }

  #complete(lines: Line[]): void {
    this.#number += 1;
    const bytes = this.#number === 1 ? withoutMark(this.#begun) : this.#begun;
    if (!isBlank(bytes)) lines.push({ number: this.#number, bytes, isTooLong: this.#isTooLong });
    this.#begun = noBytes;
    this.#isTooLong = false;
  }
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    ? bytes.subarray(byteOrderMark.length)
    : bytes;

const isBlank = (bytes: Buffer): boolean => (bytes[0] ?? 0) <= 0x20 && bytes.toString('latin1').trim() === '';
