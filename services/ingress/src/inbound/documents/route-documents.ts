import { type ErrorCode, problemOf } from '@loyalty/contracts';
import { problemKinds } from '@loyalty/contracts/errors';
import { type Health, livePage, readyPage } from '@loyalty/http/admin';
import type { PublicPage, ShownProblem } from '@loyalty/http/api';
import type { PageId } from '../routes.ts';
import { contractPage } from './contract-page.ts';
import { createServeDocument } from './served-documents.ts';

interface DocumentRoutesOptions {
  readonly health: Health;
  /** The URL has the form `http://127.0.0.1:8080/v1`, or is the path alone. */
  readonly baseUrl: string;
}

export const createDocumentRoutes = ({
  health,
  baseUrl,
}: DocumentRoutesOptions): Readonly<Record<PageId, PublicPage>> => {
  const serve = createServeDocument();
  return {
    getLiveness: livePage(health),
    getReadiness: readyPage(health),
    getOpenapiDocument: contractPage(baseUrl),
    getAsyncapiDocument: serve(() => 'asyncapi.json'),
    getDocumentation: serve(() => 'docs'),
    getSchemaDocumentation: serve(() => 'docs/schemas'),
    getEventDocumentation: serve(() => 'docs/events'),
    getGuide: serve(({ page }) => `docs/${String(page)}`),
    getErrorGuide: serve(({ type }) => `docs/errors/${String(type)}`),
    getReadingList: serve(() => 'llms.txt'),
  };
};

/** Returns a look-up of problems, each with a link to its page, below the address that callers use. */
export const createProblemOf = (baseUrl: string): ((code: ErrorCode) => ShownProblem) => {
  const root = baseUrl.replace(/\/v1$/, '');
  const shown = new Map(
    problemKinds.map((kind) => {
      const slug = kind.type.slice(kind.type.lastIndexOf('/') + 1);
      return [kind.code, { ...kind, link: `<${root}/docs/errors/${slug}>; rel="help"` }];
    }),
  );
  return (code) => shown.get(code) ?? problemOf(code);
};
