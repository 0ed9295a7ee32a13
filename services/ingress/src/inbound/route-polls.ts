import type { ParametersOf, QueryOf } from '@loyalty/contracts/http';
import {
  type CursorScope,
  decodeCursor,
  encodeCursor,
  type Handler,
  problem,
  type Problem,
} from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { pollUrl } from '@loyalty/tables/webhooks';
import { findWebhook, type PollPosition } from '@loyalty/tables/webhooks/management';
import type { PollEvents } from '../usecases/poll-events.ts';
import { invalid } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface PollRoutesOptions {
  readonly db: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly pollEvents: PollEvents;
}

/** Creates the route for receivers without an address (D337). */
export const createPollRoutes = (options: PollRoutesOptions): Pick<Routes, 'pollWebhook'> => ({
  pollWebhook: poll(options),
});

type PollHandler = Handler<ParametersOf<'pollWebhook'>, QueryOf<'pollWebhook'>>;

const usual = { limit: 50, waitSeconds: 30 };

const poll =
  ({ db, loadSecret, pollEvents }: PollRoutesOptions): PollHandler =>
  async ({ credential, params, query, signal }) => {
    const { environmentId } = credential;
    const webhook = await findWebhook(db.of(environmentId), environmentId, params.webhookId);
    if (webhook === null) return problem('WEBHOOK_NOT_FOUND');
    if (webhook.url !== pollUrl) return hasAddress(webhook.status);
    const { id: webhookId } = webhook;
    const secret = await loadSecret(credential);
    const scope = { list: 'polled-events', environmentId, filters: { webhookId }, secret };
    const after = query.after === undefined ? null : readPosition(scope, query.after);
    if (after !== null && 'problem' in after) return after;
    const { limit = usual.limit, waitSeconds = usual.waitSeconds } = query;
    const { events, last } = await pollEvents({
      environmentId,
      webhookId,
      after,
      limit,
      waitSeconds,
      signal,
    });
    return {
      status: 200,
      body: { events, after: last === null ? null : encodeCursor(scope, inCursor(last)) },
    };
  };

const hasAddress = (from: string): Problem =>
  problem('INVALID_STATE_TRANSITION', { context: { from, to: 'POLLED', reason: 'HAS_ADDRESS' } });

const inCursor = ({ epoch, added, deliveryId }: PollPosition): readonly string[] => [
  epoch,
  added,
  deliveryId,
];

const readPosition = (scope: CursorScope, after: string): PollPosition | Problem => {
  const read = decodeCursor(scope, after);
  if (!read.ok)
    return invalid([{ pointer: '/after', message: 'is not the place of an earlier poll of this webhook' }]);
  const [epoch, added, deliveryId] = read.value.map(String);
  return { epoch: epoch ?? '', added: added ?? '', deliveryId: deliveryId ?? '' };
};
