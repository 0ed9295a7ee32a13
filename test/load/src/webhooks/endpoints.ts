import type { PublicEventType } from '@loyalty/contracts/webhooks';
import { askOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import type { BenchRun } from '../measure/bench-run.ts';

/** Registers an endpoint of a tenant for each URL (at most 100, D74). Returns their ids. */
export const registerEndpoints = async (
  { stack }: BenchRun,
  tenant: Contender,
  { urls, event }: { readonly urls: readonly string[]; readonly event: PublicEventType },
): Promise<string[]> => {
  const ofTenant = ['--tenant', tenant.tenantId, '--mode', 'live'];
  await loyaltyctl(stack, 'settings', 'set', 'webhooksOverPlainHttp', 'true', ...ofTenant);
  const ids: string[] = [];
  for (const url of urls) {
    const webhook = { url, secret: 'a secret of the partner', events: [event] };
    ids.push((await askOurs<{ id: string }>(tenant, 'POST /webhooks', webhook)).id);
  }
  return ids;
};
