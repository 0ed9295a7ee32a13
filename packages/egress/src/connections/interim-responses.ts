const [lineFeed, carriageReturn, zero, one, two] = [10, 13, 48, 49, 50] as const;

/** `HTTP/1.1 100`: the three digits of the status stand at these places of a response. */
const digitsAt = 9;

/**
 * Makes the status of «100 Continue» 102 in the bytes of a connection. RFC 9110 (15.2) asks clients to bear
 * interim responses that they did not ask for; undici ends the connection at 100, and bears all others.
 */
export class InterimResponses {
  /** The place in the head of a response; null once the final response has begun. */
  #place: number | null = null;
  #isTen = false;
  #isLineEmpty = false;

  /** A request is about to be written: its response comes next. */
  begin(): void {
    this.#place = 0;
    this.#isLineEmpty = false;
  }

  /** Changes the bytes in place. They come in order, cut anywhere. */
  pass(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#place !== null; at += 1) this.#step(bytes, at, this.#place);
  }

  #step(bytes: Uint8Array, at: number, place: number): void {
    const byte = bytes[at];
    // A parser skips empty lines before a response.
    if (place === 0 && (byte === lineFeed || byte === carriageReturn)) return;
    if (place === digitsAt && byte !== one) {
      this.#place = null;
      return;
    }
    if (place === digitsAt + 1) this.#isTen = byte === zero;
    if (place === digitsAt + 2 && this.#isTen && byte === zero) bytes[at] = two;
    this.#place = this.#endsHead(byte) ? 0 : place + 1;
  }

  /** Returns true at the end of the empty line after a head. */
  #endsHead(byte: number | undefined): boolean {
    if (byte === carriageReturn) return false;
    const isOver = byte === lineFeed && this.#isLineEmpty;
    this.#isLineEmpty = byte === lineFeed && !isOver;
    return isOver;
  }
}
