import type { IncomingMessage } from 'node:http';
import type { BodyShare } from './limits/body-share.ts';

export type BodyRead =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'share-used' }
  | { readonly kind: 'stalled' }
  | { readonly kind: 'abandoned' };

const tooLarge: BodyRead = { kind: 'too-large' };
const shareUsed: BodyRead = { kind: 'share-used' };
const stalled: BodyRead = { kind: 'stalled' };
const abandoned: BodyRead = { kind: 'abandoned' };

interface BodyBounds {
  readonly limitBytes: number;
  readonly stallMs: number;
  /** Counts the bytes of the body; its owner frees them. */
  readonly share: BodyShare;
}

/**
 * Reads the body of a request. A larger declared length is refused unread, and a chunked body once it exceeds
 * the limit; the rest is not read.
 */
export const readBody = (
  request: IncomingMessage,
  { limitBytes, stallMs, share }: BodyBounds,
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
      else if (!share.take(chunk.length)) settle(shareUsed);
      else chunks.push(chunk);
    };
    const onEnd = (): void => {
      settle({ kind: 'read', bytes: joined(chunks, length) });
    };
    const onClose = (): void => {
      settle(abandoned);
    };
    // Most bodies arrive with their heads and need no timer.
    const timer = request.complete ? undefined : setTimeout(settle, stallMs, stalled);
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
};

/** Most bodies of a till arrive in one piece, which needs no copy. */
const joined = (chunks: readonly Buffer[], length: number): Buffer => {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
};

export const declaredLength = (request: IncomingMessage): number =>
  Number(request.headers['content-length'] ?? 0);

/** Returns {@link declaredLength}, or Infinity for a chunked body, whose length is unknown. */
export const pendingBytes = (request: IncomingMessage): number =>
  request.headers['transfer-encoding'] === undefined ? declaredLength(request) : Infinity;
