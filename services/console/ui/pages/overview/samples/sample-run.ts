import type { Loyalty } from '@loyalty/client';
import { useSyncExternalStore } from 'react';
import { useLoyalty } from '../../../api/client.ts';
import { tellOfSession } from '../../../app/sign-in.tsx';
import { sampleCalls, sampleCount, sampleMembers } from './sample.ts';

/** The state of sending sample receipts. */
export type SampleRun =
  | { readonly state: 'none' }
  | {
      readonly state: 'campaign' | 'members' | 'receipts' | 'done';
      readonly sent: number;
      readonly refusals: readonly string[];
    }
  | { readonly state: 'failed'; readonly error: unknown };

const none: SampleRun = { state: 'none' };

/** Runs are kept by tenant: a run continues while other pages are shown, and its own tenant alone sees it. */
const runs = new Map<string, SampleRun>();
const listeners = new Set<() => void>();

const show = (tenantId: string, run: SampleRun): void => {
  runs.set(tenantId, run);
  for (const listener of listeners) listener();
};

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the run of the environment that is shown; there is never one in live. */
export const useSampleRun = (): SampleRun => {
  const { tenantId, mode } = useLoyalty();
  return useSyncExternalStore(listen, () => (mode === 'test' ? (runs.get(tenantId) ?? none) : none));
};

export const isRunning = ({ state }: SampleRun): boolean =>
  state === 'campaign' || state === 'members' || state === 'receipts';

interface SampleTarget {
  readonly loyalty: Loyalty;
  readonly tenantId: string;
  readonly mode: 'live' | 'test';
}

/** One call a second: long enough to be seen, and short enough to be waited for. */
const betweenCallsMs = 1_000;
const membersAtATime = 5;

/**
 * Sends 200 receipts in ten seconds, after creating what they need to earn. It does nothing in live, and
 * never runs twice at once.
 */
export const startSampleRun = async (target: SampleTarget, campaignName: string): Promise<void> => {
  const { loyalty, tenantId, mode } = target;
  if (mode !== 'test' || isRunning(runs.get(tenantId) ?? none)) return;
  try {
    show(tenantId, { state: 'campaign', sent: 0, refusals: [] });
    await makeCampaign(loyalty, campaignName);
    show(tenantId, { state: 'members', sent: 0, refusals: [] });
    await enrolMembers(loyalty);
    await sendReceipts(loyalty, (run) => show(tenantId, run));
  } catch (error) {
    tellOfSession(error);
    show(tenantId, { state: 'failed', error });
  }
};

/** If a campaign is active already, receipts earn by that. A draft of a run that failed is used. */
const makeCampaign = async (loyalty: Loyalty, name: string): Promise<void> => {
  const { campaigns: active } = await loyalty.listCampaigns({ state: 'ACTIVE', limit: 1 });
  if (active.length > 0) return;
  const { campaigns: drafts } = await loyalty.listCampaigns({ state: 'DRAFT', limit: 100 });
  const earningRule = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
  const { id } =
    drafts.find((draft) => draft.name === name) ??
    (await loyalty.createCampaign({ body: { name, earningRule } }));
  await loyalty.activateCampaign({ campaignId: id });
};

const enrolMembers = async (loyalty: Loyalty): Promise<void> => {
  for (let at = 0; at < sampleMembers.length; at += membersAtATime)
    await Promise.all(
      sampleMembers.slice(at, at + membersAtATime).map((body) => loyalty.createMember({ body })),
    );
};

const sendReceipts = async (loyalty: Loyalty, onRun: (run: SampleRun) => void): Promise<void> => {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const refusals: string[] = [];
  let sent = 0;
  onRun({ state: 'receipts', sent, refusals });
  for (const items of sampleCalls(seed)) {
    const began = performance.now();
    const { results } = await loyalty.bulkEvaluateTransactions({ body: { items } });
    for (const { problem } of results) if (problem !== undefined) refusals.push(problem.detail);
    sent += items.length;
    onRun({ state: sent < sampleCount ? 'receipts' : 'done', sent, refusals: refusals.slice() });
    await new Promise((resolve) => setTimeout(resolve, betweenCallsMs - (performance.now() - began)));
  }
};
