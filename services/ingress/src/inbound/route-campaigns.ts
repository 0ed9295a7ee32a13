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
import {
  changedResponse,
  createdResponse,
  missingPermission,
  taggedRecord,
  taggedResponse,
} from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface CampaignRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly managed: Managed;
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
> => ({
  listCampaigns: list(options),
  createCampaign: create(options),
  getCampaign: get(options),
  updateCampaign: update(options),
  archiveCampaign: step(options, 'archive'),
  activateCampaign: step(options, 'activate'),
  pauseCampaign: step(options, 'pause'),
  resumeCampaign: step(options, 'resume'),
});

type OneCampaign = ParametersOf<'getCampaign'>;

const list =
  ({ lists, loadSecret }: CampaignRoutesOptions): Handler<unknown, QueryOf<'listCampaigns'>> =>
  (request) => {
    const { state } = request.query;
    const { environmentId } = request.credential;
    return listResponse(request, { list: 'campaigns', filters: { state }, loadSecret }, async (page) => {
      const narrowedBy = state === undefined ? {} : { state };
      const wanted = { ...narrowedBy, ...newestFirst(page.after), limit: page.limit };
      const { campaigns, next } = await listCampaigns({ db: lists.of(environmentId), environmentId }, wanted);
      return { campaigns: campaigns.map(shown), nextCursor: cursorTo(page, next) };
    });
  };

const shown = (campaign: CampaignRecord) => taggedRecord(campaign, campaignVersionOf(campaign));

const create =
  ({ db, managed }: CampaignRoutesOptions): Handler<unknown, unknown, BodyOf<'createCampaign'>> =>
  async (request) => {
    const { body, warnings } = request;
    const { environmentId } = request.credential;
    // Before: if it fails, nothing is written, and the caller may repeat.
    const found = await findCampaignWarnings(db.of(environmentId), environmentId, body);
    const made = await createCampaign(managed(request, { kind: 'campaign' }), environmentId, body);
    return createdResponse(made, campaignVersionOf, [...found, ...warnings]);
  };

const get =
  ({ db }: CampaignRoutesOptions): Handler<OneCampaign> =>
  async ({ credential, params }) => {
    const campaign = await findCampaign(
      db.of(credential.environmentId),
      credential.environmentId,
      params.campaignId,
    );
    return campaign === null ? notFound : taggedResponse(200, campaign, campaignVersionOf(campaign));
  };

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

const step =
  ({ db, managed }: CampaignRoutesOptions, action: CampaignStep['action']): Handler<OneCampaign> =>
  async (request) => {
    const { environmentId } = request.credential;
    const { campaignId } = request.params;
    const own = managed(request, { kind: 'campaign', id: campaignId });
    const moved = await transitionCampaign(own, environmentId, {
      campaignId,
      action,
      terms: termsOf(request),
    });
    if (!('record' in moved) || !startsIt.has(action)) return changedResponse(moved, asCampaign);
    const found = await findCampaignWarnings(db.of(environmentId), environmentId, moved.record);
    return changedResponse(moved, { ...asCampaign, warnings: found });
  };

const startsIt: ReadonlySet<CampaignStep['action']> = new Set(['activate', 'resume']);

const notFound = problem('CAMPAIGN_NOT_FOUND');

const asCampaign = { notFound, versionOf: campaignVersionOf };
