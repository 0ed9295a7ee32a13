import type { Operation } from './operations.ts';
import type { ProblemDocument } from './problems.ts';
import { type Connection, headersOf } from './settings.ts';

/** A request whose bytes stay the same in every attempt. */
export interface Prepared {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The cursor of the requested page; that of the next page must differ. */
  readonly cursor: unknown;
}

/** A response in a form that the API uses. */
interface Understood {
  readonly kind: 'result' | 'problem';
  readonly status: number;
  readonly headers: Headers;
}

interface Result extends Understood {
  readonly kind: 'result';
  readonly data: unknown;
}

interface Refusal extends Understood {
  readonly kind: 'problem';
  readonly problem: ProblemDocument;
}

/**
 * The outcome of an attempt without a usable response: none arrived, or it had a form that the API does not
 * use.
 */
export interface Lost {
  readonly kind: 'lost';
  readonly status: number | null;
  readonly headers: Headers | null;
  readonly reason: string;
  readonly excerpt: string;
  readonly cause?: unknown;
  /** True if another attempt would end in the same way. */
  readonly isForGood: boolean;
  /** True if the response broke off or never arrived. */
  readonly isCut: boolean;
  /** True if no connection was made, so nothing was sent. */
  readonly isUnsent: boolean;
}

/** The outcome of one attempt. */
export type Exchanged = Result | Refusal | Lost;

/** Larger than any response; a proxy that sends more is refused before it fills the memory. */
const bodyBytesMax = 8 * 1024 * 1024;
const excerptBytes = 200;

/**
 * Makes one attempt that takes `timeoutMs` at most. Rejects only with the reason of `signal`, or with a `TypeError` for a
 * header that cannot be sent. Leaves no timer and no listener behind.
 */
export const exchange = (
  connection: Connection,
  prepared: Prepared,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<Exchanged> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const controller = new AbortController();
    // A caller's `fetch`, or function for a token, may ignore the signal, so this ends without waiting for them.
    const stop = (reason: unknown, settle: (reason: unknown) => void): void => {
      end();
      controller.abort(reason);
      settle(reason);
    };
    const abort = (): void => {
      stop(signal?.reason, reject);
    };
    const timer = setTimeout(() => {
      stop(new Error(`nothing came within ${timeoutMs.toString()} ms`), (late) => {
        resolve(noResponse(late));
      });
    }, timeoutMs);
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort);
    const responded = respond(connection, prepared, controller.signal);
    responded.then(end, end);
    responded.then(resolve, reject);
  });

const noResponse = (cause: unknown): Lost =>
  lost(null, `no response: ${textOf(cause)}`, { cause, isCut: true, isUnsent: isUnsent(cause) });

/** True for a refused connection and a name that is not found, also of each of several addresses. */
const isUnsent = (error: unknown): boolean => {
  const { cause, errors = [], syscall, code } = Object(error) as Partial<ConnectionError>;
  if (cause !== undefined) return isUnsent(cause);
  if (errors.length > 0) return errors.every(isUnsent);
  // Bun names no call of the system.
  return syscall === 'connect' || syscall === 'getaddrinfo' || code === 'ConnectionRefused';
};

/** The text includes the cause, because a refused connection to several addresses has only a code. */
const textOf = (error: unknown): string => {
  const { message = String(error), cause } = Object(error) as Partial<Error>;
  const inner = Object(cause) as Partial<Error> & { readonly code?: string };
  const why = inner.message === '' ? inner.code : inner.message;
  return why === undefined ? message : `${message} (${why})`;
};

/** Has the members that runtimes add to the error of a connection. */
interface ConnectionError extends Error {
  readonly errors: readonly unknown[];
  readonly syscall: string;
  readonly code: string;
}

