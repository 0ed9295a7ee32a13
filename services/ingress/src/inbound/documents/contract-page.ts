import { openapiDocument } from '@loyalty/contracts';
import { documentPage, type Page } from '@loyalty/http';

type Headers = Parameters<Page>[0];

const contentType = 'application/json';

/**
 * The contract as a document whose server is an absolute address, as makers of clients need it: the configured one, or,
 * where that is only a path, the one under which the document was asked for.
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

/** Nothing where the host is not plainly one: the caller wrote it, and it goes into a document. */
const originOf = ({ host = '', 'x-forwarded-proto': proto }: Headers): string => {
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host)) return '';
  return `${proto === 'https' ? 'https' : 'http'}://${host}`;
};
