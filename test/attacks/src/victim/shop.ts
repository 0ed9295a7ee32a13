import type { Pool } from 'undici';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createTenant } from '@loyalty/tables/tenants';
import { Caller } from '../attacker/caller.ts';
import { makeKey, set } from '../attacker/ground.ts';
import { receiptOf, times } from '../attacker/receipts.ts';
import { Tally } from '../attacker/tally.ts';

/** The victim's tenant: it gives points, lets members burn them, and rewards dear receipts. */
export interface VictimShop {
  readonly environmentId: EnvironmentId;
  readonly segmentId: string;
  readonly api: Caller;
}

/** The secret of the victim's endpoint. */
export const victimSecret = 'a secret of the watched partner';

/** A receipt of this amount gives a reward, and makes its member one of the segment. */
export const dearCents = 100_000;

/** Enough for each partition to have some. */
const spenders = 60;
const perMinute = 1_000_000;

/** Returns the reference of a member who has points to burn. */
export const spenderOf = (n: number): string => `spender-${(n % spenders).toString()}`;

const campaigns = [
  {
    name: 'Points for a visit',
    earningRule: { type: 'FIXED_POINTS', points: 100_000 },
    redemptionRule: { pointsPerRand: 10 },
  },
  {
    name: 'A mug with a large basket',
    minSpend: dearCents,
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: [
        { everyNth: 1, reward: { rewardType: 'FREE_ITEM', value: { description: 'A mug' }, validDays: 30 } },
      ],
    },
  },
];

const segment = {
  name: 'Large baskets',
  type: 'DYNAMIC',
  rules: {
    operator: 'AND',
    conditions: [{ field: 'spend_cents_30d', op: 'gte', value: dearCents }],
  },
};

/** Opens the shop with an endpoint at this URL. */
export const openVictimShop = async (db: Database, pool: Pool, url: string): Promise<VictimShop> => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: 'Victim' });
  const environmentId = environmentIds.live;
  await set(db, environmentId, { webhooksOverPlainHttp: true });
  const key = await makeKey(db, environmentId, perMinute);
  const api = new Caller(pool, { tenantId, key }, new Tally());
  for (const campaign of campaigns) {
    const { id } = await api.make('/campaigns', campaign);
    await api.make(`/campaigns/${id}/activate`);
  }
  const { id: segmentId } = await api.make('/segments', segment);
  await api.make('/webhooks', { url, secret: victimSecret, events: ['transaction.processed'] });
  for (const memberRef of times(spenders, spenderOf)) await api.evaluate(receiptOf(memberRef));
  return { environmentId, segmentId, api };
};
