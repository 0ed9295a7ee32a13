import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem, usesPermission } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { DatabaseShares, Transaction } from '@loyalty/storage';
import {
  type CampaignRecord,
  type CampaignStep,
  campaignVersionOf,
  createCampaign,
  findCampaign,
  findCampaignWarnings,
  listCampaigns,
  type SuspendedCampaign,
  transitionCampaign,
  updateCampaign,
} from '@loyalty/tables/campaigns/management';
import { termsOf } from '../audited-calls.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { cursorTo, listResponse, newestFirst } from './list-page.ts';
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

const list =
  ({ lists, loadSecret }: CampaignRoutesOptions): Handler<unknown, QueryOf<'listCampaigns'>> =>
  (request) => {
    const { state } = request.query;
    const { environmentId } = request.credential;
    return listResponse(request, { list: 'campaigns', filters: { state }, loadSecret }, async (page) => {
      const wanted = { environmentId, state, ...newestFirst(page.after), limit: page.limit };
      const { rows, next } = await listCampaigns(lists.of(environmentId), wanted);
      return { campaigns: rows.map(shown), nextCursor: cursorTo(page, next) };
    });
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
