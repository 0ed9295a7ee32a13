import type { RandomNumber } from '@loyalty/kernel/testing';
import { pick } from '../draws.ts';
import type { FaultTenant } from '../fault-tenant.ts';
import {
  adjustOf,
  authorizeOf,
  endOf,
  evaluateOf,
  eventOf,
  fundingOf,
  type Operation,
  redeemOf,
  returnOf,
} from './operations.ts';
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

/** Draws a tenant and a member: any, or a saver, who has points to burn. */
export const drawWanted = (
  who: 'any' | 'saver',
  ref: string,
  { random, tenants, savers }: Shoppers,
): Wanted => {
  const tenant = pick(random, tenants);
  const number = Math.floor(random() * (who === 'any' ? membersCount : savers.count));
  return { tenant, ref, memberRef: `member-${number.toString()}` };
};

/** Draws one operation: of 95, 60 are evaluates, 20 redeems, 10 events and 5 adjustments. */
const drawOne = (ref: string, shoppers: Shoppers): Operation => {
  const dice = shoppers.random() * 9.5;
  const wanted = drawWanted(dice < 6 ? 'any' : 'saver', ref, shoppers);
  if (dice < 6) return evaluateOf(wanted, shoppers.random);
  if (dice < 8) return redeemOf(wanted);
  return dice < 9 ? eventOf(wanted) : adjustmentOf(wanted, shoppers);
};

const adjustmentOf = (wanted: Wanted, { savers }: Pick<Shoppers, 'savers'>): Operation =>
  adjustOf(wanted, savers.ids.get(saverName(wanted.tenant, wanted.memberRef)) ?? '');

const rememberedMax = 200;
/** Longer than any part is away, so that nothing lapses which is to be captured; and what nobody captures. */
const [ttlSeconds, abandonedTtlSeconds] = [3_600, 1];

/** Operations that a till sends one after the other. */
export type Sale = readonly Operation[];

/** The source of the sales of a load. */
export interface SaleSource {
  readonly draw: (ref: string) => Sale;
  /** Tells of an acknowledged operation. */
  readonly note: (operation: Operation) => void;
  /** Returns what ends that nobody has ended. */
  readonly endAbandoned: () => readonly Operation[];
}

/** Sales of one operation each, without returns and authorizations. */
export const plainSales = (shoppers: Shoppers): SaleSource => ({
  draw: (ref) => [drawOne(ref, shoppers)],
  note: () => undefined,
  endAbandoned: () => [],
});

/**
 * Draws what tills send: of 965, 450 are receipts, 200 returns, 100 authorizations with their ends, 100 redeems, 80 events and
 * 35 adjustments. The journal alone says what members have: no receipt is left that came back in part, and no authorization open.
 */
export class Sales implements SaleSource {
  readonly #shoppers: Shoppers;
  /** Acknowledged, and not returned yet. */
  readonly #receipts: Operation[] = [];
  readonly #abandoned: Operation[] = [];

  constructor(shoppers: Shoppers) {
    this.#shoppers = shoppers;
  }

  draw(ref: string): Sale {
    const { random } = this.#shoppers;
    const dice = random() * 965;
    if (dice < 450) return [evaluateOf(this.#wanted('any', ref), random)];
    if (dice < 650) return this.#returned(ref);
    if (dice < 750) return this.#authorized(ref);
    const wanted = this.#wanted('saver', ref);
    if (dice < 850) return [redeemOf(wanted)];
    return [dice < 930 ? eventOf(wanted) : adjustmentOf(wanted, this.#shoppers)];
  }

  note(operation: Operation): void {
    if (operation.kind === 'evaluate' && this.#receipts.length < rememberedMax)
      this.#receipts.push(operation);
  }

  /** Voids what nobody captured, whether or not it has lapsed: the caller gets the response of whichever void was first. */
  endAbandoned(): readonly Operation[] {
    return this.#abandoned.splice(0).map((authorization) => endOf('void', authorization));
  }

  #wanted(who: 'any' | 'saver', ref: string): Wanted {
    return drawWanted(who, ref, this.#shoppers);
  }

  /** The whole, or a part and then the rest. */
  #returned(ref: string): Sale {
    const { random } = this.#shoppers;
    const [receipt] = this.#receipts.splice(Math.floor(random() * this.#receipts.length), 1);
    if (receipt === undefined) return [evaluateOf(this.#wanted('any', ref), random)];
    const { amount } = JSON.parse(receipt.body) as { amount: number };
    const part = Math.floor(random() * amount * 2);
    const parts = part > 0 && part < amount ? [part, 'whole' as const] : ['whole' as const];
    return parts.map((each, n) => returnOf(receipt, `${ref}-${n.toString()}`, each));
  }

  /** Captured, voided, both, or abandoned, which lapses. */
  #authorized(ref: string): Sale {
    const dice = this.#shoppers.random() * 8;
    const isAbandoned = dice < 1;
    const authorization = authorizeOf(
      this.#wanted('saver', ref),
      isAbandoned ? abandonedTtlSeconds : ttlSeconds,
    );
    if (isAbandoned) this.#abandoned.push(authorization);
    const ends = isAbandoned
      ? []
      : dice < 2
        ? (['capture', 'void'] as const)
        : ([dice < 6 ? 'capture' : 'void'] as const);
    return [authorization, ...ends.map((kind) => endOf(kind, authorization))];
  }
}
