import { instantOf } from '@loyalty/contracts';
import type { BodyOf, ParametersOf, QueryOf, Warning } from '@loyalty/contracts/http';
import { type Handler, type HttpResponse, pageOf, problem, type Problem } from '@loyalty/http/api';
import type { Clock } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import {
  findDelivery,
  findWebhook,
  listDeliveries,
  listReplays,
  replayDelivery,
  replayEvents,
  type ReplayEventsResult,
  type ReplayRecord,
  type ReplayResult,
  testWebhook,
} from '@loyalty/tables/webhooks/management';
import { notingDatabase } from '../audited-calls.ts';
import { refuseBeyond, type TakeTokens } from './access/rate-limiter.ts';
import { cursorTo, instantsOf, listResponse, newestFirst } from './list-page.ts';
import type { OncePerKey } from './once-per-key.ts';
import { invalid, withWarningsIfAny } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface DeliveryRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly once: OncePerKey;
  readonly takeTokens: TakeTokens;
}

/** Creates the routes for deliveries (interface 4.8, D70). */
export const createDeliveryRoutes = (
  options: DeliveryRoutesOptions,
): Pick<Routes, 'testWebhook' | 'listDeliveries' | 'getDelivery' | 'replayDelivery'> => ({
  testWebhook: test(options),
  listDeliveries: list(options),
  getDelivery: get(options),
  replayDelivery: replayOne(options),
});

/** Keeps tests from being used to call an endpoint often. */
const testsPerMinute = 10;

const test =
  ({ db, once, takeTokens }: DeliveryRoutesOptions): Handler<ParametersOf<'testWebhook'>> =>
  async (request) => {
    const { credential } = request;
    const webhookId = request.params.webhookId.toLowerCase();
    const { environmentId } = credential;
    // An id that is not registered takes no token and leaves no bucket.
    if ((await findWebhook(db.of(environmentId), environmentId, webhookId)) === null) return notFound;
    const bucket = `rate:webhook-test:${environmentId.toString()}:${webhookId}`;
    const limit = { key: bucket, perMinute: testsPerMinute, of: 'webhook_tests' } as const;
    const refused = await refuseBeyond(takeTokens, limit);
    if (refused !== null) return refused;
    return once(request, {
      write: (keeping) => testWebhook(keeping(db.of(environmentId)), credential, webhookId),
      respond: (tested) => (tested.outcome === 'asked' ? { status: 202, body: tested.delivery } : notFound),
    });
  };

const list =
  ({
    db,
    lists,
    loadSecret,
  }: DeliveryRoutesOptions): Handler<ParametersOf<'listDeliveries'>, QueryOf<'listDeliveries'>> =>
  (request) => {
    const webhookId = request.params.webhookId.toLowerCase();
    const { environmentId } = request.credential;
    const { status, event, eventId, since, until } = request.query;
    const equal = { webhookId, status, event, eventId: eventId?.toLowerCase() };
    const filters = { ...equal, since, until };
    return listResponse(request, { list: 'deliveries', filters, loadSecret }, async (page) => {
      if ((await findWebhook(db.of(environmentId), environmentId, webhookId)) === null) return notFound;
      const asked = { ...equal, ...instantsOf({ since, until }) };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await listDeliveries(lists.of(environmentId), wanted);
      return { deliveries: rows, nextCursor: cursorTo(page, next) };
    });
  };

const get =
  ({ db }: DeliveryRoutesOptions): Handler<ParametersOf<'getDelivery'>> =>
  async ({ credential: { environmentId }, params }) => {
    const webhook = await findWebhook(db.of(environmentId), environmentId, params.webhookId);
    const found =
      webhook === null
        ? null
        : await findDelivery(db.of(environmentId), { webhookId: webhook.id, deliveryId: params.deliveryId });
    return found === null ? problem('DELIVERY_NOT_FOUND') : { status: 200, body: found };
  };

