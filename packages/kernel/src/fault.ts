interface FaultOptions {
  /** True if the same call may succeed later (a database that is unavailable). Default false. */
  readonly retry?: boolean;
  /** A text that is safe to show to anyone. Default: none, and the HTTP API shows a general sentence. */
  readonly publicMessage?: string;
  readonly cause?: unknown;
}

/** A failure that is not caused by a message itself. `message` is for us; `publicMessage` is safe to show. */
export class Fault extends Error {
  readonly code: string;
  readonly retry: boolean;
  readonly publicMessage: string | undefined;

  constructor(code: string, internalText: string, options: FaultOptions = {}) {
    super(internalText, { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.retry = options.retry ?? false;
    this.publicMessage = options.publicMessage;
  }
}

/** Returns the text of a thrown value, for our own logs only. */
export const textOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/**
 * Thrown when a promise of the code itself was broken. The process must end, because its state may be wrong.
 */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** Throws {@link BrokenInvariant} unless `holds`. `text` states the promised fact. */
export function invariant(holds: boolean, text: string): asserts holds {
  if (!holds) throw new BrokenInvariant(text);
}
