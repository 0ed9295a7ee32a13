import { hash } from 'node:crypto';

/** The registry's wire format: 0x00, the schema id as 4 bytes big-endian, then the Avro payload. */
export const headerLengthBytes = 5;

const magic = 0x00;

/** Writes the header at the start of `target`, which must be at least 5 bytes long. */
export const writeHeader = (target: Buffer, schemaId: number): void => {
  target[0] = magic;
  target.writeUInt32BE(schemaId, 1);
};

export const schemaIdOf = (wireBytes: Buffer): number | null =>
  wireBytes.length >= headerLengthBytes && wireBytes[0] === magic ? wireBytes.readUInt32BE(1) : null;

/**
 * Returns the payload of a message as a view of the same memory. Throws {@link UndecodableError} if there is
 * no header.
 */
export const payloadOf = (wireBytes: Buffer): Buffer => {
  if (schemaIdOf(wireBytes) === null) throw new UndecodableError('The bytes have no schema id in front.');
  return wireBytes.subarray(headerLengthBytes);
};

/** Half of a SHA-256: too long for accidental matches, and small in an index. */
const fingerprintLengthBytes = 16;

/**
 * Returns a fingerprint that is equal for two messages with the same body (D15): SHA-256 over the payload
 * without the zero bytes at its end, because a field that a later version appends is one more zero while it
 * is null. Throws {@link UndecodableError}.
 */
export const fingerprintOf = (wireBytes: Buffer): Buffer => {
  const payload = payloadOf(wireBytes);
  let end = payload.length;
  while (end > 0 && payload[end - 1] === 0) end -= 1;
  // By way of a text: a digest that is a Buffer has memory of its own, which costs half as much as the digest.
  return Buffer.from(hash('sha256', payload.subarray(0, end)).slice(0, 2 * fingerprintLengthBytes), 'hex');
};

/** Thrown for bytes that are not a message, or do not fit their schema. The text never repeats the bytes. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/** Thrown for a value that its schema cannot carry. The text names the field, never the value. */
export class UnencodableError extends Error {
  override readonly name = 'UnencodableError';
}
