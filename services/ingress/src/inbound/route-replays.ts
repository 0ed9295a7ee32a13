import { instantOf, type BodyOf, type ParamsOf, type QueryOf } from '@loyalty/contracts';
import { pageOf, problem, type Handler, type HttpResponse, type Problem } from '@loyalty/http';
import type { Clock } from '@loyalty/kernel';
import { findWebhook, listReplays, replayEvents, type ReplayEventsResult } from '@loyalty/webhooks';
import type { DatabaseShares } from '@loyalty/storage';
import { invalid } from '../invalid.ts';
import type { LoadEnvironmentSecret } from '../load-secret.ts';
import { loadListPage, newestFirst } from '../paging/list-page.ts';
import type { Routes } from '../routes.ts';

export interface ReplayRoutesOptions {
  readonly db: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the routes that replay ranges of events to an endpoint. The dispatcher makes the deliveries. */
export const createReplayRoutes = (
  options: ReplayRoutesOptions,
): Pick<Routes, 'replayEvents' | 'listReplays'> => ({
  replayEvents: replay(options),
  listReplays: list(options),
});

const replay =
  ({ db, clock }: ReplayRoutesOptions): Handler<ParamsOf<'replayEvents'>, unknown, BodyOf<'replayEvents'>> =>
  async ({ credential, params, body: { since, until, only = 'UNDELIVERED' } }) => {
    const asked = {
      webhookId: params.webhookId,
      only,
      atMs: clock.now(),
      sinceMs: instantOf(since, 'start') ?? 0,
      untilMs: until === undefined ? null : instantOf(until, 'end'),
    };
    return answerOf(await replayEvents(db.of(credential.environmentId), credential.environmentId, asked));
  };

const answerOf = (result: ReplayEventsResult): HttpResponse | Problem => {
  switch (result.outcome) {
    case 'asked':
      return { status: 202, body: result.replay };
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

const list =
  ({ db, loadSecret }: ReplayRoutesOptions): Handler<ParamsOf<'listReplays'>, QueryOf<'listReplays'>> =>
  async (request) => {
    const webhookId = request.params.webhookId.toLowerCase();
    const page = await loadListPage(request, { list: 'replays', filters: { webhookId } }, loadSecret);
    if ('problem' in page) return page;
    const { environmentId } = request.credential;
    if ((await findWebhook(db.of(environmentId), environmentId, webhookId)) === null) return notFound;
    const wanted = { webhookId, ...newestFirst(page.after), limit: page.limit + 1 };
    const found = await listReplays(db.of(environmentId), environmentId, wanted);
    const { rows, nextCursor } = pageOf({
      ...page,
      rows: found,
      positionOf: ({ createdAt, replayId }) => [createdAt, replayId],
    });
    return { status: 200, body: { replays: rows, nextCursor } };
  };

const notFound = problem('WEBHOOK_NOT_FOUND');
