import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Asked {
  readonly method: string;
  /** Below the tenant, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A response before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A fate that the proxy gives a request. */
export type Fate =
  | { readonly kind: 'pass' }
  /** It never reaches the API. */
  | { readonly kind: 'cutBefore' }
  | { readonly kind: 'cutAfter' }
  /** Half of the body, or so many of its bytes, under the length of the whole. */
  | { readonly kind: 'cutInside'; readonly bytes?: number }
  | { readonly kind: 'lateResponse'; readonly ms: number }
  /** It reaches the API after the caller has given up. */
  | { readonly kind: 'lateRequest'; readonly ms: number }
  | { readonly kind: 'twice' }
  /** The proxy's own response, before or after the API has had the request. */
  | { readonly kind: 'instead'; readonly isForwarded: boolean; readonly reply: Reply };

export const problemReply = (
  status: number,
  code: string,
  more: Partial<Reply> = {},
  context: object = {},
): Reply => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'request-1', ...more.headers },
  body: {
    type: `https://errors.loyalty.dev/${code}`,
    title: code,
    status,
    detail: `It is ${code}.`,
    code,
    requestId: 'request-1',
    context,
  },
});

interface Written {
  readonly transactionRef?: string;
  readonly ref?: string;
  readonly name?: string;
  readonly reason?: string;
  readonly items?: readonly { readonly transactionRef: string }[];
}

/**
 * Models the part of the API that the client's promises need: references, creates, states, deletions, pages.
 */
export class ModelApi {
  /** How often something was done, by its reference, name or id. */
  readonly effects = new Map<string, number>();
  readonly #results = new Map<string, object>();
  readonly #keys = new Set<string>();
  readonly #members: readonly { readonly id: string; readonly externalRef: string }[];

  constructor(memberCount = 25) {
    this.#members = Array.from({ length: memberCount }, (_, at) => ({
      id: `member-${at.toString()}`,
      externalRef: `customer-${at.toString()}`,
    }));
  }

  handle({ method, path, headers, body }: Asked): Reply {
    const url = new URL(path, 'http://model');
    const [, resource = '', id = '', action = ''] = url.pathname.split('/');
    if (method === 'GET' && resource === 'members' && id === '') return this.#page(url.searchParams);
    if (method === 'GET') return { status: 200, body: { id } };
    if (method === 'DELETE') return this.#deleted(id);
    if (action === 'activate') return this.#activated(id);
    return this.#written(JSON.parse(body) as Written, headers['idempotency-key']);
  }

  /** Writes once for each reference or `Idempotency-Key`, and each time if there is none. */
  #written({ transactionRef, ref, name, reason = '', items }: Written, idempotencyKey: unknown): Reply {
    if (items !== undefined)
      return { status: 200, body: { results: items.map((item, at) => this.#item(item, at)) } };
    const reference = transactionRef ?? ref;
    if (reference !== undefined) return this.#referenced(reference);
    const key = name ?? reason;
    const isRepeat = typeof idempotencyKey === 'string' && this.#keys.has(idempotencyKey);
    if (typeof idempotencyKey === 'string') this.#keys.add(idempotencyKey);
    if (!isRepeat) this.#done(key);
    return { status: 201, body: { id: `made-${key}`, name: key } };
  }

  #done(key: string): void {
    this.effects.set(key, (this.effects.get(key) ?? 0) + 1);
  }

  #referenced(ref: string): Reply {
    const known = this.#results.get(ref);
    if (known !== undefined) return { status: 200, headers: { 'Idempotent-Replayed': 'true' }, body: known };
    this.#done(ref);
    const result = { transactionRef: ref, pointsAwarded: 150, state: 'PROCESSED' };
    this.#results.set(ref, result);
    return { status: 200, body: result };
  }

  #item({ transactionRef }: { readonly transactionRef: string }, index: number): object {
    const { status, headers, body } = this.#referenced(transactionRef);
    return { index, transactionRef, status, replayed: headers !== undefined, mismatch: false, body };
  }

  #activated(id: string): Reply {
    if (!this.effects.has(id)) this.#done(id);
    return { status: 200, body: { id, state: 'ACTIVE' } };
  }

  #deleted(id: string): Reply {
    if (this.effects.has(id)) return problemReply(404, 'WEBHOOK_NOT_FOUND');
    this.#done(id);
    return { status: 204 };
  }

  #page(query: URLSearchParams): Reply {
    const from = Number(query.get('cursor') ?? 0);
    const to = from + Number(query.get('limit') ?? 10);
    const nextCursor = to < this.#members.length ? to.toString() : null;
    return { status: 200, body: { members: this.#members.slice(from, to), nextCursor } };
  }
}

/** A server that has the API behind a proxy. */
export interface ModelServer {
  readonly url: string;
  /** Every request that reached the proxy, in order, with its fate. */
  readonly asked: readonly (Asked & { readonly fate: Fate })[];
  /** Resolves when no request is open, and nothing of one is still to come. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts it on a free port. */
export const startModelServer = async (
  model: Pick<ModelApi, 'handle'>,
  fateOf: (asked: Asked) => Fate = () => ({ kind: 'pass' }),
): Promise<ModelServer> => {
  const asked: (Asked & { readonly fate: Fate })[] = [];
  const open = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const work = new Promise<void>((resolve) => response.once('close', resolve));
    const served = readAll(request).then((body) => {
      const one = askedOf(request, body);
      const fate = fateOf(one);
      asked.push({ ...one, fate });
      return play(model, one, fate, response);
    });
    const both = Promise.all([work, served]).then(() => {
      open.delete(both);
    });
    open.add(both);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const quiet = async (): Promise<void> => {
    while (open.size > 0) await Promise.all(open);
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port.toString()}/v1`, asked, quiet, close };
};

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // The caller went away.
  }
  return Buffer.concat(chunks).toString();
};

const askedOf = ({ method = '', url = '', headers }: IncomingMessage, body: string): Asked => ({
  method,
  path: url.replace(/^\/v1\/tenants\/[^/?]+/, ''),
  headers,
  body,
});

const play = async (
  model: Pick<ModelApi, 'handle'>,
  asked: Asked,
  fate: Fate,
  response: ServerResponse,
): Promise<void> => {
  if (fate.kind === 'cutBefore') {
    response.destroy();
    return;
  }
  if (fate.kind === 'instead') {
    if (fate.isForwarded) model.handle(asked);
    send(response, fate.reply);
    return;
  }
  if (fate.kind === 'lateRequest') await pause(fate.ms);
  if (fate.kind === 'twice') model.handle(asked);
  const reply = model.handle(asked);
  if (fate.kind === 'lateResponse') await pause(fate.ms);
  if (fate.kind === 'cutAfter') response.destroy();
  else send(response, reply, fate.kind === 'cutInside' ? (fate.bytes ?? 'half') : 'whole');
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const send = (
  response: ServerResponse,
  { status, headers = {}, body }: Reply,
  sent: number | 'half' | 'whole' = 'whole',
): void => {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const bytes = Buffer.from(text);
  const length = status === 204 ? {} : { 'Content-Length': bytes.length.toString() };
  response.writeHead(status, { 'Content-Type': 'application/json', ...length, ...headers });
  if (sent === 'whole') {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, sent === 'half' ? Math.floor(bytes.length / 2) : sent), () => {
    response.destroy();
  });
};
