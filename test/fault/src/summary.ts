import { medianOf } from './median.ts';
import type { WebhookFigures } from './check/check-webhooks.ts';
import type { Unavailability } from './faults/strike-all.ts';
import type { Client } from './load/client.ts';
import type { Violations } from './violations.ts';

export interface RunFacts {
  readonly acknowledged: number;
  readonly streamed: number;
  readonly repeats: number;
  readonly webhooks: WebhookFigures & { readonly refused: number };
  readonly unavailable: Unavailability;
  readonly client: Client;
  readonly violations: Violations;
}

/** Formats the summary of a run. */
export const summaryOf = (facts: RunFacts): string => {
  const { acknowledged, streamed, repeats, webhooks, unavailable, client, violations } = facts;
  const kills = [...unavailable]
    .filter(([name]) => name.startsWith('kill'))
    .flatMap(([, times]) => times).length;
  const count = (kind: string): string => violations.countOf(kind).toString();
  return [
    '',
    `acknowledged ${format(acknowledged)} operations (of a hundred: 45 evaluates, 20 returns, 10 authorizations with their ends, 10 redeems, 8 events, 7 others) and ${format(streamed)} streamed receipts; ${kills.toString()} kills`,
    `lost ${count('lost')}, doubled ${count('doubled')}, unresolved ${count('unresolved')}; ` +
      `${repeats.toString()} repeats after FLUSHALL, ${count('repeat differs')} with other bytes`,
    `longest wait for any answer ${(client.longestAttemptMs / 1_000).toFixed(1)} s; ` +
      `${format(client.refusedAttempts)} times 503, ${format(client.brokenAttempts)} broken connections`,
    `webhooks: ${format(webhooks.received)} received, ${format(webhooks.twice)} twice with the same bytes, ` +
      `${format(webhooks.refused)} times refused by their receiver, ${format(webhooks.underWay)} still under way after that`,
    '',
    '| Fault | times | unavailable, median | longest |',
    '| --- | ---: | ---: | ---: |',
    ...[...unavailable].map(([name, times]) => rowOf(name, times)),
    '',
    ...violations.lines(),
  ].join('\n');
};

const rowOf = (name: string, times: readonly number[]): string => {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  return `| ${name} | ${times.length.toString()} | ${seconds(medianOf(times))} | ${seconds(Math.max(0, ...times))} |`;
};

const format = (value: number): string => value.toLocaleString('en-US');
