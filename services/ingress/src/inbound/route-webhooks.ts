import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { deleteWebhook } from '@loyalty/tables/webhooks/endpoints/endpoint-status';
import { findWebhook, listWebhooks } from '@loyalty/tables/webhooks/management';
import type { ChangeWebhook, RegisterWebhook } from '../usecases/change-webhooks.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { newestFirst, cursorPositionOf, shortListResponse } from './list-page.ts';
import { changedResponse, createdResponse } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface WebhookRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly registerWebhook: RegisterWebhook;
  readonly changeWebhook: ChangeWebhook;
}

/** Interface 4.8, D67. */
export const createWebhookRoutes = (
  options: WebhookRoutesOptions,
): Pick<Routes, 'listWebhooks' | 'createWebhook' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook'> => ({
  listWebhooks: list(options),
  createWebhook: create(options),
  getWebhook: get(options),
  updateWebhook: update(options),
  deleteWebhook: remove(options),
});

type OneWebhook = ParametersOf<'getWebhook'>;

const list =
  ({ db, loadSecret }: WebhookRoutesOptions): Handler<unknown, QueryOf<'listWebhooks'>> =>
  async (request) => {
    const { environmentId } = request.credential;
    return shortListResponse(request, {
      list: 'webhooks',
      loadSecret,
      positionOf: cursorPositionOf,
      read: (after, limit) =>
        listWebhooks(db.of(environmentId), environmentId, { ...newestFirst(after), limit }),
      bodyOf: ({ rows, nextCursor }) => ({ webhooks: rows, nextCursor }),
    });
  };

const create =
  ({ registerWebhook }: WebhookRoutesOptions): Handler<unknown, unknown, BodyOf<'createWebhook'>> =>
  async ({ credential, body }) =>
    createdResponse(await registerWebhook(credential, body));

const get =
  ({ db }: WebhookRoutesOptions): Handler<OneWebhook> =>
  async ({ credential, params }) => {
    const found = await findWebhook(
      db.of(credential.environmentId),
      credential.environmentId,
      params.webhookId,
    );
    return found === null ? notFound : { status: 200, body: found };
  };

const update =
  ({ changeWebhook }: WebhookRoutesOptions): Handler<OneWebhook, unknown, BodyOf<'updateWebhook'>> =>
  async ({ credential, params, body }) =>
    changedResponse(await changeWebhook(credential, { webhookId: params.webhookId, patch: body }), notFound);

const remove =
  ({ managed }: WebhookRoutesOptions): Handler<OneWebhook, QueryOf<'deleteWebhook'>> =>
  async ({ credential, params: { webhookId }, query: { drop = false } }) => {
    const db = managed(credential, { kind: 'webhook', id: webhookId });
    const { outcome } = await deleteWebhook(db, credential.environmentId, { webhookId, drop });
    return outcome === 'deleted' ? { status: 204 } : notFound;
  };

const notFound = problem('WEBHOOK_NOT_FOUND');
