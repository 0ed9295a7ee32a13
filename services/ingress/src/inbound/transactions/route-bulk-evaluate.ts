import type { BodyOf } from '@loyalty/contracts';
import type { Handler } from '@loyalty/http';
import type { Clock } from '@loyalty/kernel';
import type { Metrics } from '@loyalty/telemetry';
import type { BulkEvaluate, BulkResult } from '../../usecases/transactions/bulk-evaluate.ts';
import { mapInTurns } from '../../usecases/transactions/map-in-turns.ts';
import type { LoadEnvironmentSecret } from '../load-secret.ts';
import { prefersAsync } from '../requests/prefers-async.ts';
import type { RejectsMismatch } from '../requests/rejects-mismatch.ts';
import type { Routes } from '../routes.ts';
import { bulkResponse, isAtOdds } from './bulk-response.ts';
import { readItem } from './bulk-items.ts';
import type { LimitBulkItems } from './limit-bulk-items.ts';
import type { LimitEvaluate } from './limit-evaluate.ts';

export interface BulkRoutesOptions {
  readonly bulkEvaluate: BulkEvaluate;
  readonly limitEvaluate: LimitEvaluate;
  readonly limitBulkItems: LimitBulkItems;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  /** Precedes the path of a location, as in `/v1`. */
  readonly basePath: string;
  readonly rejectsMismatch: RejectsMismatch;
}

/** Creates the route for many evaluates in one call (D10). A call counts as one request of every limit, and each item of the limit of items. */
export const createBulkRoutes = (options: BulkRoutesOptions): Pick<Routes, 'bulkEvaluateTransactions'> => ({
  bulkEvaluateTransactions: bulkRoute(options),
});

const bulkRoute =
  (options: BulkRoutesOptions): Handler<unknown, unknown, BodyOf<'bulkEvaluateTransactions'>> =>
  async ({ credential, body, headers, traceparent, tenantId, requestId }) => {
    const limited =
      (await options.limitEvaluate(credential)) ??
      (await options.limitBulkItems(credential, body.items.length));
    if (limited !== null) return limited;
    const nowMs = options.clock.now();
    const items = await mapInTurns(body.items, (item) => readItem(item, nowMs));
    const isAsync = prefersAsync(headers['prefer']);
    const results = await options.bulkEvaluate({
      environmentId: credential.environmentId,
      secret: await options.loadSecret(credential),
      requests: items.flatMap((item) => (item.outcome === 'read' ? [item.request] : [])),
      isAsync,
      traceparent,
    });
    countRepeats(options.metrics, results);
    const rejects = results.some(isAtOdds) && (await options.rejectsMismatch(credential.environmentId));
    const place = { basePath: options.basePath, tenantId, requestId, isAsync, rejectsMismatch: rejects };
    return bulkResponse(items, results, place);
  };

const countRepeats = (metrics: Pick<Metrics, 'count'>, results: readonly BulkResult[]): void => {
  for (const { outcome } of results) {
    if (outcome.outcome === 'answered' && outcome.isReplayed) metrics.count('loyalty_repeats_total', {});
  }
};
