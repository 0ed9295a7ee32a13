import type { Contender } from '../contender.ts';
import type { LoadResult } from '../generator/job.ts';
import { openOurTenant } from '../our-service.ts';
import { startReceiver, type Receiver } from '../receiver/start-receiver.ts';
import { registerEndpoints } from '../webhooks/endpoints.ts';
import { noteTimes } from '../webhooks/note-times.ts';
import type { BenchRun } from './bench-run.ts';
import { loadBeside } from './beside.ts';
import { warmUp } from './warm-up.ts';

const path = '/ref/one';
const evaluates = { bodies: 'evaluate', ratePerSecond: 500, keepsAnswerTimes: true } as const;

/**
 * Measures evaluates at 500/s of a tenant with an endpoint and of one without (A B B A). Reports what the endpoint costs the
 * evaluates, and the time from the response to the webhook.
 */
export const measureWebhooksLatency = async (run: BenchRun): Promise<void> => {
  run.say('Webhooks beside evaluates at 500/s');
  const receiver = await startReceiver();
  try {
    const tenants = { without: await openOurTenant(run.stack), with: await openOurTenant(run.stack) };
    const urls = [receiver.urlOf(path)];
    await registerEndpoints(run, tenants.with, { urls, event: 'transaction.processed' });
    await warmUp(run, [run.contenders[0]]);
    await webhookDelays(receiver, await load(run, tenants.with));
    await measureInTurn(run, receiver, tenants);
  } finally {
    receiver.stop();
  }
};

type Kind = 'without' | 'with';

const measureInTurn = async (
  run: BenchRun,
  receiver: Receiver,
  tenants: Readonly<Record<Kind, Contender>>,
): Promise<void> => {
  const p99s = { without: 0, with: 0 };
  for (const kind of ['without', 'with', 'with', 'without'] as const) {
    const result = await load(run, tenants[kind]);
    noteEvaluates(run, `evaluate at 500/s ${kind} an endpoint`, result);
    p99s[kind] += result.p99Ms;
    if (kind === 'with')
      noteTimes(run, 'answer to first byte of its webhook', await webhookDelays(receiver, result));
  }
  const ratio = p99s.with / p99s.without;
  run.figures.add('engine', { title: 'evaluate at 500/s, p99 with an endpoint', unit: '×' }, ratio);
  run.say(`  p99 of evaluates ${ratio.toFixed(2)} × that without`);
};

const load = (run: BenchRun, tenant: Contender): Promise<LoadResult> =>
  loadBeside({ ...run, contenders: [tenant, run.contenders[1]] }, evaluates);

const noteEvaluates = (run: BenchRun, title: string, { p50Ms, p99Ms }: LoadResult): void => {
  run.figures.add('engine', { title: `${title}: p50`, unit: 'ms' }, p50Ms);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, p99Ms);
  run.say(`  ${title}: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
};

/** Returns the milliseconds from each measured response to the first byte of its webhook, once all webhooks came. */
const webhookDelays = async (
  receiver: Receiver,
  { requestsInAll, answeredMs }: LoadResult,
): Promise<readonly number[]> => {
  await receiver.until(path, requestsInAll);
  const arrivedMs = new Map((await receiver.take(path)).arrivedMs);
  return answeredMs.map(([ref, atMs]) => {
    const arrived = arrivedMs.get(ref);
    if (arrived === undefined) throw new Error(`no webhook came for ${ref}`);
    return arrived - atMs;
  });
};