const replayOne =
  ({ db, once }: DeliveryRoutesOptions): Handler<ParametersOf<'replayDelivery'>> =>
  (request) => {
    const { credential, params } = request;
    const { webhookId } = params;
    const deliveryId = params.deliveryId.toLowerCase();
    const noting = notingDatabase(db.of(credential.environmentId), request, ({ outcome }: ReplayResult) =>
      outcome === 'asked'
        ? {
            objectId: webhookId.toLowerCase(),
            changes: [{ pointer: '/deliveryId', from: null, to: deliveryId }],
          }
        : null,
    );
    return once(request, {
      write: (keeping) => replayDelivery(keeping(noting), credential, { webhookId, deliveryId }),
      respond: (result) => replayResponse(deliveryId, result),
    });
  };

const replayResponse = (replayOf: string, result: ReplayResult) => {
  if (result.outcome === 'not-found') return problem('DELIVERY_NOT_FOUND');
  if (result.outcome === 'refused') {
    const { from, reason } = result;
    return problem('INVALID_STATE_TRANSITION', {
      context: { from, to: 'PENDING', ...(reason === undefined ? {} : { reason }) },
    });
  }
  const { deliveryId, eventId, status } = result.delivery;
  return { status: 202, body: { deliveryId, replayOf, eventId, status } };
};

interface ReplayRoutesOptions {
  readonly db: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly once: OncePerKey;
  readonly clock: Pick<Clock, 'now'>;
}

export const createReplayRoutes = (
  options: ReplayRoutesOptions,
): Pick<Routes, 'replayEvents' | 'listReplays'> => ({
  replayEvents: replayRange(options),
  listReplays: listRanges(options),
});

const replayRange =
  ({
    db,
    once,
    clock,
  }: ReplayRoutesOptions): Handler<ParametersOf<'replayEvents'>, unknown, BodyOf<'replayEvents'>> =>
  (request) => {
    const { credential, params } = request;
    const { since, until, only = 'UNDELIVERED' } = request.body;
    const asked = {
      webhookId: params.webhookId,
      only,
      atMs: clock.now(),
      sinceMs: instantOf(since, 'start') ?? 0,
      untilMs: until === undefined ? null : instantOf(until, 'end'),
    };
    const { environmentId } = credential;
    const webhookId = params.webhookId.toLowerCase();
    const noting = notingDatabase(db.of(environmentId), request, (result: ReplayEventsResult) =>
      result.outcome === 'asked' ? { objectId: webhookId, changes: rangeOf(result.replay) } : null,
    );
    return once(request, {
      write: (keeping) => replayEvents(keeping(noting), environmentId, asked),
      respond: (result) => rangeResponse(result, request.warnings),
    });
  };

const rangeOf = ({ replayId, since, until, only }: ReplayRecord) =>
  Object.entries({ replayId, since, until, only }).map(([field, to]) => ({
    pointer: `/${field}`,
    from: null,
    to,
  }));

const rangeResponse = (result: ReplayEventsResult, warnings: readonly Warning[]): HttpResponse | Problem => {
  switch (result.outcome) {
    case 'asked':
      return { status: 202, body: withWarningsIfAny(result.replay, warnings) };
    case 'not-found':
      return notFound;
    case 'invalid':
      return invalid(result.faults);
    case 'refused': {
      const { from, reason } = result;
      return problem('INVALID_STATE_TRANSITION', { context: { from, to: 'RUNNING', reason } });
    }
  }
};

const listRanges =
  ({ db, loadSecret }: ReplayRoutesOptions): Handler<ParametersOf<'listReplays'>, QueryOf<'listReplays'>> =>
  (request) => {
    const webhookId = request.params.webhookId.toLowerCase();
    const { environmentId } = request.credential;
    return listResponse(request, { list: 'replays', filters: { webhookId }, loadSecret }, async (page) => {
      if ((await findWebhook(db.of(environmentId), environmentId, webhookId)) === null) return notFound;
      const wanted = { webhookId, ...newestFirst(page.after), limit: page.limit + 1 };
      const found = await listReplays(db.of(environmentId), environmentId, wanted);
      const positionOf = ({ createdAt, replayId }: (typeof found)[number]) => [createdAt, replayId];
      const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf });
      return { replays: rows, nextCursor };
    });
  };

const notFound = problem('WEBHOOK_NOT_FOUND');
