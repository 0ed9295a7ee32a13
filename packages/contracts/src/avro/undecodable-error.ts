/** Bytes that are no message of ours, or that their schema refuses. The text never repeats what the bytes say. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
}

/** A value that its schema cannot carry. The text names the field, never the value. */
export class UnencodableError extends Error {
  override readonly name = 'UnencodableError';
}
