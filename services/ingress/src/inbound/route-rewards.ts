import type { HttpSchemas, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import {
  type Handler,
  type HttpRequest,
  type HttpResponse,
  problem,
  type Problem,
  usesPermission,
} from '@loyalty/http/api';
import { type Clock, isUuid } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { readActs } from '@loyalty/tables/authors';
import {
  findReward,
  listRewards,
  type RewardChange,
  type RewardQuery,
  type RewardRecord,
} from '@loyalty/tables/rewards/management';
import type { ChangeReward } from '../usecases/members/change-reward.ts';
import { refusedAuthor, withActs } from './acts.ts';
import { cursorTo, listResponse, newestFirst } from './list-page.ts';
import type { OncePerKey } from './once-per-key.ts';
import { findOwnMember, memberNotFound } from './members/shown-member.ts';
import { invalid, missingPermission } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

interface RewardRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the routes that show rewards (interface 2.2, 4.3, D60). */
export const createRewardRoutes = (
  options: RewardRoutesOptions,
): Pick<Routes, 'listRewards' | 'listMemberRewards' | 'getReward'> => ({
  listRewards: list(options),
  listMemberRewards: ofMember(options),
  getReward: get(options),
});

type RewardFilters = Pick<RewardQuery, 'memberId' | 'state' | 'rewardType' | 'code'>;

const list =
  (options: RewardRoutesOptions): Handler<unknown, QueryOf<'listRewards'>> =>
  (request) => {
    const filters = filtersOf(request.query);
    // A code is known to who asks; anything else would list codes (D222). Asked only where needed: it counts as a use.
    if (Object.keys(filters).join() !== 'code' && !usesPermission(request.credential, 'rewards:read'))
      return Promise.resolve(missingPermission('rewards:read'));
    const refused = refusedAuthor(request.credential, request.query);
    if (refused !== null) return Promise.resolve(refused);
    return rewardsResponse(options, request, { list: 'rewards', filters });
  };

const filtersOf = ({ memberId, state, rewardType, code }: QueryOf<'listRewards'>): RewardFilters => ({
  ...(memberId === undefined ? {} : { memberId: memberId.toLowerCase() }),
  ...(state === undefined ? {} : { state }),
  ...(rewardType === undefined ? {} : { rewardType }),
  ...(code === undefined ? {} : { code }),
});

const ofMember =
  (options: RewardRoutesOptions): Handler<ParametersOf<'listMemberRewards'>, QueryOf<'listMemberRewards'>> =>
  async (request) => {
    const memberId = request.params.memberId.toLowerCase();
    const { state } = request.query;
    const refused = refusedAuthor(request.credential, request.query);
    if (refused !== null) return refused;
    const filters = { memberId, ...(state === undefined ? {} : { state }) };
    if ((await findOwnMember(options.db, request.credential, memberId)) === null) return memberNotFound;
    return rewardsResponse(options, request, { list: 'member-rewards', filters });
  };

const rewardsResponse = (
  { lists, loadSecret, clock }: RewardRoutesOptions,
  request: HttpRequest<unknown, QueryOf<'listMemberRewards'>>,
  { list: name, filters }: { readonly list: string; readonly filters: RewardFilters },
): Promise<HttpResponse | Problem> =>
  listResponse(request, { list: name, filters, loadSecret }, async (page) => {
    const { environmentId } = request.credential;
    const source = lists.of(environmentId);
    const asked = { environmentId, ...filters, atMs: clock.now() };
    const wanted = { ...asked, ...newestFirst(page.after), limit: page.limit };
    const { rows, next } = await listRewards(source, wanted);
    const ids = rows.map(({ id }) => id);
    const acts =
      request.query.withAuthor === true ? await readActs(source, environmentId, { of: 'reward', ids }) : [];
    return { rewards: withActs(rows, acts), nextCursor: cursorTo(page, next) };
  });

const get =
  ({ db, clock }: RewardRoutesOptions): Handler<ParametersOf<'getReward'>, QueryOf<'getReward'>> =>
  async ({ credential, query, params: { rewardId } }) => {
    const refused = refusedAuthor(credential, query);
    if (refused !== null) return refused;
    const { environmentId } = credential;
    const asked = { rewardId, atMs: clock.now() };
    const reward = isUuid(rewardId) ? await findReward(db.of(environmentId), environmentId, asked) : null;
    if (reward === null) return problem('REWARD_NOT_FOUND');
    const acts =
      query.withAuthor === true
        ? await readActs(db.of(environmentId), environmentId, { of: 'reward', ids: [reward.id] })
        : [];
    return { status: 200, body: withActs([reward], acts)[0] ?? reward };
  };

/** Creates the routes that change rewards (interface 4.3, D60). */
export const createRewardChangeRoutes = ({
  once,
  changeReward,
  needsRef,
}: RewardChangeRoutesOptions): Pick<Routes, 'redeemReward' | 'expireReward' | 'retryReward'> => ({
  redeemReward: redeem(changeReward, needsRef),
  expireReward: expire(changeReward),
  retryReward: retry(once, changeReward),
});

interface RewardChangeRoutesOptions {
  readonly once: OncePerKey;
  readonly changeReward: ChangeReward;
  readonly needsRef: RedeemNeedsRef;
}

/** Returns whether the environment has the setting `rewardRedeemNeedsRef`. */
export type RedeemNeedsRef = (credential: HttpRequest['credential']) => Promise<boolean>;

type Action = Parameters<ChangeReward>[1]['action'];

const expire =
  (changeReward: ChangeReward): Handler<ParametersOf<'expireReward'>> =>
  async (request) => {
    const { rewardId } = request.params;
    return rewardResponse(await changeReward(request, { rewardId, action: 'expire' }), 'expire');
  };

const retry =
  (once: OncePerKey, changeReward: ChangeReward): Handler<ParametersOf<'retryReward'>> =>
  (request) => {
    const { rewardId } = request.params;
    return once(request, {
      write: (keeping) => changeReward(request, { rewardId, action: 'retry' }, keeping),
      respond: (changed) => rewardResponse(changed, 'retry'),
    });
  };

const redeem =
  (changeReward: ChangeReward, needsRef: RedeemNeedsRef): Handler<ParametersOf<'redeemReward'>> =>
  async (request) => {
    const { rewardId } = request.params;
    const redeemedWith = redeemedWithOf(request.body);
    // Without a receipt a repeat is 200 for every till, so two of them could give its value.
    if (redeemedWith.transactionRef === undefined && (await needsRef(request.credential)))
      return invalid([
        { pointer: '/transactionRef', message: 'is required by the setting rewardRedeemNeedsRef' },
      ]);
    return rewardResponse(
      await changeReward(request, { rewardId, action: 'redeem', ...redeemedWith }),
      'redeem',
    );
  };

/** The document's schema has checked the body, which may be left out. */
const redeemedWithOf = (body: unknown): HttpSchemas['RedeemRewardBody'] => {
  const { transactionRef, storeRef } = (body ?? {}) as HttpSchemas['RedeemRewardBody'];
  return {
    ...(transactionRef === undefined ? {} : { transactionRef }),
    ...(storeRef === undefined ? {} : { storeRef }),
  };
};

const rewardResponse = (changed: RewardChange, action: Action): HttpResponse | Problem => {
  switch (changed.outcome) {
    case 'changed':
      return { status: 200, body: changed.reward };
    case 'unchanged': {
      const headers = action === 'redeem' ? { headers: { 'Idempotent-Replayed': 'true' } } : {};
      return { status: 200, body: changed.reward, ...headers };
    }
    case 'not-found':
      return problem('REWARD_NOT_FOUND');
    case 'refused': {
      const { from, to, reason } = changed;
      if (action === 'redeem')
        return problem('REWARD_NOT_REDEEMABLE', { context: notRedeemable(changed.reward) });
      const why = reason === undefined ? {} : { reason };
      return problem('INVALID_STATE_TRANSITION', { context: { from, to, ...why } });
    }
  }
};

/** The problem of a redeemed reward also has the time and the receipt (D108). */
const notRedeemable = ({
  state,
  redeemedAt,
  redeemedTransactionRef: transactionRef,
}: RewardRecord): HttpSchemas['RewardStateContext'] =>
  state === 'REDEEMED' ? { state, redeemedAt, transactionRef } : { state };
