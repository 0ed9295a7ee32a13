import { openapiDocument } from '@loyalty/contracts';
import { documentPage, type Page } from '@loyalty/http';

type Headers = Parameters<Page>[0];

const contentType = 'application/json';

/**
 * Returns the contract as a document with an absolute server address, which generators of clients need. When the configured
 * address is only a path, the address of the request precedes it.
 */
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

/** Returns an empty text unless the host is plainly one, because the caller wrote it and it goes into a document. */
const originOf = ({ host = '', 'x-forwarded-proto': proto }: Headers): string => {
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host)) return '';
  return `${proto === 'https' ? 'https' : 'http'}://${host}`;
};
