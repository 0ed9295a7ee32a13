import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { type Exchange, refuse } from './exchange.ts';

interface StaticFile {
  readonly type: string;
  /** Bodies are found by coding; the plain one is `identity`. */
  readonly bodies: ReadonlyMap<string, Buffer>;
}

/** The best coding is first. */
const codings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

export interface Pages {
  serve(exchange: Exchange): void;
  /** The addresses of the page's styles, for pages that are written here. */
  readonly styles: readonly string[];
}

/**
 * Keeps the files of the build in memory, which take about 1 MB. Throws a Fault `NOT_BUILT` if there are
 * none.
 */
export const createPages = (folder: string): Pages => {
  const page = readStatic(folder, 'index.html');
  if (page === null) throw new Fault('NOT_BUILT', `${folder} has no pages: npm run build.`);
  const assets = new Map<string, StaticFile>();
  for (const name of readdirSync(join(folder, 'assets'))) {
    const file = readStatic(join(folder, 'assets'), name);
    if (file !== null) assets.set(`/assets/${name}`, file);
  }
  const html = page.bodies.get('identity')?.toString() ?? '';
  return {
    styles: [...html.matchAll(/<link[^>]*href="(\/assets\/[\w.-]+\.css)"/g)].map(([, href = '']) => href),
    serve: ({ request, response, path }) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') refuse(response, onlyRead);
      else if (!path.startsWith('/assets/')) send(request, response, page);
      else {
        const asset = assets.get(path);
        if (asset === undefined) refuse(response, unknownFile);
        else send(request, response, asset, 'public, max-age=31536000, immutable');
      }
    },
  };
};

const onlyRead = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  detail: 'Pages can only be read, with GET or HEAD.',
  headers: { Allow: 'GET, HEAD' },
};
const unknownFile = {
  status: 404,
  code: 'UNKNOWN_FILE',
  detail: 'This file does not exist. Reload the page.',
};

/** Returns null for what is of no type that pages have, such as the packed twins. */
const readStatic = (folder: string, name: string): StaticFile | null => {
  const type = types[extname(name)];
  const plain = type === undefined ? null : readIfThere(join(folder, name));
  if (type === undefined || plain === null) return null;
  const bodies = new Map([['identity', plain]]);
  for (const { name: coding, suffix } of codings) {
    const packed = readIfThere(join(folder, name + suffix));
    if (packed !== null) bodies.set(coding, packed);
  }
  return { type, bodies };
};

const readIfThere = (path: string): Buffer | null => {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
};

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  { type, bodies }: StaticFile,
  caching = 'no-store',
): void => {
  const accepted = request.headers['accept-encoding'] ?? '';
  const taken = codings.find(({ name }) => bodies.has(name) && accepts(accepted, name))?.name ?? 'identity';
  const body = bodies.get(taken) ?? Buffer.alloc(0);
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': caching,
    Vary: 'Accept-Encoding',
    ...(taken === 'identity' ? {} : { 'Content-Encoding': taken }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

const accepts = (header: string, coding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().split(';');
    return name === coding && !parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter));
  });
