import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { SessionCaller } from '../usecases/session-lines.ts';

/** A request to this console, as its routes see it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The raw path, without the query. */
  readonly path: string;
  /** The query with its question mark; empty if there is none. */
  readonly query: string;
  readonly sessionId: string;
}

/** Returns where a request comes from, as far as it is known. */
export const callerOf = ({ headers, socket }: IncomingMessage): SessionCaller => {
  const forwarded = headers['x-forwarded-for'];
  const text = Array.isArray(forwarded) ? forwarded.join(', ') : forwarded;
  // Addresses have no other characters; anybody may write into it.
  const isPlain = text !== undefined && /^[\w.:[\], -]+$/.test(text);
  return { address: socket.remoteAddress ?? null, forwardedFor: isPlain ? text : null };
};

/** Reads the bytes of a body; null if it is too long. */
export const readBody = async (request: IncomingMessage, bytesMax: number): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  // A response must still go out where there is more.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A refusal in the form of the API's problems, so that pages read only one form. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const refuse = (response: ServerResponse, { status, code, detail, headers = {} }: Refusal): void => {
  const body = { status, code, title: STATUS_CODES[status] ?? code, detail };
  writeJson(response, { status, body, headers: { ...headers, 'Content-Type': 'application/problem+json' } });
};

interface JsonResponse {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export const writeJson = (response: ServerResponse, { status, body, headers = {} }: JsonResponse): void => {
  writeText(response, { status, body: JSON.stringify(body), type: 'application/json', headers });
};

interface TextResponse extends Omit<JsonResponse, 'body'> {
  readonly body: string;
  readonly type: string;
}

export const writeText = (
  response: ServerResponse,
  { status, body, type, headers = {} }: TextResponse,
): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...headers,
  });
  response.end(bytes);
};
