import type { Warning } from '@loyalty/contracts/http';
import type { CursorPosition, Handler, HttpRequest, Problem } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, DatabaseShares } from '@loyalty/storage';
import type { ChangeResult, ChangeTerms, CreateResult } from '@loyalty/tables/configuration';
import { termsOf } from '../audited-calls.ts';
import type { Managed, ManagedEntity } from '../usecases/management-writes.ts';
import { type ListQuery, shortListResponse } from './list-page.ts';
import type { OncePerKey } from './once-per-key.ts';
import {
  changedResponse,
  createdResponse,
  taggedRecord,
  taggedResponse,
  type WriteRefusal,
} from './responses.ts';
import type { LoadEnvironmentSecret } from './routes.ts';

/** The form of functions of `packages/tables`. */
type Asking<Input, Result> = (db: Database, environmentId: EnvironmentId, input: Input) => Promise<Result>;
type Creating<Body, Entity> = (
  db: Database,
  environmentId: EnvironmentId,
  body: Body,
  terms: ChangeTerms,
) => Promise<CreateResult<Entity, WriteRefusal>>;

interface EntityKind<Entity> {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly once: OncePerKey;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly kind: ManagedEntity['kind'];
  readonly notFound: Problem;
  readonly versionOf: (record: Entity) => string;
  /** Given where lists and single records show more than is stored. */
  readonly shownAs?: Asking<readonly Entity[], readonly object[]>;
}

interface WholeList<Entity, Page> {
  /** Cursors are bound to it. */
  readonly name: string;
  /** The field of the body that has the rows. */
  readonly as: string;
  readonly read: Asking<Page & { readonly limit: number }, readonly Entity[]>;
  readonly positionOf: (record: Entity) => CursorPosition;
  readonly goingOn: (after: CursorPosition | null) => Page;
}

interface Creation<Body> {
  readonly findWarnings?: Asking<Body, readonly Warning[]>;
  /** Given where callers name it by a key, and not by its id. */
  readonly keyOf?: (body: Body) => string;
}

interface Change<Patch> {
  readonly id: string;
  readonly patch: Patch;
}

/** Makes the routes that entities share. Each is given what only this kind of entity does. */
export const entityRoutes = <Entity extends object>({
  db,
  managed,
  once,
  loadSecret,
  kind,
  notFound,
  versionOf,
  shownAs = tagging(versionOf),
}: EntityKind<Entity>) => ({
  list:
    <Page>({ name, as, read, positionOf, goingOn }: WholeList<Entity, Page>): Handler<unknown, ListQuery> =>
    (request) => {
      const { environmentId } = request.credential;
      const own = db.of(environmentId);
      return shortListResponse(request, {
        list: name,
        loadSecret,
        positionOf,
        read: (after, limit) => read(own, environmentId, { ...goingOn(after), limit }),
        bodyOf: async ({ rows, ...rest }) => ({ [as]: await shownAs(own, environmentId, rows), ...rest }),
      });
    },

  get:
    <Name extends string>(name: Name, find: Asking<string, Entity | null>): Handler<Record<Name, string>> =>
    async ({ credential: { environmentId }, params }) => {
      const found = await find(db.of(environmentId), environmentId, params[name]);
      if (found === null) return notFound;
      const [shown = found] = await shownAs(db.of(environmentId), environmentId, [found]);
      return taggedResponse(200, shown, versionOf(found));
    },

  /** Warnings are found first: if that fails, nothing is written, and the caller may repeat. */
  create:
    <Body>(
      write: Creating<Body, Entity>,
      { findWarnings = noWarnings, keyOf }: Creation<Body> = {},
    ): Handler<unknown, unknown, Body> =>
    async (request) => {
      const { environmentId } = request.credential;
      const found = await findWarnings(db.of(environmentId), environmentId, request.body);
      const own = managed(request, { kind, ...(keyOf && { id: keyOf(request.body) }) });
      return once(request, {
        write: (keeping) => write(keeping(own), environmentId, request.body, termsOf(request)),
        respond: (made) => createdResponse(made, versionOf, [...found, ...request.warnings]),
      });
    },

  change:
    <Params, Body, Patch>(
      wantedBy: (request: HttpRequest<Params, unknown, Body>) => Change<Patch>,
      write: Asking<Change<Patch> & { readonly terms: ChangeTerms }, ChangeResult<Entity, WriteRefusal>>,
      findWarnings: Asking<Entity, readonly Warning[]> = noWarnings,
    ): Handler<Params, unknown, Body> =>
    async (request) => {
      const { environmentId } = request.credential;
      const wanted = { ...wantedBy(request), terms: termsOf(request) };
      const changed = await write(managed(request, { kind, id: wanted.id }), environmentId, wanted);
      if (!('record' in changed)) return changedResponse(changed, { notFound, versionOf });
      const found = await findWarnings(db.of(environmentId), environmentId, changed.record);
      return changedResponse(changed, { notFound, versionOf, warnings: [...found, ...request.warnings] });
    },
});

const tagging =
  <Entity extends object>(
    versionOf: (record: Entity) => string,
  ): Asking<readonly Entity[], readonly object[]> =>
  (_db, _environmentId, records) =>
    Promise.resolve(records.map((record) => taggedRecord(record, versionOf(record))));

const noWarnings = () => Promise.resolve([]);
