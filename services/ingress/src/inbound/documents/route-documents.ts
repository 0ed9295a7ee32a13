import { asyncapiDocument } from '@loyalty/contracts/documents';
import { openapiDocument } from '@loyalty/contracts/http';
import { documentPage, type Health, livePage, type Page, readyPage } from '@loyalty/http/admin';
import type { PageId } from '../routes.ts';
import { documentationPage } from './documentation-page.ts';
import { eventsPage } from './events-page.ts';

interface DocumentRoutesOptions {
  readonly health: Health;
  /** The URL has the form `http://127.0.0.1:8080/v1`, or is the path alone. */
  readonly baseUrl: string;
}

export const createDocumentRoutes = ({
  health,
  baseUrl,
}: DocumentRoutesOptions): Readonly<Record<PageId, Page>> => ({
  getLiveness: livePage(health),
  getReadiness: readyPage(health),
  getOpenapiDocument: contractPage(baseUrl),
  getDocumentation: documentationPage('Loyalty engine'),
  getAsyncapiDocument: documentPage('application/json', JSON.stringify(asyncapiDocument)),
  getEventDocumentation: eventsPage(asyncapiDocument),
});

const contentType = 'application/json';

/** Samples of calls and the entry of the server contain this address. */
const place = 'https://api.example.com/v1';

/**
 * Creates the page of the contract with an absolute address, because generators of clients need one; a path
 * alone follows the address of the request.
 */
export const contractPage = (baseUrl: string): Page => {
  const [server] = openapiDocument.servers;
  const document: object = { ...openapiDocument, servers: [{ ...server, url: place }] };
  const parts = JSON.stringify(document).split(place);
  const pageAt = (address: string): Page => documentPage(contentType, parts.join(address));
  if (URL.canParse(baseUrl)) return pageAt(baseUrl);
  return (headers) => pageAt(originOf(headers) + baseUrl)(headers);
};

/** Empty unless the host is plainly one, because the caller wrote it and it goes into a document. */
const originOf = ({ host = '', 'x-forwarded-proto': proto }: Parameters<Page>[0]): string => {
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host)) return '';
  return `${proto === 'https' ? 'https' : 'http'}://${host}`;
};
