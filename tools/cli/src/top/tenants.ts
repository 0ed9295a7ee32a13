import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { TopCallers } from '@loyalty/http/api';
import { reasonOf } from '../failures.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
import { tableLines } from '../terminal.ts';

/** Values of `--by`: requests, refusals by a limit, failures, or seconds of waiting, each a second. */
export const tenantOrders = ['requests', '429', '5xx', 'waiting'] as const;

export type TenantOrder = (typeof tenantOrders)[number];

/** An environment over all processes of ingress, in their last one to two minutes. */
interface LoudTenant {
  readonly tenantId: string;
  readonly mode: string;
  readonly environmentId: number;
  readonly requestsPerS: number;
  readonly limitedPerS: number;
  readonly failedPerS: number;
  /** Seconds of waiting in a second: requests that are open at once, in the mean. */
  readonly waitingPerS: number;
}

interface SilentProcess {
  readonly url: string;
  readonly reason: string;
}

const shownMax = 10;
const timeoutMs = 2_000;

/** Fails when a process does not respond: its callers may be the loudest. `urls` are metrics pages. */
export const showTenants = async (
  task: CommandContext,
  urls: readonly string[],
  order: TenantOrder,
): Promise<CommandOutcome> => {
  const pages = [...new Set((await Promise.all(urls.map(addressesOf))).flat())];
  const looked = await Promise.all(pages.map(lookAt));
  const silent = looked.filter((one): one is SilentProcess => 'reason' in one);
  const shown = looked.flatMap((one) => ('callers' in one ? [one] : []));
  const tenants = topTenants(shown, order);
  const processes = shown.length;
  for (const line of renderTenants(tenants, shown)) task.say(line);
  for (const { url, reason } of silent) task.note(`${url}: ${reason}`);
  return {
    document: { processes, tenants, silent },
    isFailure: silent.length > 0 || processes === 0,
  };
};

/** A name may stand for several processes: the headless Service of ingress does. With TLS the name itself is asked. */
const addressesOf = async (url: string): Promise<readonly string[]> => {
  const page = new URL('/callers', url);
  if (page.protocol !== 'http:' || isIP(page.hostname.replace(/^\[|\]$/g, '')) !== 0) return [page.href];
  const found = await lookup(page.hostname, { all: true }).catch(() => []);
  if (found.length < 2) return [page.href];
  return found.map(({ address, family }) => {
    page.hostname = family === 6 ? `[${address}]` : address;
    return page.href;
  });
};

/** The address alone: it is no ingress, which alone has callers. */
const lookAt = async (url: string): Promise<TopCallers | SilentProcess | { readonly url: string }> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (response.status === 404) return { url };
    if (!response.ok) return { url, reason: `answered ${response.status.toString()}` };
    return (await response.json()) as TopCallers;
  } catch (failure) {
    const reason = failure instanceof Error ? (failure.cause ?? failure) : failure;
    return { url, reason: reasonOf(reason) };
  }
};

const measureOf: Readonly<Record<TenantOrder, (tenant: LoudTenant) => number>> = {
  requests: ({ requestsPerS }) => requestsPerS,
  '429': ({ limitedPerS }) => limitedPerS,
  '5xx': ({ failedPerS }) => failedPerS,
  waiting: ({ waitingPerS }) => waitingPerS,
};

/** Adds up what processes say, each by its own window, and keeps the ten that are first by the order. */
export const topTenants = (shown: readonly TopCallers[], order: TenantOrder): readonly LoudTenant[] => {
  const sums = new Map<number, LoudTenant>();
  for (const { windowS, callers } of shown) {
    // A process that has just begun a window: a second is the least that a rate means something for.
    const perS = (count: number): number => count / Math.max(1, windowS);
    for (const { tenantId, mode, environmentId, requests, limited, failed, tookMs } of callers) {
      const sum = sums.get(environmentId);
      sums.set(environmentId, {
        tenantId,
        mode,
        environmentId,
        requestsPerS: (sum?.requestsPerS ?? 0) + perS(requests),
        limitedPerS: (sum?.limitedPerS ?? 0) + perS(limited),
        failedPerS: (sum?.failedPerS ?? 0) + perS(failed),
        waitingPerS: (sum?.waitingPerS ?? 0) + perS(tookMs / 1_000),
      });
    }
  }
  const measure = measureOf[order];
  return [...sums.values()]
    .filter((tenant) => measure(tenant) > 0)
    .toSorted((a, b) => measure(b) - measure(a))
    .slice(0, shownMax);
};

const renderTenants = (tenants: readonly LoudTenant[], shown: readonly TopCallers[]): readonly string[] => {
  if (shown.length === 0) return ['No ingress responded.'];
  if (tenants.length === 0) return ['Nobody in the last two minutes.'];
  const others = shown.reduce((sum, answer) => sum + answer.others, 0);
  const rows = tenants.map((tenant) => [
    tenant.tenantId,
    tenant.mode,
    tenant.environmentId.toString(),
    ...[tenant.requestsPerS, tenant.limitedPerS, tenant.failedPerS, tenant.waitingPerS].map(figure),
    meanOf(tenant),
  ]);
  const header = ['tenant', 'mode', 'environment', 'requests/s', '429/s', '5xx/s', 'open', 'mean'];
  const beyond = `${others.toString()} requests of environments without counts of their own`;
  return [...tableLines(header, rows), ...(others > 0 ? [beyond] : [])];
};

const figure = (value: number): string =>
  value > 0 && value < 10 ? value.toFixed(2) : Math.round(value).toString();

const meanOf = ({ requestsPerS, waitingPerS }: LoudTenant): string =>
  requestsPerS > 0 ? `${((waitingPerS / requestsPerS) * 1_000).toFixed(1)} ms` : '–';
