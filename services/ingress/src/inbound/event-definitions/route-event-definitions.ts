import type { BodyOf, ParamsOf, QueryOf } from '@loyalty/contracts';
import { problem, type Handler, type HttpResponse, type Problem } from '@loyalty/http';
import {
  createEventDefinition,
  findEventDefinition,
  listEventDefinitions,
  updateEventDefinition,
  type EventDefinitionChange,
} from '@loyalty/configuration';
import type { DatabaseShares } from '@loyalty/storage';
import type { Managed, ManagementActor } from '../../usecases/ports.ts';
import type { LoadEnvironmentSecret } from '../load-secret.ts';
import { newestFirst, placeOf } from '../paging/list-page.ts';
import { readShortList } from '../paging/short-list.ts';
import type { Routes } from '../routes.ts';
import { changedResponse, createdResponse } from '../write-response.ts';

export interface EventDefinitionRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly loadSecret: LoadEnvironmentSecret;
}

/** Creates the routes of event definitions (interface 4.7, D62). */
export const createEventDefinitionRoutes = (
  options: EventDefinitionRoutesOptions,
): Pick<
  Routes,
  | 'listEventDefinitions'
  | 'createEventDefinition'
  | 'getEventDefinition'
  | 'updateEventDefinition'
  | 'updateEventDefinitionByKey'
> => ({
  listEventDefinitions: list(options),
  createEventDefinition: create(options),
  getEventDefinition: get(options),
  updateEventDefinition: update(options),
  updateEventDefinitionByKey: updateByKey(options),
});

type OneDefinition = ParamsOf<'getEventDefinition'>;

const list =
  ({ db, loadSecret }: EventDefinitionRoutesOptions): Handler<unknown, QueryOf<'listEventDefinitions'>> =>
  async (request) => {
    const { environmentId } = request.credential;
    const page = await readShortList(request, {
      list: 'event-definitions',
      loadSecret,
      positionOf: placeOf,
      read: (after, limit) =>
        listEventDefinitions(db.of(environmentId), environmentId, { ...newestFirst(after), limit }),
    });
    if ('problem' in page) return page;
    return { status: 200, body: { eventDefinitions: page.rows, nextCursor: page.nextCursor } };
  };

const create =
  ({ managed }: EventDefinitionRoutesOptions): Handler<unknown, unknown, BodyOf<'createEventDefinition'>> =>
  async ({ credential, body }) => {
    const db = managed(credential, { kind: 'event-definition', id: body.key });
    return createdResponse(await createEventDefinition(db, credential.environmentId, body));
  };

const get =
  ({ db }: EventDefinitionRoutesOptions): Handler<OneDefinition> =>
  async ({ credential, params }) => {
    const found = await findEventDefinition(
      db.of(credential.environmentId),
      credential.environmentId,
      params.eventKey,
    );
    return found === null ? notFound : { status: 200, body: found };
  };

const update =
  ({
    managed,
  }: EventDefinitionRoutesOptions): Handler<OneDefinition, unknown, BodyOf<'updateEventDefinition'>> =>
  ({ credential, params, body }) =>
    change(managed, credential, { key: params.eventKey, patch: body });

const updateByKey =
  ({
    managed,
  }: EventDefinitionRoutesOptions): Handler<unknown, unknown, BodyOf<'updateEventDefinitionByKey'>> =>
  ({ credential, body: { key, ...patch } }) =>
    change(managed, credential, { key, patch });

const change = async (
  managed: Managed,
  actor: ManagementActor,
  wanted: EventDefinitionChange,
): Promise<HttpResponse | Problem> => {
  const db = managed(actor, { kind: 'event-definition', id: wanted.key });
  return changedResponse(await updateEventDefinition(db, actor.environmentId, wanted), notFound);
};

const notFound = problem('EVENT_DEFINITION_NOT_FOUND');
