import { request } from 'node:https';

/** The address of the API server, and the token of the caller. */
export interface Door {
  readonly port: number;
  readonly token: string;
}

export interface Response {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
}

const typeOf = (method: string): string =>
  method === 'PATCH' ? 'application/apply-patch+yaml' : 'application/json';

/** Its certificate was made a moment ago, for this machine alone. */
const optionsOf = ({ port, token }: Door, { method, path, body }: Question) => ({
  host: '127.0.0.1',
  port,
  path,
  method,
  headers: {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': typeOf(method) }),
  },
  rejectUnauthorized: false,
});

/** Asks once. A body of PATCH is an apply, any other is JSON. */
export const ask = (door: Door, question: Question): Promise<Response> =>
  new Promise((resolve, reject) => {
    const sent = request(optionsOf(door, question), (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headersDistinct } = response;
        resolve({
          status,
          warnings: warningsIn(headersDistinct['warning']),
          body: parsed(Buffer.concat(chunks)),
        });
      });
    });
    sent.on('error', reject).end(question.body);
  });

/** Reads a response without an end, line by line. Returns a function that ends it. */
export const stream = (door: Door, path: string, onLine: (line: string) => void): (() => void) => {
  let rest = '';
  const sent = request(optionsOf(door, { method: 'GET', path }), (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    });
    response.on('end', () => {
      throw new Error(`the API server ended ${path}`);
    });
    response.on('error', ignoreTheEnd);
  });
  sent.on('error', ignoreTheEnd).end();
  return () => sent.destroy();
};

/** Ignores the end of a stream that this side has ended. */
const ignoreTheEnd = (failure: NodeJS.ErrnoException): void => {
  if (failure.code !== 'ECONNRESET') throw failure;
};

/** Returns the texts of warnings such as `299 - "text"`. */
const warningsIn = (headers: readonly string[] = []): readonly string[] =>
  headers.map((header) => header.replace(/^\d+ \S+ /, ''));

const parsed = (bytes: Buffer): unknown => {
  const text = bytes.toString();
  return text.startsWith('{') ? JSON.parse(text) : text;
};
