import type { BodyOf, ParamsOf, QueryOf } from '@loyalty/contracts';
import { pageOf, problem, type Handler, type HttpAnswer, type Problem } from '@loyalty/http';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  createCampaign,
  findCampaign,
  listCampaigns,
  transitionCampaign,
  updateCampaign,
  type CampaignRecord,
  type CampaignStep,
  type SuspendedCampaign,
} from '@loyalty/programme';
import type { Database, Transaction } from '@loyalty/storage';
import { invalid } from '../invalid.ts';
import { limitExceeded } from '../limit-exceeded.ts';
import type { LoadSecret } from '../load-secret.ts';
import { loadListPage, newestFirst, placeOf } from '../paging/list-page.ts';
import type { Routes } from '../routes.ts';

export interface CampaignRoutesOptions {
  readonly db: Database;
  readonly loadSecret: LoadSecret;
  /** Called in the transaction of a change that pauses its campaign. */
  readonly onSuspended: (
    tx: Transaction,
    environmentId: EnvironmentId,
    suspended: SuspendedCampaign,
  ) => Promise<void>;
}

/** The campaigns of an environment (interface 4.2, D29 to D31). */
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

type OneCampaign = ParamsOf<'getCampaign'>;

const list =
  ({ db, loadSecret }: CampaignRoutesOptions): Handler<unknown, QueryOf<'listCampaigns'>> =>
  async (request) => {
    const { state } = request.query;
    const page = await loadListPage(request, { list: 'campaigns', filters: { state } }, loadSecret);
    if ('problem' in page) return page;
    const found = await listCampaigns(db, request.credential.environmentId, {
      ...(state === undefined ? {} : { state }),
      ...newestFirst(page.after),
      limit: page.limit + 1,
    });
    const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf: placeOf });
    return { status: 200, body: { campaigns: rows, nextCursor } };
  };

const create =
  ({ db }: CampaignRoutesOptions): Handler<unknown, unknown, BodyOf<'createCampaign'>> =>
  async ({ credential, body }) => {
    const made = await createCampaign(db, credential.environmentId, body);
    switch (made.outcome) {
      case 'created':
        return { status: 201, body: made.campaign };
      case 'invalid':
        return invalid(made.faults);
      case 'limit-exceeded':
        return limitExceeded(made);
    }
  };

const get =
  ({ db }: CampaignRoutesOptions): Handler<OneCampaign> =>
  async ({ credential, params }) => {
    const campaign = await findCampaign(db, credential.environmentId, params.campaignId);
    return campaign === null ? notFound : ok(campaign);
  };

const update =
  ({ db, onSuspended }: CampaignRoutesOptions): Handler<OneCampaign, unknown, BodyOf<'updateCampaign'>> =>
  async ({ credential: { environmentId }, params, body }) => {
    const updated = await updateCampaign(db, environmentId, {
      campaignId: params.campaignId,
      patch: body,
      onSuspended: (tx, suspended) => onSuspended(tx, environmentId, suspended),
    });
    switch (updated.outcome) {
      case 'changed':
      case 'unchanged':
        return ok(updated.campaign);
      case 'not-found':
        return notFound;
      case 'invalid':
        return invalid(updated.faults);
      case 'refused':
        return refused(updated);
      case 'limit-exceeded':
        return limitExceeded(updated);
    }
  };

const step =
  ({ db }: CampaignRoutesOptions, action: CampaignStep['action']): Handler<OneCampaign> =>
  async ({ credential, params }) => {
    const { campaignId } = params;
    const moved = await transitionCampaign(db, credential.environmentId, { campaignId, action });
    switch (moved.outcome) {
      case 'changed':
      case 'unchanged':
        return ok(moved.campaign);
      case 'not-found':
        return notFound;
      case 'refused':
        return refused(moved);
      case 'limit-exceeded':
        return limitExceeded(moved);
    }
  };

const ok = (campaign: CampaignRecord): HttpAnswer => ({ status: 200, body: campaign });

const notFound = problem('CAMPAIGN_NOT_FOUND');

interface Refused {
  readonly from: string;
  readonly to: string;
  readonly reason?: string;
}

/** Why a campaign stays where it is; `reason` only where there is one (D31). */
const refused = ({ from, to, reason }: Refused): Problem =>
  problem('INVALID_STATE_TRANSITION', {
    context: reason === undefined ? { from, to } : { from, to, reason },
  });
