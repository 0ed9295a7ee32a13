import { type RandomNumber } from '@loyalty/kernel';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import { adjustOf, evaluateOf, eventOf, fundingOf, redeemOf, type Operation } from './operations.ts';
import { sendJournaled, type JournaledClient } from './send-journaled.ts';

/** Members of each tenant; the first of them are savers: they have points to burn, and earn as the others do. */
const membersCount = 2_000;
/** Few at a time: a fresh stack compiles its code while it answers the first, and nobody's patience is judged by that. */
const fundedAtOnce = 10;

/** Members with points to burn. */
export interface SaverIds {
  /** Of each tenant. */
  readonly count: number;
  /** Their internal ids, by tenant and reference. */
  readonly ids: ReadonlyMap<string, string>;
}

/** What operations are drawn from. */
export interface Shoppers {
  readonly random: RandomNumber;
  readonly tenants: readonly [FaultTenant, ...FaultTenant[]];
  readonly savers: SaverIds;
}

type Wanted = Parameters<typeof redeemOf>[0];

const saverName = ({ tenantId }: FaultTenant, memberRef: string): string => `${tenantId}/${memberRef}`;

/** Gives the first members of each tenant points by the million. */
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

/** Below 6 everybody comes; above it, savers. */
export const drawWanted = (dice: number, ref: string, { random, tenants, savers }: Shoppers): Wanted => {
  const tenant = pick(random, tenants);
  const number = Math.floor(random() * (dice < 6 ? membersCount : savers.count));
  return { tenant, ref, memberRef: `member-${number.toString()}` };
};

/** Of ten: six evaluates, two redeems, an event and an adjustment. */
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
