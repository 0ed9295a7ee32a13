import { askPatiently } from '../../ask.ts';
import { eventOf, type Operation } from '../../load/operations.ts';
import { loyaltyctlJson } from '../../loyaltyctl.ts';
import { eventKey, fixedPoints } from '../../points.ts';
import type { FaultTenant } from '../../fault-tenant.ts';
import { activateCampaign, createBareTenant, make } from '../../tenants.ts';
import { compareWithStored, readStored } from '../compare-with-stored.ts';
import type { Done } from '../../load/tills.ts';
import { sendUnjournaled } from '../send-unjournaled.ts';
import type { Listed } from '../listed.ts';
import type { Scene, Variant } from './variant.ts';

const eventsCount = 10;
/** A value that the lost revision accepts and the one before it refuses. */
const unfitting = 500;

const payloadUpTo = (maximum: number): object => ({
  type: 'object',
  properties: { customerId: { type: 'string' }, litres: { type: 'number', maximum } },
});

/**
 * Events are accepted by a revision that is then lost. Those that also fit the stored revision are stored; the others become
 * dead letters with their reason.
 */
export const lostDefinition: Variant = {
  title: 'a definition was changed in the tail, and events were judged by it',
  begin: async (scene) => {
    const { stack } = scene;
    const tenant = await createBareTenant(stack, 'Definitions');
    const definition = { key: eventKey, name: 'Fuel', properties: payloadUpTo(100) };
    const { id } = await make({ stack, tenant }, '/event-definitions', definition);
    await activateCampaign(
      { stack, tenant },
      {
        name: 'Points for fuel',
        earningRule: { type: 'EVENT_TRIGGER', eventKey, reward: { points: fixedPoints.event } },
      },
    );
    const fitting: Done[] = [];
    const others: Done[] = [];
    return {
      inTail: async () => {
        const change = {
          method: 'PATCH',
          path: `/event-definitions/${eventKey}`,
          body: { properties: payloadUpTo(1_000) },
        };
        const { status, text } = await askPatiently({ stack, tenant }, change);
        if (status !== 200) throw new Error(`the definition was not changed: ${text}`);
        for (let n = 0; n < eventsCount; n += 1) {
          fitting.push(await sendUnjournaled(scene, eventAt(tenant, n, 5)));
          others.push(await sendUnjournaled(scene, eventAt(tenant, n, unfitting)));
        }
      },
      atRest: async (listed) => {
        if (!listed.has(id)) scene.violations.add('management write gone, not listed', `definition ${id}`);
        await compareWithStored(stack, { done: fitting, tenants: [tenant], listed }, scene.violations);
        await checkUnfitting(scene, { tenant, others, listed });
      },
    };
  },
};

const eventAt = (tenant: FaultTenant, n: number, litres: number): Operation => {
  const ref = `event-${n.toString()}-${litres.toString()}`;
  return eventOf({ tenant, ref, memberRef: `member-${n.toString()}` }, { litres });
};

interface Unfitting {
  readonly tenant: FaultTenant;
  readonly others: readonly Done[];
  readonly listed: Listed;
}

/** Each event is stored, or is a dead letter that is listed. */
const checkUnfitting = async (scene: Scene, { tenant, others, listed }: Unfitting): Promise<void> => {
  const { stack, violations } = scene;
  const stored = await readStored(stack, [tenant]);
  const gone = others.filter(({ operation }) => !stored.has(`${tenant.tenantId}/${operation.ref}`));
  const { total } = await loyaltyctlJson<{ total: number }>(
    stack,
    'dead-letters',
    'list',
    '--reason',
    'DEFINITION_LOST',
  );
  const given = gone.filter(({ operation }) => !listed.has(operation.ref));
  if (total < gone.length)
    violations.add('gone in silence', `${gone.length.toString()} events, ${total.toString()} dead letters`);
  for (const { operation } of given) violations.add('answer differs, not listed', operation.ref);
};
