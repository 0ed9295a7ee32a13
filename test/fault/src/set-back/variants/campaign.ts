import { receiptOf, type Operation } from '../../load/operations.ts';
import type { FaultTenant } from '../../fault-tenant.ts';
import { activateCampaign, createBareTenant } from '../../tenants.ts';
import { compareWithStored } from '../compare-with-stored.ts';
import { freeze } from '../frozen.ts';
import type { Listed } from '../listed.ts';
import type { Done } from '../../load/tills.ts';
import { sendUnjournaled } from '../send-unjournaled.ts';
import type { Scene, Variant } from './variant.ts';

/** Returns a campaign that gives `points` for each receipt. */
const fixed = (points: number): object => ({
  name: `${points.toString()} a receipt`,
  earningRule: { type: 'FIXED_POINTS', points },
});

const receiptsCount = 20;

/** Both campaigns raise the configuration to the same version number. Engines are frozen until the number is reused. */
export const lostCampaign: Variant = {
  title: 'a campaign was activated in the tail, and another one is activated after it',
  begin: async (scene) => {
    const { stack } = scene;
    const tenant = await createBareTenant(stack, 'Campaigns');
    await activateCampaign({ stack, tenant }, fixed(1));
    await sendUnjournaled(scene, receiptAt(tenant, 'before', 0));
    const acknowledged: Done[] = [];
    let lostId = '';
    let thaw = (): void => undefined;
    return {
      inTail: async () => {
        lostId = await activateCampaign({ stack, tenant }, fixed(1_000));
        for (let n = 0; n < receiptsCount; n += 1)
          acknowledged.push(await sendUnjournaled(scene, receiptAt(tenant, 'tail', n)));
      },
      justBefore: () => {
        thaw = freeze(stack, 'earn-engine');
      },
      afterwards: async () => {
        await activateCampaign({ stack, tenant }, fixed(20)).finally(thaw);
        for (let n = 0; n < receiptsCount; n += 1) await expectNow(scene, receiptAt(tenant, 'after', n));
      },
      atRest: async (listed) => {
        requireListed(scene, listed, lostId);
        await compareWithStored(stack, { done: acknowledged, tenants: [tenant], listed }, scene.violations);
      },
    };
  },
};

const receiptAt = (tenant: FaultTenant, when: string, n: number): Operation =>
  receiptOf({ tenant, ref: `${when}-${n.toString()}`, memberRef: `member-${n.toString()}` }, 100);

/** A decision after the second activation must use the second campaign and not the first. */
const expectNow = async (scene: Scene, operation: Operation): Promise<void> => {
  const { answer } = await sendUnjournaled(scene, operation);
  if (!answer.includes('"pointsAwarded":21')) scene.violations.add('decided by a lost campaign', answer);
};

const requireListed = ({ violations }: Scene, listed: Listed, campaignId: string): void => {
  if (!listed.has(campaignId)) violations.add('management write gone, not listed', `campaign ${campaignId}`);
};
