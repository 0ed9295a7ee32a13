import type { Database } from '@loyalty/storage';
import { createTenant } from '@loyalty/tables/tenants';
import { runOpenLoop } from '../../../fault/src/load/open-loop.ts';
import { insertActiveCampaigns } from '../../../support/dear-campaigns.ts';
import { inParallel } from '../../../support/in-parallel.ts';
import { type Attack, attackOf, nothing } from '../attack.ts';
import { activate } from '../attacker/activate.ts';
import { type Blow, inLoops } from '../attacker/blow.ts';
import { Caller, type Credentials } from '../attacker/caller.ts';
import { type Ground, makeKey } from '../attacker/ground.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

/** 200 campaigns of 500 skus with 82 characters each: the 8 MiB that an environment may have. */
const heavyRule = `jsonb_build_object('type', 'PRODUCT_PURCHASE', 'points', 1,
  'skus', (SELECT jsonb_agg('listed-' || n || '-' || k || repeat('s', 64)) FROM generate_series(1, 500) AS k))`;

const prepareHeavy = async ({ db, live, tenantId }: Ground): Promise<string> => {
  await db.query(insertActiveCampaigns(heavyRule), [tenantId, 'live']);
  const { campaigns } = JSON.parse((await live.get('/campaigns?limit=1')).text) as Listed;
  return campaigns[0]?.id ?? '';
};

interface Listed {
  readonly campaigns: readonly { readonly id: string }[];
}

/** Changes ten times a second, while the attacker's own tills sell. */
const changeAndSell = (blow: Blow, change: (n: number) => Promise<void>): Promise<unknown> =>
  Promise.all([
    runOpenLoop(10, change, blow.signal),
    inLoops(8, blow, () => blow.live.evaluate(receiptOf())),
  ]);

const tenants = 600;

const nameOf = (n: number): string => `Brand ${n.toString()}`;

const openTenant = async (db: Database, name: string): Promise<Credentials> => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name });
  return { tenantId, key: await makeKey(db, environmentIds.live, null) };
};

/** Attacks by changes of what engines decide by, and by keys. */
export const configuration: readonly Attack[] = [
  attackOf({
    name: 'heavy-campaigns-patched',
    aimsAt: 'earn-engine',
    does: 'Renames one of 200 campaigns of 8 MiB in all, ten times a second, while its own tills sell.',
    isLegalBecause: 'A campaign may be changed while it is ACTIVE.',
    prepare: prepareHeavy,
    strike: async (blow, id) => {
      await changeAndSell(blow, async (n) => {
        await blow.live.patch(`/campaigns/${id}`, { name: `Campaign ${n.toString()}` });
      });
    },
  }),
  attackOf({
    name: 'campaigns-activated-and-paused',
    aimsAt: 'earn-engine',
    does: 'Pauses and resumes campaigns ten times a second, while its own tills sell.',
    isLegalBecause: 'Both are calls of the API.',
    mayGet: [409],
    prepare: async ({ live }) => {
      const ids: string[] = [];
      const earningRule = { type: 'FIXED_POINTS', points: 1 };
      for (const n of times(10, (at) => at))
        ids.push(await activate(live, { name: `No ${n.toString()}`, earningRule }));
      return ids;
    },
    strike: async (blow, ids) => {
      await changeAndSell(blow, async (n) => {
        const step = Math.floor(n / ids.length) % 2 === 0 ? 'pause' : 'resume';
        await blow.live.post(`/campaigns/${ids[n % ids.length] ?? ''}/${step}`);
      });
    },
  }),
  attackOf({
    name: 'campaigns-made-and-archived',
    aimsAt: 'ingress',
    does: 'Creates, activates and archives campaigns of 200 KiB, four at once.',
    isLegalBecause: 'Archived campaigns count for no limit.',
    mayGet: [409],
    prepare: nothing,
    strike: (blow) => {
      const skus = times(800, (n) => n.toString().padStart(250, 's'));
      const body = JSON.stringify({
        name: 'Large',
        earningRule: { type: 'PRODUCT_PURCHASE', points: 1, skus },
      });
      return inLoops(4, blow, async () => {
        const made = await blow.live.post('/campaigns', body);
        if (made.status !== 201) return made;
        const { id } = JSON.parse(made.text) as { id: string };
        await blow.live.post(`/campaigns/${id}/activate`);
        return blow.live.send({ method: 'DELETE', path: `/campaigns/${id}` });
      });
    },
  }),
  attackOf({
    name: 'definitions-changed',
    aimsAt: 'ingress',
    does: 'Changes the schema of 300 properties of an event ten times a second, while its own tills send such events.',
    isLegalBecause: 'A definition may be changed at any time.',
    mayGet: [409],
    prepare: async ({ live }) => {
      await live.make('/event-definitions', { key: changedKey, name: 'Changed', properties: schemaOf(0) });
    },
    strike: async (blow) => {
      const payload = { customerId: 'somebody' };
      await Promise.all([
        runOpenLoop(
          10,
          async (n) => {
            await blow.live.patch(`/event-definitions/${changedKey}`, { properties: schemaOf(n + 1) });
          },
          blow.signal,
        ),
        inLoops(8, blow, () => {
          const { transactionRef: ref } = receiptOf();
          return blow.live.post('/events', { eventKey: changedKey, ref, payload });
        }),
      ]);
    },
  }),
  attackOf({
    name: 'keys-of-many-tenants',
    aimsAt: 'ingress',
    does: 'Sends receipts of 600 tenants of one retailer in turn, each with a key of its own, from 32 tills.',
    isLegalBecause: 'A retailer may have a tenant for each of its brands.',
    prepare: async ({ db }) => inParallel(times(tenants, nameOf), 4, (name) => openTenant(db, name)),
    strike: (blow, opened) => {
      const callers = opened.map((credentials) => new Caller(blow.ground.pool, credentials, blow.live.tally));
      // Their receipts are stored elsewhere than the attacker's own.
      const send = (caller: Caller) => caller.post('/transactions/evaluate', receiptOf());
      return inLoops(32, blow, (n) => send(callers[n % tenants] ?? blow.live));
    },
  }),
];

const changedKey = 'attack.changed';

const schemaOf = (n: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    times(300, (at) => [`p${at.toString()}`, { type: 'string', maxLength: 1 + ((at + n) % 900) }]),
  ),
});
