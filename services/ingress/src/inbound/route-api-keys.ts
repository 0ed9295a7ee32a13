import { instantOf } from '@loyalty/contracts';
import type { BodyOf, HttpSchemas, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem, type Problem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import {
  findApiKey,
  type KeyPatch,
  type MakeKeyResult,
  readApiKeyPage,
  type RevokeKeysResult,
  type RotateKeyResult,
} from '@loyalty/tables/keys';
import type {
  createMakeKey,
  createNarrowKey,
  createRevokeKeys,
  createRotateKey,
} from '../usecases/change-api-keys.ts';
import { cursorTo, listResponse, newestFirst } from './list-page.ts';
import type { OncePerKey } from './once-per-key.ts';
import { invalid, withWarningsIfAny } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface ApiKeyRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly once: OncePerKey;
  readonly makeKey: ReturnType<typeof createMakeKey>;
  readonly narrowKey: ReturnType<typeof createNarrowKey>;
  readonly rotateKey: ReturnType<typeof createRotateKey>;
  readonly revokeKeys: ReturnType<typeof createRevokeKeys>;
}

type ApiKeyRoute =
  'listApiKeys' | 'createApiKey' | 'getApiKey' | 'narrowApiKey' | 'rotateApiKey' | 'revokeApiKey';

/** Creates the routes for API keys (D215 to D217). */
export const createApiKeyRoutes = (options: ApiKeyRoutesOptions): Pick<Routes, ApiKeyRoute> => ({
  listApiKeys: list(options),
  createApiKey: make(options),
  getApiKey: get(options),
  narrowApiKey: narrow(options),
  rotateApiKey: rotate(options),
  revokeApiKey: revoke(options),
});

type OneKey = ParametersOf<'getApiKey'>;

const list =
  ({ lists, loadSecret }: ApiKeyRoutesOptions): Handler<unknown, QueryOf<'listApiKeys'>> =>
  (request) => {
    const { environmentId } = request.credential;
    const { state } = request.query;
    return listResponse(request, { list: 'api-keys', filters: { state }, loadSecret }, async (page) => {
      const wanted = { environmentId, state, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await readApiKeyPage(lists.of(environmentId), wanted);
      return { apiKeys: rows, nextCursor: cursorTo(page, next) };
    });
  };

const get =
  ({ db }: ApiKeyRoutesOptions): Handler<OneKey> =>
  async ({ credential: { environmentId }, params: { keyId } }) => {
    const found = await findApiKey(db.of(environmentId), environmentId, keyId);
    return found === null ? notFound : { status: 200, body: found };
  };

const make =
  ({ once, makeKey }: ApiKeyRoutesOptions): Handler<unknown, unknown, BodyOf<'createApiKey'>> =>
  (request) => {
    const { name } = request.body;
    return once(request, {
      write: (keeping) => makeKey(request, { ...grantIn(request.body), name }, keeping),
      respond: (made) => {
        if (made.outcome !== 'created') return refusalOf(made);
        const shown = { ...made.record, key: made.keyText };
        return { status: 201, body: withWarningsIfAny(shown, request.warnings) };
      },
    });
  };

/** A plain date as an end is the end of that day. Null stays null: in a change it would give the key more. */
const grantIn = ({
  name,
  permissions,
  role,
  expiresAt,
  rateLimitPerMinute,
}: BodyOf<'narrowApiKey'>): KeyPatch => ({
  ...(name !== undefined && { name }),
  ...(permissions !== undefined && { permissions }),
  ...(role !== undefined && { role }),
  ...(expiresAt !== undefined && {
    expiresAtMs: expiresAt === null ? null : instantOf(expiresAt, 'end'),
  }),
  ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
});

const narrow =
  ({ narrowKey }: ApiKeyRoutesOptions): Handler<OneKey, unknown, BodyOf<'narrowApiKey'>> =>
  async (request) => {
    const { keyId } = request.params;
    const narrowed = await narrowKey(request, { keyId, patch: grantIn(request.body) });
    if (!('after' in narrowed)) return refusalOf(narrowed);
    return { status: 200, body: withWarningsIfAny(narrowed.after.record, request.warnings) };
  };

/** The document's schema has checked it; it may be left out, and so may each field. */
const optionalBody = <Name extends 'ApiKeyRotateBody' | 'ApiKeyRevokeBody'>(
  body: unknown,
): Partial<HttpSchemas[Name]> => body ?? {};

const usualOverlapHours = 24;

const rotate =
  ({ once, rotateKey }: ApiKeyRoutesOptions): Handler<OneKey> =>
  (request) => {
    const { keyId } = request.params;
    const { overlapHours = usualOverlapHours } = optionalBody<'ApiKeyRotateBody'>(request.body);
    return once(request, {
      write: (keeping) => rotateKey(request, { keyId, overlapHours }, keeping),
      respond: (rotated) => {
        if (rotated.outcome !== 'rotated') return refusalOf(rotated);
        const { id, expiresAt } = rotated.after.record;
        const shown = { ...rotated.successor.record, key: rotated.keyText, replaces: { id, expiresAt } };
        return { status: 201, body: withWarningsIfAny(shown, request.warnings) };
      },
    });
  };

const revoke =
  ({ revokeKeys }: ApiKeyRoutesOptions): Handler<OneKey> =>
  async (request) => {
    const { keyId } = request.params;
    const { alsoMade = false } = optionalBody<'ApiKeyRevokeBody'>(request.body);
    const result = await revokeKeys(request, { keyId, alsoMade });
    if (result.outcome !== 'revoked') return refusalOf(result);
    const { key, revoked, left } = result;
    const shown = { ...key.record, revoked: idsOf(revoked), made: idsOf(left) };
    return { status: 200, body: withWarningsIfAny(shown, request.warnings) };
  };

const idsOf = (keys: readonly { readonly record: { readonly id: string } }[]): readonly string[] =>
  keys.map(({ record }) => record.id);

const notFound = problem('API_KEY_NOT_FOUND');

type Refusal =
  | Exclude<MakeKeyResult, { readonly outcome: 'created' }>
  | Exclude<RotateKeyResult, { readonly outcome: 'rotated' }>
  | Exclude<RevokeKeysResult, { readonly outcome: 'revoked' }>;

const refusalOf = (refusal: Refusal): Problem => {
  switch (refusal.outcome) {
    case 'not-found':
      return notFound;
    case 'caller-ended':
      return problem('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer' }, reason: 'revoked_key' });
    case 'not-permitted':
      return problem('FORBIDDEN', { context: { permission: refusal.permission }, reason: 'permission' });
    case 'invalid':
      return invalid(refusal.faults);
    case 'refused': {
      const { from, to, replacedBy } = refusal;
      return problem('INVALID_STATE_TRANSITION', {
        context: { from, to, ...(replacedBy !== null && { replacedBy }) },
      });
    }
    case 'limit-exceeded':
      return problem('LIMIT_EXCEEDED', { context: { limit: refusal.limit, of: refusal.of } });
    case 'not-yet-available':
      return problem('NOT_YET_AVAILABLE', { context: { needs: refusal.needs, known: refusal.known } });
  }
};
