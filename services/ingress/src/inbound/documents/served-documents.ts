import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { documentResponse, type StaticDocument } from '@loyalty/http/admin';
import { problem, type PublicPage } from '@loyalty/http/api';

/** What the build says of a document (`packages/contracts/scripts/pages`). */
interface ListedDocument {
  readonly file: string;
  readonly contentType: string;
  readonly etag: string;
  /** The Content-Security-Policy, if the document is a page. */
  readonly policy?: string;
}

/** At the same distance from src and from dist. */
const folder = new URL('../../../dist/documents/', import.meta.url);

/** Creates the page at a path without its first slash, such as `docs/guide`, which may depend on parameters. */
export type ServeDocument = (pathOf: (params: Readonly<Record<string, unknown>>) => string) => PublicPage;

/**
 * Reads the list of the documents that the build made. A document is read when somebody first asks for it, and kept; a path
 * that no document has is 404. Throws if the build made none.
 */
export const createServeDocument = (): ServeDocument => {
  const list = readFileSync(new URL('pages.json', folder), 'utf8');
  const listed = new Map(Object.entries(JSON.parse(list) as Readonly<Record<string, ListedDocument>>));
  const kept = new Map<string, StaticDocument>();
  return (pathOf) => async (headers, params) => {
    const path = pathOf(params);
    const entry = listed.get(path);
    if (entry === undefined) return problem('ROUTE_NOT_FOUND');
    const document = kept.get(path) ?? (await readDocument(entry));
    kept.set(path, document);
    return documentResponse(document, headers);
  };
};

const readDocument = async (listed: ListedDocument): Promise<StaticDocument> => {
  const { file, contentType, etag, policy } = listed;
  const bytesAt = (name: string): Promise<Buffer> => readFile(new URL(name, folder));
  const [bytes, gzipped] = await Promise.all([bytesAt(file), bytesAt(`${file}.gz`)]);
  const headers = policy === undefined ? {} : { 'Content-Security-Policy': policy };
  return { contentType, bytes, gzipped, etag, headers };
};
