import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, type HttpRequest } from '@loyalty/http/api';
import { memberKeyOf, randomId } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { listEvents } from '@loyalty/tables/events/management';
import { readTransactionActs } from '@loyalty/tables/authors';
import { authorOfCall } from '../audited-calls.ts';
import type { SubmitEvent } from '../usecases/events/submit-event.ts';
import type { SubmitLifecycleEvent } from '../usecases/events/submit-lifecycle-event.ts';
import { refusedAuthor, withActs } from './acts.ts';
import { cursorTo, listResponse, newestFirst } from './list-page.ts';
import { prefersAsync, type RespondToRequest } from './request-response.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface EventRoutesOptions {
  readonly lists: DatabaseShares;
  readonly submitEvent: SubmitEvent;
  readonly submitLifecycleEvent: SubmitLifecycleEvent;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly respondToRequest: RespondToRequest;
}

/** Creates the routes for events (interface 4.7, D63, D65, D66). */
export const createEventRoutes = (
  options: EventRoutesOptions,
): Pick<Routes, 'submitEvent' | 'submitLifecycleEvent' | 'listEvents'> => ({
  submitEvent: submit(options),
  submitLifecycleEvent: submitLifecycle(options),
  listEvents: feed(options),
});

const submit =
  (options: EventRoutesOptions): Handler<unknown, unknown, BodyOf<'submitEvent'>> =>
  async (request) => {
    const { eventKey, ref, payload } = request.body;
    const call = await loadCall(options, request, ref);
    const outcome = await options.submitEvent({ ...call, eventKey, payload });
    const { environmentId } = call;
    const { tenantId } = request;
    return options.respondToRequest(outcome, { environmentId, tenantId, operation: 'event', ref });
  };

const submitLifecycle =
  (
    options: EventRoutesOptions,
  ): Handler<ParametersOf<'submitLifecycleEvent'>, unknown, BodyOf<'submitLifecycleEvent'>> =>
  async (request) => {
    const { ref = randomId(), ...body } = request.body;
    const call = await loadCall(options, request, ref);
    const event = { ...body, memberId: request.params.memberId };
    const { tenantId } = request;
    const outcome = await options.submitLifecycleEvent({ ...call, tenantId, event });
    const { environmentId } = call;
    return options.respondToRequest(outcome, { environmentId, tenantId, operation: 'event', ref });
  };

const loadCall = async ({ loadSecret }: EventRoutesOptions, request: HttpRequest, ref: string) => ({
  environmentId: request.credential.environmentId,
  secret: await loadSecret(request.credential),
  ref,
  isAsync: prefersAsync(request.headers['prefer']),
  traceparent: request.traceparent,
  author: authorOfCall(request.credential),
});

const feed =
  ({ lists, loadSecret }: EventRoutesOptions): Handler<unknown, QueryOf<'listEvents'>> =>
  (request) => {
    const refused = refusedAuthor(request.credential, request.query);
    if (refused !== null) return Promise.resolve(refused);
    const { eventKey, memberId, memberRef } = request.query;
    const named = { eventKey, memberId: memberId?.toLowerCase() };
    const filters = { ...named, memberRef };
    const { environmentId } = request.credential;
    return listResponse(request, { list: 'events', filters, loadSecret }, async (page) => {
      const memberKey = memberRef === undefined ? undefined : memberKeyOf(page.scope.secret, memberRef);
      const asked = { environmentId, ...named, memberKey };
      const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
      const source = lists.of(environmentId);
      const { rows, next } = await listEvents(source, wanted);
      const names = rows.map(({ ref }) => ({ operation: 'event', ref }) as const);
      const acts =
        request.query.withAuthor === true ? await readTransactionActs(source, environmentId, names) : [];
      return { events: withActs(rows, acts), nextCursor: cursorTo(page, next) };
    });
  };
