import type { RandomNumber } from '@loyalty/kernel/testing';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import { adjustOf, evaluateOf, eventOf, fundingOf, type Operation, redeemOf } from './operations.ts';
import { type JournaledClient, sendJournaled } from './send-journaled.ts';

/** Members of each tenant. The first of them are savers: they have points to burn, and earn like the others. */
const membersCount = 2_000;
/** Few at a time: a fresh stack compiles its code during the first requests, and their times are not judged. */
const fundedAtOnce = 10;

/** Savers: members with points to burn. */
export interface SaverIds {
  /** Savers per tenant. */
  readonly count: number;
  /** Their internal ids, by tenant and reference. */
  readonly ids: ReadonlyMap<string, string>;
}

/** The inputs from which operations are drawn. */
export interface Shoppers {
  readonly random: RandomNumber;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  readonly savers: SaverIds;
}

type Wanted = Parameters<typeof redeemOf>[0];

const saverName = ({ tenantId }: FaultTenant, memberRef: string): string => `${tenantId}/${memberRef}`;

/** Gives the first members of each tenant millions of points. Returns their ids. */
export const fundSavers = async (
  to: JournaledClient & Pick<Shoppers, 'tenants'>,
  count: number,
): Promise<SaverIds> => {
  const ids = new Map<string, string>();
  for (const tenant of to.tenants) {
    const fund = async (number: number): Promise<void> => {
      const memberRef = `member-${number.toString()}`;
      const ref = `funding-${number.toString()}`;
      const answer = await sendJournaled(to, fundingOf({ tenant, ref, memberRef }));
      ids.set(saverName(tenant, memberRef), (JSON.parse(answer) as { memberId: string }).memberId);
    };
    for (let first = 0; first < count; first += fundedAtOnce)
      await Promise.all(Array.from({ length: fundedAtOnce }, (_, n) => fund(first + n)));
  }
  return { count, ids };
};

/** Draws a tenant and a member. With `dice` below 6 any member comes, above it a saver. */
export const drawWanted = (dice: number, ref: string, { random, tenants, savers }: Shoppers): Wanted => {
  const tenant = pick(random, tenants);
  const number = Math.floor(random() * (dice < 6 ? membersCount : savers.count));
  return { tenant, ref, memberRef: `member-${number.toString()}` };
};

/** Returns the operation for `dice`, from 0 to 10: six in ten are evaluates, two redeems, one an event, one an adjustment. */
export const operationAt = (
  dice: number,
  wanted: Wanted,
  { random, savers }: Pick<Shoppers, 'random' | 'savers'>,
): Operation => {
  if (dice < 6) return evaluateOf(wanted, random);
  if (dice < 8) return redeemOf(wanted);
  if (dice < 9) return eventOf(wanted);
  return adjustOf(wanted, savers.ids.get(saverName(wanted.tenant, wanted.memberRef)) ?? '');
};
