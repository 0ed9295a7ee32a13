import { findReward, listRewards, type RewardQuery } from '@loyalty/accounts';
import type { ParamsOf, QueryOf } from '@loyalty/contracts';
import {
  encodeCursor,
  problem,
  type Handler,
  type HttpResponse,
  type HttpRequest,
  type Problem,
} from '@loyalty/http';
import { isUuid, type Clock } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import type { LoadEnvironmentSecret } from '../load-secret.ts';
import { findOwnMember } from '../members/member-scope.ts';
import { loadListPage, newestFirst, placeOf } from '../paging/list-page.ts';
import type { Routes } from '../routes.ts';

export interface RewardRoutesOptions {
  readonly db: DatabaseShares;
  /** For lists, which may read many rewards: few connections, whose statements end soon. */
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the routes of the rewards of an environment and of a member (interface 2.2, 4.3, D60). */
export const createRewardRoutes = (
  options: RewardRoutesOptions,
): Pick<Routes, 'listRewards' | 'listMemberRewards' | 'getReward'> => ({
  listRewards: list(options),
  listMemberRewards: ofMember(options),
  getReward: get(options),
});

type Filters = Pick<RewardQuery, 'memberId' | 'state' | 'rewardType' | 'code'>;

const list =
  (options: RewardRoutesOptions): Handler<unknown, QueryOf<'listRewards'>> =>
  (request) =>
    answerList(options, request, { list: 'rewards', filters: filtersOf(request.query) });

const filtersOf = ({ memberId, state, rewardType, code }: QueryOf<'listRewards'>): Filters => ({
  ...(memberId === undefined ? {} : { memberId: memberId.toLowerCase() }),
  ...(state === undefined ? {} : { state }),
  ...(rewardType === undefined ? {} : { rewardType }),
  ...(code === undefined ? {} : { code }),
});

const ofMember =
  (options: RewardRoutesOptions): Handler<ParamsOf<'listMemberRewards'>, QueryOf<'listMemberRewards'>> =>
  async (request) => {
    const memberId = request.params.memberId.toLowerCase();
    const { state } = request.query;
    const filters = { memberId, ...(state === undefined ? {} : { state }) };
    if (
      (await findOwnMember(options.db.of(request.credential.environmentId), request.credential, memberId)) ===
      null
    )
      return problem('MEMBER_NOT_FOUND');
    return answerList(options, request, { list: 'member-rewards', filters });
  };

const answerList = async (
  { lists, loadSecret, clock }: RewardRoutesOptions,
  request: HttpRequest<unknown, QueryOf<'listMemberRewards'>>,
  { list: name, filters }: { readonly list: string; readonly filters: Filters },
): Promise<HttpResponse | Problem> => {
  const page = await loadListPage(request, { list: name, filters }, loadSecret);
  if ('problem' in page) return page;
  const { environmentId } = request.credential;
  const source = { db: lists.of(environmentId), environmentId };
  const wanted = { ...filters, ...newestFirst(page.after), limit: page.limit, atMs: clock.now() };
  const { rewards, next } = await listRewards(source, wanted);
  const nextCursor = next === null ? null : encodeCursor(page.scope, placeOf(next));
  return { status: 200, body: { rewards, nextCursor } };
};

const get =
  ({ db, clock }: RewardRoutesOptions): Handler<ParamsOf<'getReward'>> =>
  async ({ credential: { environmentId }, params: { rewardId } }) => {
    const asked = { rewardId, atMs: clock.now() };
    const reward = isUuid(rewardId) ? await findReward(db.of(environmentId), environmentId, asked) : null;
    return reward === null ? problem('REWARD_NOT_FOUND') : { status: 200, body: reward };
  };
