import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, problem } from '@loyalty/http/api';
import type { EnvironmentId } from '@loyalty/kernel';
import type { DatabaseShares, Transaction } from '@loyalty/storage';
import {
  type CampaignStep,
  createCampaign,
  findCampaign,
  listCampaigns,
  type SuspendedCampaign,
  transitionCampaign,
  updateCampaign,
} from '@loyalty/tables/campaigns';
import type { Managed } from '../usecases/management-writes.ts';
import { cursorTo, listResponse, newestFirst } from './list-page.ts';
import { changedResponse, createdResponse } from './responses.ts';
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

/** Interface 4.2, D29 to D31. */
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
      return { campaigns, nextCursor: cursorTo(page, next) };
    });
  };

const create =
  ({ managed }: CampaignRoutesOptions): Handler<unknown, unknown, BodyOf<'createCampaign'>> =>
  async ({ credential, body }) =>
    createdResponse(
      await createCampaign(managed(credential, { kind: 'campaign' }), credential.environmentId, body),
    );

const get =
  ({ db }: CampaignRoutesOptions): Handler<OneCampaign> =>
  async ({ credential, params }) => {
    const campaign = await findCampaign(
      db.of(credential.environmentId),
      credential.environmentId,
      params.campaignId,
    );
    return campaign === null ? notFound : { status: 200, body: campaign };
  };

const update =
  ({
    managed,
    onSuspended,
  }: CampaignRoutesOptions): Handler<OneCampaign, unknown, BodyOf<'updateCampaign'>> =>
  async ({ credential, params: { campaignId }, body }) => {
    const { environmentId } = credential;
    const db = managed(credential, { kind: 'campaign', id: campaignId });
    const updated = await updateCampaign(db, environmentId, {
      campaignId,
      patch: body,
      onSuspended: (tx, suspended) => onSuspended(tx, environmentId, suspended),
    });
    return changedResponse(updated, notFound);
  };

const step =
  ({ managed }: CampaignRoutesOptions, action: CampaignStep['action']): Handler<OneCampaign> =>
  async ({ credential, params: { campaignId } }) => {
    const db = managed(credential, { kind: 'campaign', id: campaignId });
    const moved = await transitionCampaign(db, credential.environmentId, { campaignId, action });
    return changedResponse(moved, notFound);
  };

const notFound = problem('CAMPAIGN_NOT_FOUND');
