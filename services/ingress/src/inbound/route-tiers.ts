import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type CursorPosition, type Handler, problem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
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
import { shortListResponse } from './list-page.ts';
import { changedResponse, createdResponse, taggedRecord, writeProblem } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface TierRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
}

/** Creates the routes for tiers (interface 4.4, D54, D55). */
export const createTierRoutes = (
  options: TierRoutesOptions,
): Pick<Routes, 'listTiers' | 'createTier' | 'getRetiering' | 'updateTier' | 'deleteTier'> => ({
  listTiers: list(options),
  getRetiering: retiering(options),
  createTier: create(options),
  updateTier: update(options),
  deleteTier: remove(options),
});

type OneTier = ParametersOf<'updateTier'>;

const list =
  ({ db, loadSecret }: TierRoutesOptions): Handler<unknown, QueryOf<'listTiers'>> =>
  async (request) => {
    const { environmentId } = request.credential;
    return shortListResponse(request, {
      list: 'tiers',
      loadSecret,
      positionOf,
      read: (after, limit) => listTiers(db.of(environmentId), environmentId, { ...goingOn(after), limit }),
      bodyOf: ({ rows, nextCursor }) => ({ tiers: rows.map(shown), nextCursor }),
    });
  };

const shown = (tier: TierRecord) => taggedRecord(tier, tierVersionOf(tier));

const positionOf = ({ sortOrder, id }: TierRecord): CursorPosition => [sortOrder, id];

const goingOn = (after: CursorPosition | null): TierPage => {
  if (after === null) return {};
  const [sortOrder, id] = after;
  return { after: { sortOrder: Number(sortOrder), id: String(id) } };
};

const create =
  ({ db, managed }: TierRoutesOptions): Handler<unknown, unknown, BodyOf<'createTier'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    // Before: if it fails, nothing is written, and the caller may repeat.
    const found = await findTierWarnings(db.of(environmentId), environmentId, body.benefits ?? []);
    const own = managed(request, { kind: 'tier' });
    const made = await createTier(own, environmentId, body, termsOf(request));
    return createdResponse(made, tierVersionOf, [...found, ...warnings]);
  };

const retiering =
  ({ db }: TierRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => ({
    status: 200,
    body: { ...(await readRetiering(db.of(environmentId), environmentId)) },
  });

const update =
  ({ db, managed }: TierRoutesOptions): Handler<OneTier, unknown, BodyOf<'updateTier'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    const { tierId } = request.params;
    const change = { tierId, patch: body, terms: termsOf(request) };
    const updated = await updateTier(managed(request, { kind: 'tier', id: tierId }), environmentId, change);
    if (!('record' in updated)) return changedResponse(updated, asTier);
    const found = await findTierWarnings(db.of(environmentId), environmentId, updated.record.benefits);
    return changedResponse(updated, { ...asTier, warnings: [...found, ...warnings] });
  };

const remove =
  ({ managed, lists }: TierRoutesOptions): Handler<OneTier, QueryOf<'deleteTier'>> =>
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

const asTier = { notFound, versionOf: tierVersionOf };
