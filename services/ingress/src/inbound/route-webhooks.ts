import { randomSigningText } from '@loyalty/egress/signatures';
import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { deleteWebhook } from '@loyalty/tables/endpoint-status';
import {
  findWebhook,
  findWebhookWarnings,
  listWebhooks,
  secretWarnings,
  webhookVersionOf,
  type WebhookRecord,
} from '@loyalty/tables/webhooks/management';
import { termsOf } from '../audited-calls.ts';
import type { ChangeWebhook, RegisterWebhook } from '../usecases/change-webhooks.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { byNewest } from './list-page.ts';
import { entityRoutes } from './entity-routes.ts';
import type { OncePerKey } from './once-per-key.ts';
import { changedResponse, createdResponse, writeProblem } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface WebhookRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly once: OncePerKey;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly registerWebhook: RegisterWebhook;
  readonly changeWebhook: ChangeWebhook;
}

/** Creates the routes for webhooks (interface 4.8, D67). */
export const createWebhookRoutes = (
  options: WebhookRoutesOptions,
): Pick<Routes, 'listWebhooks' | 'createWebhook' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook'> => {
  const webhooks = entityRoutes<WebhookRecord>({ ...options, kind: 'webhook', ...asWebhook });
  return {
    listWebhooks: webhooks.list({ name: 'webhooks', as: 'webhooks', read: listWebhooks, ...byNewest }),
    createWebhook: create(options),
    getWebhook: webhooks.get('webhookId', findWebhook),
    updateWebhook: update(options),
    deleteWebhook: remove(options),
  };
};

type OneWebhook = ParametersOf<'getWebhook'>;

const create =
  ({ db, once, registerWebhook }: WebhookRoutesOptions): Handler<unknown, unknown, BodyOf<'createWebhook'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    const { url, events, batch, secret } = body;
    // Before: if it fails, nothing is written, and the caller may repeat.
    const found = await findWebhookWarnings(db.of(environmentId), environmentId, { id: null, url, events });
    const ofChange = [...secretWarnings(secret), ...found, ...warnings];
    const webhook = { url, events, batch, secret: secret ?? randomSigningText() };
    return once(request, {
      write: (keeping) => registerWebhook(request, webhook, keeping),
      respond: (made) => {
        if (made.outcome !== 'created' || secret !== undefined)
          return createdResponse(made, webhookVersionOf, ofChange);
        // One that was made here is shown now, and nowhere else again (D141).
        const shown = { ...made, record: { ...made.record, secret: webhook.secret } };
        return createdResponse(shown, webhookVersionOf, ofChange);
      },
    });
  };

const update =
  ({ db, changeWebhook }: WebhookRoutesOptions): Handler<OneWebhook, unknown, BodyOf<'updateWebhook'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    const { webhookId } = request.params;
    const changed = await changeWebhook(request, { webhookId, patch: body, terms: termsOf(request) });
    if (!('record' in changed)) return changedResponse(changed, asWebhook);
    const { record } = changed;
    const found =
      record.status === 'ACTIVE'
        ? await findWebhookWarnings(db.of(environmentId), environmentId, record)
        : [];
    const ofChange = [...secretWarnings(body.secret), ...found, ...warnings];
    return changedResponse(changed, { ...asWebhook, warnings: ofChange });
  };

const remove =
  ({ managed }: WebhookRoutesOptions): Handler<OneWebhook, QueryOf<'deleteWebhook'>> =>
  async (request) => {
    const { webhookId } = request.params;
    const { drop = false } = request.query;
    const db = managed(request, { kind: 'webhook', id: webhookId });
    const deletion = { webhookId, drop, terms: termsOf(request) };
    const deleted = await deleteWebhook(db, request.credential.environmentId, deletion);
    if (deleted.outcome === 'deleted') return { status: 204 };
    return deleted.outcome === 'not-found' ? notFound : writeProblem(deleted);
  };

const notFound = problem('WEBHOOK_NOT_FOUND');

const asWebhook = { notFound, versionOf: webhookVersionOf };
