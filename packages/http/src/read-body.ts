import type { IncomingMessage } from 'node:http';

import type { BodyRoom } from './limits/body-room.ts';

/** The bytes of a request's body, or why there are none. */
export type BodyRead =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  /** Its environment has no room for it. */
  | { readonly kind: 'no-room' }
  /** None of it came for a while. */
  | { readonly kind: 'stalled' }
  /** The client left before it had sent all. */
  | { readonly kind: 'abandoned' };

const tooLarge: BodyRead = { kind: 'too-large' };
const noRoom: BodyRead = { kind: 'no-room' };
const stalled: BodyRead = { kind: 'stalled' };
const abandoned: BodyRead = { kind: 'abandoned' };

export interface BodyBounds {
  readonly limitBytes: number;
  /** How long nothing may come. */
  readonly stallMs: number;
  /** What is held of the body takes room here; whoever gave the room frees it. */
  readonly room: BodyRoom;
}

/**
 * Reads at most `limitBytes`. A declared length above it is refused unread; a chunked body as soon as it passes it,
 * and what follows is left in the stream, for the answer to decide about the connection.
 */
export const readBody = (
  request: IncomingMessage,
  { limitBytes, stallMs, room }: BodyBounds,
): Promise<BodyRead> => {
  if (declaredLength(request) > limitBytes) return Promise.resolve(tooLarge);
  if (request.destroyed) return Promise.resolve(abandoned);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (read: BodyRead): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      if (read.kind !== 'read') request.pause();
      resolve(read);
    };
    const onData = (chunk: Buffer): void => {
      timer?.refresh();
      length += chunk.length;
      if (length > limitBytes) settle(tooLarge);
      else if (!room.take(chunk.length)) settle(noRoom);
      else chunks.push(chunk);
    };
    const onEnd = (): void => {
      settle({ kind: 'read', bytes: joined(chunks, length) });
    };
    const onClose = (): void => {
      settle(abandoned);
    };
    // Most bodies have come with their heads, and need no timer.
    const timer = request.complete ? undefined : setTimeout(settle, stallMs, stalled);
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

/** As {@link declaredLength}; of a chunked body nobody knows. */
export const bytesToCome = (request: IncomingMessage): number =>
  request.headers['transfer-encoding'] === undefined ? declaredLength(request) : Infinity;
