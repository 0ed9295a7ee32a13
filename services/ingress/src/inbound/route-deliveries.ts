import { instantOf, type ParamsOf, type QueryOf } from '@loyalty/contracts';
import { encodeCursor, problem, type Handler } from '@loyalty/http';
import {
  findWebhook,
  listDeliveries,
  replayDelivery,
  testWebhook,
  type DeliveryQuery,
  type ReplayResult,
} from '@loyalty/webhooks';
import type { DatabaseShares } from '@loyalty/storage';
import { refuseBeyond, type TakeTokens } from '../access/rate-limiter.ts';
import type { LoadEnvironmentSecret } from '../load-secret.ts';
import { loadListPage, newestFirst, placeOf } from '../paging/list-page.ts';
import type { Routes } from '../routes.ts';

export interface DeliveryRoutesOptions {
  readonly db: DatabaseShares;
  /** For lists, which may read many deliveries: few connections, whose statements end soon. */
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly takeTokens: TakeTokens;
}

/** Creates the routes that list deliveries, send tests and replay deliveries (interface 4.8, D70). */
export const createDeliveryRoutes = (
  options: DeliveryRoutesOptions,
): Pick<Routes, 'testWebhook' | 'listDeliveries' | 'replayDelivery'> => ({
  testWebhook: test(options),
  listDeliveries: list(options),
  replayDelivery: replay(options),
});

/** Keeps tests from being used to call an endpoint often. */
const testsPerMinute = 10;

const test =
  ({ db, takeTokens }: DeliveryRoutesOptions): Handler<ParamsOf<'testWebhook'>> =>
  async ({ credential, params }) => {
    const webhookId = params.webhookId.toLowerCase();
    const { environmentId } = credential;
    // An id that is not registered takes no token and leaves no bucket.
    if ((await findWebhook(db.of(environmentId), environmentId, webhookId)) === null)
      return problem('WEBHOOK_NOT_FOUND');
    const bucket = `rate:webhook-test:${environmentId.toString()}:${webhookId}`;
    const refused = await refuseBeyond(takeTokens, { key: bucket, perMinute: testsPerMinute });
    if (refused !== null) return refused;
    const tested = await testWebhook(db.of(environmentId), credential, webhookId);
    return tested.outcome === 'asked' ? { status: 202, body: tested.delivery } : problem('WEBHOOK_NOT_FOUND');
  };

const list =
  ({
    db,
    lists,
    loadSecret,
  }: DeliveryRoutesOptions): Handler<ParamsOf<'listDeliveries'>, QueryOf<'listDeliveries'>> =>
  async (request) => {
    const webhookId = request.params.webhookId.toLowerCase();
    const { status, event, eventId, since, until } = request.query;
    const filters = { webhookId, status, event, eventId: eventId?.toLowerCase(), since, until };
    const page = await loadListPage(request, { list: 'deliveries', filters }, loadSecret);
    if ('problem' in page) return page;
    if (
      (await findWebhook(
        db.of(request.credential.environmentId),
        request.credential.environmentId,
        webhookId,
      )) === null
    )
      return problem('WEBHOOK_NOT_FOUND');
    const wanted = { webhookId, ...narrowedBy(request.query), ...newestFirst(page.after), limit: page.limit };
    const { deliveries, next } = await listDeliveries(lists.of(request.credential.environmentId), wanted);
    const nextCursor = next === null ? null : encodeCursor(page.scope, placeOf(next));
    return { status: 200, body: { deliveries, nextCursor } };
  };

type Filters = Pick<DeliveryQuery, 'status' | 'event' | 'eventId' | 'since' | 'until'>;

const narrowedBy = ({ status, event, eventId, since, until }: QueryOf<'listDeliveries'>): Filters => ({
  ...(status === undefined ? {} : { status }),
  ...(event === undefined ? {} : { event }),
  ...(eventId === undefined ? {} : { eventId }),
  ...(since === undefined ? {} : { since: new Date(instantOf(since, 'start') ?? 0) }),
  ...(until === undefined ? {} : { until: new Date(instantOf(until, 'end') ?? 0) }),
});

const replay =
  ({ db }: DeliveryRoutesOptions): Handler<ParamsOf<'replayDelivery'>> =>
  async ({ credential, params }) => {
    const { webhookId } = params;
    const deliveryId = params.deliveryId.toLowerCase();
    return replayAnswer(
      deliveryId,
      await replayDelivery(db.of(credential.environmentId), credential, { webhookId, deliveryId }),
    );
  };

const replayAnswer = (replayOf: string, result: ReplayResult) => {
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
