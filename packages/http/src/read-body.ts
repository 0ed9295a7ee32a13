import type { IncomingMessage } from 'node:http';

/** The bytes of a request's body, or why there are none. */
export type BodyRead =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  /** The client left before it had sent all. */
  | { readonly kind: 'abandoned' };

const tooLarge: BodyRead = { kind: 'too-large' };
const abandoned: BodyRead = { kind: 'abandoned' };

/**
 * Reads at most `limitBytes`. A declared length above it is refused unread; a chunked body as soon as it passes it,
 * and what follows is left in the stream, for the answer to decide about the connection.
 */
export const readBody = (request: IncomingMessage, limitBytes: number): Promise<BodyRead> => {
  if (declaredLength(request) > limitBytes) return Promise.resolve(tooLarge);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (read: BodyRead): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(read);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limitBytes) return;
      request.pause();
      settle(tooLarge);
    };
    const onEnd = (): void => {
      settle({ kind: 'read', bytes: joined(chunks, length) });
    };
    const onClose = (): void => {
      settle(abandoned);
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
};

/** Most bodies of a till come in one piece, which needs no copy. */
const joined = (chunks: readonly Buffer[], length: number): Buffer => {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
};

/** What `Content-Length` says, 0 without it. */
export const declaredLength = (request: IncomingMessage): number =>
  Number(request.headers['content-length'] ?? 0);
