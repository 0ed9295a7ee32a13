import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { deleteWebhook } from '@loyalty/tables/webhooks/endpoints/endpoint-status';
import {
  findWebhook,
  findWebhookWarnings,
  listWebhooks,
  secretWarnings,
} from '@loyalty/tables/webhooks/management';
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
  ({ db, registerWebhook }: WebhookRoutesOptions): Handler<unknown, unknown, BodyOf<'createWebhook'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    const { url, events, secret } = body;
    // Before: if it fails, nothing is written, and the caller may repeat.
    const found = await findWebhookWarnings(db.of(environmentId), environmentId, { id: null, url, events });
    const ofChange = [...secretWarnings(secret), ...found, ...warnings];
    return createdResponse(await registerWebhook(request, body), ofChange);
  };

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
  ({ db, changeWebhook }: WebhookRoutesOptions): Handler<OneWebhook, unknown, BodyOf<'updateWebhook'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    const { webhookId } = request.params;
    const changed = await changeWebhook(request, { webhookId, patch: body });
    if (!('record' in changed)) return changedResponse(changed, notFound);
    const { record } = changed;
    const found =
      record.status === 'ACTIVE'
        ? await findWebhookWarnings(db.of(environmentId), environmentId, record)
        : [];
    return changedResponse(changed, notFound, [...secretWarnings(body.secret), ...found, ...warnings]);
  };

const remove =
  ({ managed }: WebhookRoutesOptions): Handler<OneWebhook, QueryOf<'deleteWebhook'>> =>
  async (request) => {
    const { webhookId } = request.params;
    const { drop = false } = request.query;
    const db = managed(request, { kind: 'webhook', id: webhookId });
    const { outcome } = await deleteWebhook(db, request.credential.environmentId, { webhookId, drop });
    return outcome === 'deleted' ? { status: 204 } : notFound;
  };

const notFound = problem('WEBHOOK_NOT_FOUND');
