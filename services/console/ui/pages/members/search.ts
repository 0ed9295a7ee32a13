import { given, type Search, textIn } from '../../model/address.ts';

export const memberStates = ['active', 'suspended', 'anonymized', 'merged'] as const;

/** The orders that the list can have in place of the newest first. */
export const memberSorts = ['balance', 'lastActivity'] as const;

/** The filters stand in the address, so that a link shows the same list. */
export interface MemberSearch {
  readonly q?: string;
  /** The ids of a tier and of a segment. */
  readonly tier?: string;
  readonly segment?: string;
  readonly state?: (typeof memberStates)[number];
  /** Points, both included. */
  readonly from?: number;
  readonly to?: number;
  /** UTC days of the last purchase; the second one is not included. */
  readonly since?: string;
  readonly before?: string;
  readonly sort?: (typeof memberSorts)[number];
}

const pointsIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;

export const memberSearch = (search: Search): MemberSearch =>
  given({
    q: textIn(search['q']),
    tier: textIn(search['tier']),
    segment: textIn(search['segment']),
    state: memberStates.find((one) => one === search['state']),
    from: pointsIn(search['from']),
    to: pointsIn(search['to']),
    since: dayIn(search['since']),
    before: dayIn(search['before']),
    sort: memberSorts.find((one) => one === search['sort']),
  });

/** The arguments of the operation that lists these members, without their order. */
export const filtersOf = ({ q, tier, segment, state, from, to, since, before }: MemberSearch) =>
  given({
    search: q,
    tierId: tier,
    segmentId: segment,
    state,
    balanceFrom: from,
    balanceTo: to,
    lastActivitySince: since,
    lastActivityBefore: before,
  });
