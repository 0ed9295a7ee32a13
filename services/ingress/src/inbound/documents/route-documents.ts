import { asyncapiDocument } from '@loyalty/contracts';
import { documentPage, livePage, readyPage, type Health, type Page } from '@loyalty/http';
import type { PageId } from '../routes.ts';
import { contractPage } from './contract-page.ts';
import { documentationPage } from './documentation-page.ts';
import { eventsPage } from './events-page.ts';

export interface DocumentRoutesOptions {
  readonly health: Health;
  /** The address that the document names as its server, as in `http://127.0.0.1:8080/v1`, or its path alone. */
  readonly baseUrl: string;
}

/** Creates the routes that need no credential: health, and the contract as documents and as pages. */
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
