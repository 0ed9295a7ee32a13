import { askOurs, timesOfOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';
import { deliveryDays, loadDeliveries } from '../large/load-deliveries.ts';
import { openOurTenant } from '../our-service.ts';
import { registerEndpoints } from '../webhooks/endpoints.ts';
import { noteTimes } from '../webhooks/note-times.ts';
import type { BenchRun } from './bench-run.ts';

const farPage = 1_000;
const dayMs = 86_400_000;

const isoOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString();

/** Every filter: some are served by the key, some by the index of failures, and one searches many rows. */
const filters = (eventId: string): readonly (readonly [title: string, query: string])[] => [
  ['no filter', ''],
  ['SUCCEEDED', 'status=SUCCEEDED'],
  ['FAILED', 'status=FAILED'],
  ['RETRYING', 'status=RETRYING'],
  ['PENDING (1 in 1,000)', 'status=PENDING'],
  ['a common type', 'event=transaction.processed'],
  ['a rare type (1 in 1,000)', 'event=reward.failed'],
  ['an event', `eventId=${eventId}`],
  ['some days', `since=${isoOf(deliveryDays / 2)}&until=${isoOf(deliveryDays / 4)}`],
];

interface Page {
  readonly deliveries: readonly { readonly eventId: string }[];
  readonly nextCursor: string | null;
}

/** Measures a page of deliveries of one endpoint that has many (`--deliveries`): the first and the 1,000th, by each filter. */
export const measureDeliveryList = async (run: BenchRun): Promise<void> => {
  const { stack, options } = run;
  run.say(`Listing ${options.deliveries.toLocaleString('en-US')} deliveries`);
  const tenant = await openOurTenant(stack, []);
  // Nothing is ever sent to this address.
  const urls = ['http://127.0.0.1:8090/'];
  const [webhookId = ''] = await registerEndpoints(run, tenant, { urls, event: 'points.expired' });
  const { environmentId } = tenant;
  await loadDeliveries(stack.databaseUrl, {
    environmentId,
    webhookId,
    deliveries: options.deliveries,
    say: (text) => {
      run.say(text);
    },
  });
  const asked = `GET /webhooks/${webhookId}/deliveries`;
  const [newest] = (await askOurs<Page>(tenant, asked)).deliveries;
  for (const [title, query] of filters(newest?.eventId ?? ''))
    await measureFilter(run, tenant, { title, asked: `${asked}?${query}` });
};

interface Filtered {
  readonly title: string;
  readonly asked: string;
}

const measureFilter = async (run: BenchRun, tenant: Contender, { title, asked }: Filtered): Promise<void> => {
  noteTimes(run, `deliveries, ${title}, page 1`, await timesOfOurs(tenant, asked));
  const { page, asked: far } = await walk(tenant, asked);
  noteTimes(run, `deliveries, ${title}, page ${page.toString()}`, await timesOfOurs(tenant, far));
};

/** Follows cursors up to the 1,000th page, or the last one. */
const walk = async (tenant: Contender, asked: string): Promise<{ page: number; asked: string }> => {
  let [page, here] = [1, asked];
  while (page < farPage) {
    const { nextCursor } = await askOurs<Page>(tenant, here);
    if (nextCursor === null) break;
    here = `${asked}&cursor=${encodeURIComponent(nextCursor)}`;
    page += 1;
  }
  return { page, asked: here };
};
