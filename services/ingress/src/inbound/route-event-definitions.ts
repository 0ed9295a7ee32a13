import { problem } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, DatabaseShares } from '@loyalty/storage';
import {
  createEventDefinition,
  definitionVersionOf,
  type EventDefinitionChange,
  findEventDefinition,
  listEventDefinitions,
  updateEventDefinition,
} from '@loyalty/tables/events/management';
import type { CompileShares, Compiling } from '../usecases/events/compile-shares.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { byNewest } from './list-page.ts';
import { entityRoutes } from './entity-routes.ts';
import type { OncePerKey } from './once-per-key.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface EventDefinitionRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly once: OncePerKey;
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
> => {
  const { compileShares } = options;
  const asOne = { kind: 'event-definition', notFound, versionOf: definitionVersionOf } as const;
  const definitions = entityRoutes({ ...options, ...asOne });
  const update = (db: Database, environmentId: EnvironmentId, { id: key, ...change }: Change) => {
    const changed = () => updateEventDefinition(db, environmentId, { key, ...change });
    return compileShares.run(environmentId, compiling(change.patch, changed));
  };
  return {
    listEventDefinitions: definitions.list({
      name: 'event-definitions',
      as: 'eventDefinitions',
      read: listEventDefinitions,
      ...byNewest,
    }),
    createEventDefinition: definitions.create(
      (db, environmentId, body) => {
        const created = () => createEventDefinition(db, environmentId, body);
        return compileShares.run(environmentId, compiling(body, created));
      },
      { keyOf: ({ key }) => key },
    ),
    getEventDefinition: definitions.get('eventKey', findEventDefinition),
    updateEventDefinition: definitions.change(
      ({ params, body }) => ({ id: params.eventKey, patch: body }),
      update,
    ),
    updateEventDefinitionByKey: definitions.change(({ body }) => {
      const { key, ...patch } = body;
      return { id: key, patch };
    }, update),
  };
};

type Change = Omit<EventDefinitionChange, 'key'> & { readonly id: string };

/** A write compiles the schema that it brings, to find its faults. */
const compiling =
  <T>({ properties }: { readonly properties?: unknown }, write: () => Promise<T>) =>
  async (): Promise<Compiling<T>> => ({
    result: await write(),
    bytes: properties === undefined ? 0 : JSON.stringify(properties).length,
  });

const notFound = problem('EVENT_DEFINITION_NOT_FOUND');
