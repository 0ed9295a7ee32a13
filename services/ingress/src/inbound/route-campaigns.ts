import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type CursorPosition, encodeCursor, type Handler, problem, usesPermission } from '@loyalty/http/api';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Database, DatabaseShares, Transaction } from '@loyalty/storage';
import {
  type CampaignPlace,
  type CampaignRecord,
  type CampaignStep,
  campaignVersionOf,
  createCampaign,
  findCampaign,
  findCampaigns,
  findCampaignWarnings,
  listCampaigns,
  type SuspendedCampaign,
  transitionCampaign,
  updateCampaign,
} from '@loyalty/tables/campaigns/management';
import { type CampaignActivity, readRecentActivity } from '@loyalty/tables/reports';
import { termsOf } from '../audited-calls.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { cursorTo, type ListPage, listResponse, newestFirst } from './list-page.ts';
import { entityRoutes } from './entity-routes.ts';
import type { OncePerKey } from './once-per-key.ts';
import { changedResponse, missingPermission, taggedRecord } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface CampaignRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly managed: Managed;
  readonly once: OncePerKey;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Pick<Clock, 'now'>;
  /** Called in the transaction of a change that pauses its campaign. */
  readonly onSuspended: (
    tx: Transaction,
    environmentId: EnvironmentId,
    suspended: SuspendedCampaign,
  ) => Promise<void>;
}

/** Creates the routes for campaigns (interface 4.2, D29 to D31). */
export const createCampaignRoutes = (
  options: CampaignRoutesOptions,
): Pick<
  Routes,
  | 'listCampaigns'
  | 'createCampaign'
  | 'getCampaign'
  | 'updateCampaign'
  | 'archiveCampaign'
  | 'activateCampaign'
  | 'pauseCampaign'
  | 'resumeCampaign'
> => {
  const campaigns = entityRoutes({ ...options, kind: 'campaign', ...asCampaign });
  const step = (action: CampaignStep['action'], findWarnings?: typeof findCampaignWarnings) =>
    campaigns.change<OneCampaign, unknown, undefined>(
      ({ params }) => ({ id: params.campaignId, patch: undefined }),
      (db, environmentId, { id: campaignId, terms }) =>
        transitionCampaign(db, environmentId, { campaignId, action, terms }),
      findWarnings,
    );
  return {
    listCampaigns: list(options),
    createCampaign: campaigns.create(createCampaign, { findWarnings: findCampaignWarnings }),
    getCampaign: campaigns.get('campaignId', findCampaign),
    updateCampaign: update(options),
    archiveCampaign: step('archive'),
    activateCampaign: step('activate', findCampaignWarnings),
    pauseCampaign: step('pause'),
    resumeCampaign: step('resume', findCampaignWarnings),
  };
};

type OneCampaign = ParametersOf<'getCampaign'>;

type ListQuery = QueryOf<'listCampaigns'>;

const list =
  ({ lists, loadSecret, clock }: CampaignRoutesOptions): Handler<unknown, ListQuery> =>
  (request) => {
    const { state, q, sort = 'created' } = request.query;
    const { environmentId } = request.credential;
    const filters = { state, q, sort: sort === 'created' ? undefined : sort };
    return listResponse(request, { list: 'campaigns', filters, loadSecret }, async (page) => {
      const db = lists.of(environmentId);
      const recent = await readRecentActivity(db, environmentId, clock.now());
      const asked = { environmentId, state, limit: page.limit };
      const isNewestFirst = q === undefined && sort === 'created';
      const { campaigns, nextCursor } = isNewestFirst
        ? await readNewest(db, asked, page)
        : await readSorted(db, { ...asked, text: q, sort, recent }, page);
      return { campaigns: campaigns.map((one) => listed(one, recent.get(one.id))), nextCursor };
    });
  };

interface CampaignPage {
  readonly campaigns: readonly CampaignRecord[];
  readonly nextCursor: string | null;
}

const readNewest = async (
  db: Database,
  asked: Parameters<typeof listCampaigns>[1],
  page: ListPage,
): Promise<CampaignPage> => {
  const { rows, next } = await listCampaigns(db, { ...asked, ...newestFirst(page.after) });
  return { campaigns: rows, nextCursor: cursorTo(page, next) };
};

const readSorted = async (
  db: Database,
  asked: Parameters<typeof findCampaigns>[1],
  { scope, after }: ListPage,
): Promise<CampaignPage> => {
  const { campaigns, next } = await findCampaigns(db, { ...asked, after: placeOf(after) });
  return { campaigns, nextCursor: next === null ? null : encodeCursor(scope, [next.key, next.id]) };
};

const placeOf = (after: CursorPosition | null): CampaignPlace | undefined => {
  if (after === null) return undefined;
  const [key, id] = after;
  return { key: key ?? '', id: String(id) };
};

const listed = (campaign: CampaignRecord, recent: CampaignActivity | undefined): object => {
  const { awards, pointsEarned, costCents } = recent ?? { awards: 0, pointsEarned: 0, costCents: 0 };
  return { ...shown(campaign), lastSevenDays: { awards, pointsEarned, costCents } };
};

const shown = (campaign: CampaignRecord) => taggedRecord(campaign, campaignVersionOf(campaign));

const update =
  ({
    db,
    managed,
    onSuspended,
  }: CampaignRoutesOptions): Handler<OneCampaign, unknown, BodyOf<'updateCampaign'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    const { campaignId } = request.params;
    const updated = await updateCampaign(
      managed(request, { kind: 'campaign', id: campaignId }),
      environmentId,
      {
        campaignId,
        patch: body,
        terms: termsOf(request),
        mayChangeRunning: request.credential.permissions.has('campaigns:run'),
        onSuspended: (tx, suspended) => onSuspended(tx, environmentId, suspended),
      },
    );
    if (updated.outcome === 'not-permitted') return missingPermission('campaigns:run');
    if (!('record' in updated)) return changedResponse(updated, asCampaign);
    // A change of a live campaign uses it.
    if (isRunning(updated.record)) usesPermission(request.credential, 'campaigns:run');
    const found = await findCampaignWarnings(db.of(environmentId), environmentId, updated.record);
    return changedResponse(updated, { ...asCampaign, warnings: [...found, ...warnings] });
  };

const isRunning = ({ state }: { readonly state: string }): boolean =>
  state === 'ACTIVE' || state === 'PAUSED';

const notFound = problem('CAMPAIGN_NOT_FOUND');

const asCampaign = { notFound, versionOf: campaignVersionOf };
