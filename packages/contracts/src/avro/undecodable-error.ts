/** Thrown for bytes that are not a message, or do not fit their schema. The text never repeats the bytes. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/** Thrown for a value that its schema cannot carry. The text names the field, never the value. */
export class UnencodableError extends Error {
  override readonly name = 'UnencodableError';
}
