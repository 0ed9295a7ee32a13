import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, askPatiently } from '../../ask.ts';
import { receiptOf } from '../../load/operations.ts';
import { loyaltyctlJson } from '../../loyaltyctl.ts';
import type { FaultTenant } from '../../fault-tenant.ts';
import { activateCampaign, changeSetting, createBareTenant, liveOf } from '../../tenants.ts';
import { sendUnjournaled } from '../send-unjournaled.ts';
import type { Listed } from '../listed.ts';
import type { Scene, Variant } from './variant.ts';

const codesCount = 5_000;
const givenCount = 10;
const issuePatienceMs = 30_000;

const giftCards = {
  name: 'Gift cards',
  earningRule: {
    type: 'SURPRISE_DELIGHT',
    rewardRules: [
      { everyNth: 1, reward: { rewardType: 'GIFT_CARD', value: { amount: 5_000 }, validDays: 1 } },
    ],
  },
};

/** A reward with its code. */
interface Given {
  readonly rewardId: string;
  readonly code: string;
}

/** Members get codes in the tail. Right after the loss, other members get codes of the same pool. */
export const lostDraw: Variant = {
  title: 'codes of a pool were drawn in the tail, and others are drawn after it',
  begin: async (scene) => {
    const tenant = await openPool(scene);
    let tailCodes: readonly Given[] = [];
    let after: readonly string[] = [];
    return {
      inTail: async () => {
        tailCodes = await codesOf(scene, tenant, await buy(scene, tenant, 'tail'));
      },
      afterwards: async () => {
        after = await buy(scene, tenant, 'after');
      },
      atRest: async (listed) => {
        checkStrangers(scene, tailCodes, await codesOf(scene, tenant, after));
        await checkKept(scene, { tenant, tailCodes, listed });
      },
    };
  },
};

const openPool = async ({ stack }: Scene): Promise<FaultTenant> => {
  const tenant = await createBareTenant(stack, 'Codes');
  const file = join(stack.home, 'codes.txt');
  writeFileSync(file, Array.from({ length: codesCount }, (_, n) => `CODE-${n.toString()}\n`).join(''));
  await loyaltyctlJson(stack, 'codes', 'import', file, '--pool', 'cards', ...liveOf(tenant));
  await changeSetting({ stack, tenant }, 'rewardProviders', { byType: { GIFT_CARD: 'cards' } });
  await activateCampaign({ stack, tenant }, giftCards);
  return tenant;
};

/** Sends receipts of new members. Returns the ids of their rewards. */
const buy = async (scene: Scene, tenant: FaultTenant, who: string): Promise<string[]> => {
  const rewardIds: string[] = [];
  for (let n = 0; n < givenCount; n += 1) {
    const name = `${who}-${n.toString()}`;
    const { answer } = await sendUnjournaled(scene, receiptOf({ tenant, ref: name, memberRef: name }, 100));
    const { campaigns } = JSON.parse(answer) as { campaigns: { rewardIds: string[] }[] };
    rewardIds.push(...campaigns.flatMap((campaign) => campaign.rewardIds));
  }
  return rewardIds;
};

const codesOf = async (
  { stack }: Scene,
  tenant: FaultTenant,
  rewardIds: readonly string[],
): Promise<Given[]> => {
  const given: Given[] = [];
  for (const rewardId of rewardIds) given.push({ rewardId, code: await codeOf({ stack, tenant, rewardId }) });
  return given;
};

interface Wanted {
  readonly stack: Scene['stack'];
  readonly tenant: FaultTenant;
  readonly rewardId: string;
}

/** Waits until the reward is issued. Returns its code, or an empty string when time runs out. */
const codeOf = async ({ stack, tenant, rewardId }: Wanted): Promise<string> => {
  const untilMs = Date.now() + issuePatienceMs;
  for (;;) {
    const { status, text } = await askPatiently(
      { stack, tenant },
      {
        method: 'GET',
        path: `/rewards/${rewardId}`,
      },
    );
    const { value } = JSON.parse(text) as { readonly value?: { readonly code?: string } };
    if (value?.code !== undefined) return value.code;
    if (status !== 200 || Date.now() > untilMs) return '';
    await pause(50);
  }
};

const checkStrangers = (
  { violations }: Scene,
  tailCodes: readonly Given[],
  after: readonly Given[],
): void => {
  const owners = new Map(tailCodes.map(({ code, rewardId }) => [code, rewardId]));
  for (const { code, rewardId } of after)
    if (owners.has(code))
      violations.add('code given twice', `${code}: ${owners.get(code) ?? ''} and ${rewardId}`);
};

interface Kept {
  readonly tenant: FaultTenant;
  readonly tailCodes: readonly Given[];
  readonly listed: Listed;
}

/** A member keeps the code they were shown, or the change is listed. */
const checkKept = async (
  { stack, violations }: Scene,
  { tenant, tailCodes, listed }: Kept,
): Promise<void> => {
  for (const { rewardId, code } of tailCodes) {
    const { status, text } = await ask({ stack, tenant }, { method: 'GET', path: `/rewards/${rewardId}` });
    if (status !== 200) violations.add('lost', `reward ${rewardId}: ${text}`);
    else if (!text.includes(`"${code}"`) && !listed.has(rewardId) && !listed.has(code))
      violations.add('code changed, not listed', `${code} of ${rewardId}: ${text}`);
  }
};
