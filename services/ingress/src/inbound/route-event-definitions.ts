import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, type HttpRequest, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import {
  createEventDefinition,
  definitionVersionOf,
  type EventDefinitionChange,
  type EventDefinitionRecord,
  findEventDefinition,
  listEventDefinitions,
  updateEventDefinition,
} from '@loyalty/tables/events/management';
import { termsOf } from '../audited-calls.ts';
import type { CompileShares, Compiling } from '../usecases/events/compile-shares.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { newestFirst, cursorPositionOf, shortListResponse } from './list-page.ts';
import { changedResponse, createdResponse, taggedRecord, taggedResponse } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface EventDefinitionRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly loadSecret: LoadEnvironmentSecret;
  /** A schema is compiled when it is written. */
  readonly compileShares: CompileShares;
}

/** Creates the routes for event definitions (interface 4.7, D62). */
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

type OneDefinition = ParametersOf<'getEventDefinition'>;

const list =
  ({ db, loadSecret }: EventDefinitionRoutesOptions): Handler<unknown, QueryOf<'listEventDefinitions'>> =>
  async (request) => {
    const { environmentId } = request.credential;
    return shortListResponse(request, {
      list: 'event-definitions',
      loadSecret,
      positionOf: cursorPositionOf,
      read: (after, limit) =>
        listEventDefinitions(db.of(environmentId), environmentId, { ...newestFirst(after), limit }),
      bodyOf: ({ rows, nextCursor }) => ({
        eventDefinitions: rows.map(shown),
        nextCursor,
      }),
    });
  };

const shown = (definition: EventDefinitionRecord) =>
  taggedRecord(definition, definitionVersionOf(definition));

const create =
  ({
    managed,
    compileShares,
  }: EventDefinitionRoutesOptions): Handler<unknown, unknown, BodyOf<'createEventDefinition'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    const db = managed(request, { kind: 'event-definition', id: body.key });
    const created = () => createEventDefinition(db, environmentId, body);
    const made = await compileShares.run(environmentId, compiling(body, created));
    return createdResponse(made, definitionVersionOf, warnings);
  };

const get =
  ({ db }: EventDefinitionRoutesOptions): Handler<OneDefinition> =>
  async ({ credential, params }) => {
    const found = await findEventDefinition(
      db.of(credential.environmentId),
      credential.environmentId,
      params.eventKey,
    );
    return found === null ? notFound : taggedResponse(200, found, definitionVersionOf(found));
  };

const update =
  (options: EventDefinitionRoutesOptions): Handler<OneDefinition, unknown, BodyOf<'updateEventDefinition'>> =>
  (request) =>
    change(options, request, { key: request.params.eventKey, patch: request.body });

const updateByKey =
  (options: EventDefinitionRoutesOptions): Handler<unknown, unknown, BodyOf<'updateEventDefinitionByKey'>> =>
  (request) => {
    const { key, ...patch } = request.body;
    return change(options, request, { key, patch });
  };

const change = async (
  { managed, compileShares }: EventDefinitionRoutesOptions,
  request: HttpRequest,
  wanted: EventDefinitionChange,
): Promise<HttpResponse | Problem> => {
  const { environmentId } = request.credential;
  const db = managed(request, { kind: 'event-definition', id: wanted.key });
  const terms = termsOf(request);
  const changed = () => updateEventDefinition(db, environmentId, { ...wanted, terms });
  return changedResponse(await compileShares.run(environmentId, compiling(wanted.patch, changed)), {
    notFound,
    versionOf: definitionVersionOf,
    warnings: request.warnings,
  });
};

/** A write compiles the schema that it brings, to find its faults. */
const compiling =
  <T>({ properties }: { readonly properties?: unknown }, write: () => Promise<T>) =>
  async (): Promise<Compiling<T>> => ({
    result: await write(),
    bytes: properties === undefined ? 0 : JSON.stringify(properties).length,
  });

const notFound = problem('EVENT_DEFINITION_NOT_FOUND');
