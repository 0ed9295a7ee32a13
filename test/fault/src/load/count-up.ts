import { setTimeout as pause } from 'node:timers/promises';
import { askPatiently, type TenantAt } from '../ask.ts';
import type { CountedCampaign } from '../check/check-audit.ts';
import { make } from '../tenants.ts';

const everyMs = 200;

/**
 * Counts the description of a draft up, one change after the other, until `signal` aborts. A change that got no response is
 * asked for again, and then changes nothing.
 */
export const countUp = async (at: TenantAt, signal: AbortSignal): Promise<CountedCampaign> => {
  const earningRule = { type: 'FIXED_POINTS', points: 1 };
  const draft = { name: 'A draft that changes', description: '0', earningRule };
  const { id: campaignId } = await make(at, '/campaigns', draft);
  let reached = 0;
  while (!signal.aborted) {
    const body = { description: (reached + 1).toString() };
    const { status, text } = await askPatiently(at, {
      method: 'PATCH',
      path: `/campaigns/${campaignId}`,
      body,
    });
    if (status !== 200) throw new Error(`a change was refused: ${text}`);
    reached += 1;
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
  return { campaignId, reached };
};
