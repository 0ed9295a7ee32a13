import { asyncapiDocument } from '@loyalty/contracts/documents';
import { openapiDocument } from '@loyalty/contracts/http';
import { documentPage, type Health, livePage, type Page, readyPage } from '@loyalty/http/admin';
import type { PageId } from '../routes.ts';
import { documentationPage } from './documentation-page.ts';
import { eventsPage } from './events-page.ts';

interface DocumentRoutesOptions {
  readonly health: Health;
  /** As in `http://127.0.0.1:8080/v1`, or the path alone. */
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

/** Generators of clients need an absolute address: a mere path follows the address of the request. */
export const contractPage = (baseUrl: string): Page => {
  if (URL.canParse(baseUrl)) return documentPage(contentType, JSON.stringify(documentAt(baseUrl)));
  const place = 'http://here.invalid';
  const [before = '', after = ''] = JSON.stringify(documentAt(place)).split(place);
  return (headers) => documentPage(contentType, before + originOf(headers) + baseUrl + after)(headers);
};

const documentAt = (baseUrl: string): object => {
  const [server] = openapiDocument.servers;
  return { ...openapiDocument, servers: [{ ...server, url: baseUrl }] };
};

/** Empty unless the host is plainly one, because the caller wrote it and it goes into a document. */
const originOf = ({ host = '', 'x-forwarded-proto': proto }: Parameters<Page>[0]): string => {
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host)) return '';
  return `${proto === 'https' ? 'https' : 'http'}://${host}`;
};
