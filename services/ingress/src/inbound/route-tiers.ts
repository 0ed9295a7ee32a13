import type { ParametersOf, QueryOf, Warning } from '@loyalty/contracts/http';
import { type CursorPosition, type Handler, problem } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, DatabaseShares } from '@loyalty/storage';
import { countMembers } from '@loyalty/tables/members/management';
import { readRetiering } from '@loyalty/tables/tiers';
import {
  createTier,
  deleteTier,
  findTierWarnings,
  listTiers,
  type TierMembers,
  type TierPage,
  type TierRecord,
  tierVersionOf,
  updateTier,
} from '@loyalty/tables/tiers/management';
import { termsOf } from '../audited-calls.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { entityRoutes } from './entity-routes.ts';
import type { OncePerKey } from './once-per-key.ts';
import { writeProblem } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface TierRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly once: OncePerKey;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
}

/** Creates the routes for tiers (interface 4.4, D54, D55). */
export const createTierRoutes = (
  options: TierRoutesOptions,
): Pick<Routes, 'listTiers' | 'createTier' | 'getRetiering' | 'updateTier' | 'deleteTier'> => {
  const tiers = entityRoutes({ ...options, kind: 'tier', notFound, versionOf: tierVersionOf });
  return {
    listTiers: tiers.list({ name: 'tiers', as: 'tiers', read: listTiers, positionOf, goingOn }),
    getRetiering: retiering(options),
    createTier: tiers.create(createTier, { findWarnings }),
    updateTier: tiers.change(
      ({ params, body }) => ({ id: params.tierId, patch: body }),
      (db, environmentId, { id: tierId, ...change }) => updateTier(db, environmentId, { tierId, ...change }),
      findWarnings,
    ),
    deleteTier: remove(options),
  };
};

const findWarnings = (
  db: Database,
  environmentId: EnvironmentId,
  { benefits = [] }: Partial<Pick<TierRecord, 'benefits'>>,
): Promise<readonly Warning[]> => findTierWarnings(db, environmentId, benefits);

const positionOf = ({ sortOrder, id }: TierRecord): CursorPosition => [sortOrder, id];

const goingOn = (after: CursorPosition | null): TierPage => {
  if (after === null) return {};
  const [sortOrder, id] = after;
  return { after: { sortOrder: Number(sortOrder), id: String(id) } };
};

const retiering =
  ({ db }: TierRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => ({
    status: 200,
    body: { ...(await readRetiering(db.of(environmentId), environmentId)) },
  });

const remove =
  ({ managed, lists }: TierRoutesOptions): Handler<ParametersOf<'deleteTier'>, QueryOf<'deleteTier'>> =>
  async (request) => {
    const { params, query } = request;
    const { environmentId } = request.credential;
    const db = managed(request, { kind: 'tier', id: params.tierId });
    const deleted = await deleteTier(db, environmentId, {
      tierId: params.tierId,
      isForced: query.force === true,
      terms: termsOf(request),
      countMembers: (range) => countMembers(lists.of(environmentId), { environmentId, range }),
    });
    switch (deleted.outcome) {
      case 'deleted':
        return { status: 204 };
      case 'not-found':
        return notFound;
      case 'has-members':
        return problem('TIER_HAS_MEMBERS', { context: membersOf(deleted) });
      case 'outdated':
      case 'another-person-needed':
        return writeProblem(deleted);
    }
  };

const membersOf = ({ memberCount, isWhole }: TierMembers): { memberCount: number; more?: true } =>
  isWhole ? { memberCount } : { memberCount, more: true };

const notFound = problem('TIER_NOT_FOUND');
