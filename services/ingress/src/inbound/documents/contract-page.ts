import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { openapiDocument } from '@loyalty/contracts/http';
import { documentResponse, type Page, type StaticDocument } from '@loyalty/http/admin';

/** Samples of calls and the entry of the server contain this address. */
const place = 'https://api.example.com/v1';

/**
 * Creates the page of the contract with an absolute address, because generators of clients need one; a path
 * alone follows the address of the request. While too many addresses are in use, a further one gets the path.
 */
export const contractPage = (baseUrl: string, nowMs = () => performance.now()): Page => {
  const [server] = openapiDocument.servers;
  const parts = JSON.stringify({ ...openapiDocument, servers: [{ ...server, url: place }] }).split(place);
  const followsRequest = !URL.canParse(baseUrl);
  const vary = followsRequest ? 'Accept-Encoding, X-Forwarded-Proto' : 'Accept-Encoding';
  const make = (address: string): Promise<StaticDocument> => compressed(parts.join(address), vary);
  const documentAt = keepSome(make, nowMs);
  let atBase: Promise<StaticDocument> | undefined;
  return async (headers) => {
    const origin = followsRequest ? originOf(headers) : '';
    const found = origin === '' ? undefined : documentAt(origin + baseUrl);
    return documentResponse(await (found ?? (atBase ??= make(baseUrl))), headers);
  };
};

/** Callers choose the address, and each takes a megabyte: so many are kept. */
const addressesMax = 8;
/** An address that nobody has used for as long makes place for another. */
const unusedMs = 60_000;

interface Kept {
  readonly document: Promise<StaticDocument>;
  readonly usedAtMs: number;
}

/** Returns undefined for an address that has no place. */
const keepSome = (make: (address: string) => Promise<StaticDocument>, nowMs: () => number) => {
  // The one that was not used for longest comes first.
  const kept = new Map<string, Kept>();
  return (address: string): Promise<StaticDocument> | undefined => {
    const now = nowMs();
    const found = kept.get(address);
    if (found === undefined && !makePlace(kept, now)) return undefined;
    const document = found?.document ?? make(address);
    kept.delete(address);
    kept.set(address, { document, usedAtMs: now });
    return document;
  };
};

const makePlace = (kept: Map<string, Kept>, now: number): boolean => {
  const [oldest] = kept;
  if (oldest === undefined || kept.size < addressesMax) return true;
  const [address, { usedAtMs }] = oldest;
  return now - usedAtMs >= unusedMs && kept.delete(address);
};

const compressed = async (text: string, vary: string): Promise<StaticDocument> => ({
  contentType: 'application/json',
  bytes: Buffer.from(text),
  gzipped: await promisify(gzip)(text),
  etag: createHash('sha256').update(text).digest('base64url').slice(0, 22),
  headers: { Vary: vary },
});

/** Empty unless the host is plainly one, because the caller wrote it and it goes into a document. */
const originOf = ({ host = '', 'x-forwarded-proto': proto }: Parameters<Page>[0]): string => {
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host)) return '';
  return `${proto === 'https' ? 'https' : 'http'}://${host}`;
};
