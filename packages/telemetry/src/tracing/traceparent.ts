import { randomFillSync } from 'node:crypto';

/** Ids are in lower-case hex. */
interface TraceContext {
  readonly traceId: string;
  readonly parentId: string;
  readonly flags: string;
}

/** W3C Trace Context, section 3.2: 00 has exactly 55 characters; a later version may append fields. */
const pattern =
  /^(?:00(?=.{53}$)|(?!00|ff)[0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

export const parseTraceparent = (traceparent: string | undefined): TraceContext | undefined => {
  const [, traceId, parentId, flags] = pattern.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || parentId === undefined || flags === undefined) return undefined;
  return { traceId, parentId, flags };
};

/** Creates the context of a new trace that is not sampled. */
export const createTraceparent = (): string => {
  const ids = nextRandomHex();
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
};

const idBytes = 24;
/** The pool has ids for many requests at once; making them one by one costs five times as much. */
const pool = Buffer.alloc(idBytes * 128);
let used = pool.length;

const nextRandomHex = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.toString('hex', used - idBytes, used);
};

/** Returns the caller's traceparent, rewritten as version 00, or a new one if the header is not valid. */
export const traceparentFrom = (header: string | undefined): string => {
  const context = parseTraceparent(header);
  if (context === undefined) return createTraceparent();
  return `00-${context.traceId}-${context.parentId}-${context.flags}`;
};

/**
 * Returns a valid `traceparent` of version 00 with the sampled flag removed, for the services that come
 * after.
 */
export const notSampled = (traceparent: string): string => {
  const flags = Number.parseInt(traceparent.slice(flagsFrom), 16) & ~sampledFlag;
  return traceparent.slice(0, flagsFrom) + flags.toString(16).padStart(2, '0');
};

const flagsFrom = 53;
const sampledFlag = 1;

export const traceIdOf = (traceparent: string | undefined): string | undefined =>
  parseTraceparent(traceparent)?.traceId;