const respond = async (
  { settings, send, headers: ofAll }: Connection,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<Exchanged> => {
  const { operation, url, headers, body } = prepared;
  const all: Record<string, string> = { ...ofAll, ...headers };
  if (typeof settings.token === 'function') {
    let token: string;
    try {
      token = await settings.token();
    } catch (cause) {
      return lost(null, `no token: ${textOf(cause)}`, { cause, isForGood: true });
    }
    Object.assign(all, headersOf({ token }));
  }
  const init: RequestInit = { method: operation.method, headers: all, redirect: 'manual', signal };
  if (body !== undefined) init.body = body;
  try {
    const response = await send(url, init);
    if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status >= 400))
      return await outcomeOf(prepared, response);
    await response.body?.cancel();
    const to = response.headers.get('Location') ?? 'another address';
    return lost(response, `redirected to ${to}: set baseUrl`, { isForGood: true });
  } catch (cause) {
    return noResponse(cause);
  }
};

const outcomeOf = async ({ operation, cursor }: Prepared, response: Response): Promise<Exchanged> => {
  const { status, headers } = response;
  const { bytes, fault } = await readBody(response);
  const excerptOf = (): string => new TextDecoder().decode(bytes.subarray(0, excerptBytes));
  if (fault !== undefined) return lost(response, fault.reason, { ...fault, excerpt: excerptOf() });
  if (status === 204 && operation.isEmpty) return { kind: 'result', status, headers, data: undefined };
  const data = parsed(bytes);
  if (status < 300 && isResult(operation, data, cursor)) return { kind: 'result', status, headers, data };
  if (status >= 400 && isProblemDocument(data)) return { kind: 'problem', status, headers, problem: data };
  const excerpt = excerptOf();
  return lost(response, `${status.toString()} with a body that is not from the API: ${excerpt}`, { excerpt });
};

const lost = (
  response: { readonly status: number; readonly headers: Headers } | null,
  reason: string,
  {
    excerpt = '',
    cause,
    isForGood = false,
    isCut = false,
    isUnsent = false,
  }: Partial<Omit<Lost, 'kind' | 'status' | 'headers' | 'reason'>>,
): Lost => {
  // A browser shows a redirect as status 0.
  const status = response === null || response.status === 0 ? null : response.status;
  return {
    kind: 'lost',
    status,
    headers: response?.headers ?? null,
    reason,
    excerpt,
    cause,
    isForGood,
    isCut,
    isUnsent,
  };
};

interface Body {
  readonly bytes: Uint8Array;
  /** Present if the body is incomplete. */
  readonly fault?: (Pick<Lost, 'reason'> & Partial<Lost>) | undefined;
}

const tooLarge = { reason: 'a response of more than 8 MiB', isForGood: true };

const readBody = async ({ body, headers }: Response): Promise<Body> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let fault: Body['fault'];
  if (Number(headers.get('Content-Length')) > bodyBytesMax) {
    await body?.cancel();
    return { bytes: new Uint8Array(), fault: tooLarge };
  }
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      const chunk = part.value as Uint8Array<ArrayBuffer>;
      chunks.push(chunk);
      length += chunk.length;
      if (length <= bodyBytesMax) continue;
      await reader?.cancel();
      return { bytes: chunks[0] ?? chunk, fault: tooLarge };
    }
  } catch (cause) {
    fault = { reason: `the response broke off: ${textOf(cause)}`, cause, isCut: true };
  }
  return { bytes: await wholeOf(chunks), fault };
};

/** Most responses come as one chunk, which need not be copied. */
const wholeOf = async (chunks: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> => {
  const [first = new Uint8Array()] = chunks;
  return chunks.length > 1 ? new Uint8Array(await new Blob(chunks).arrayBuffer()) : first;
};

/** Creating a decoder costs as much as decoding a body, so there is only one. */
const strictly = new TextDecoder('utf-8', { fatal: true });

/** Returns undefined for bytes that are not JSON in UTF-8. */
const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(strictly.decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isResult = ({ isEmpty, list }: Operation, data: unknown, cursor: unknown): boolean =>
  !isEmpty &&
  isObject(data) &&
  (list === undefined || (Array.isArray(data[list]) && data['nextCursor'] !== cursor));

const isProblemDocument = (data: unknown): data is ProblemDocument =>
  isObject(data) && typeof data['code'] === 'string';
