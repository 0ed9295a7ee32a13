import { bodyBytesMax, type ErrorCode, type EvaluateRequest } from '@loyalty/contracts';
import {
  type BodyOf,
  type Checked,
  faultyStringsOf,
  type FieldError,
  faultyStringText,
  validatorFor,
} from '@loyalty/contracts/http';
import type { Handler, HttpResponse } from '@loyalty/http/api';
import { type Clock, isReference } from '@loyalty/kernel';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { type BulkEvaluate, type BulkResult, mapInTurns } from '../../usecases/transactions/bulk-evaluate.ts';
import { readReceipt } from '../../usecases/transactions/member-request.ts';
import type { LimitBulkItems, LimitEvaluate } from '../access/operation-limits.ts';
import {
  prefersAsync,
  type RejectsMismatch,
  transactionLocation,
  type TransactionLocation,
} from '../request-response.ts';
import { problemDocument } from '../responses.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';

interface BulkRoutesOptions {
  readonly bulkEvaluate: BulkEvaluate;
  readonly limitEvaluate: LimitEvaluate;
  readonly limitBulkItems: LimitBulkItems;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly basePath: string;
  readonly rejectsMismatch: RejectsMismatch;
}

/** D10. A call counts as one request of every limit, and each item of the limit of items. */
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

type ItemReading =
  | { readonly outcome: 'read'; readonly ref: string; readonly request: EvaluateRequest }
  | {
      readonly outcome: 'invalid';
      readonly ref: string | null;
      /** Pointers begin at the item. */
      readonly errors: readonly FieldError[];
    };

/** As evaluate reads its body: its strings, its shape, then the engine's bounds. */
export const readItem = (item: unknown, nowMs: number): ItemReading => {
  const judged = judge(item);
  if (!judged.ok) return { outcome: 'invalid', ref: refOf(item), errors: judged.errors };
  const ref = judged.value.transactionRef;
  const receipt = readReceipt(ref, judged.value, nowMs);
  return receipt.outcome === 'read'
    ? { outcome: 'read', ref, request: receipt.request }
    : { outcome: 'invalid', ref, errors: receipt.faults };
};

const judge = (item: unknown): Checked<BodyOf<'evaluateTransaction'>> => {
  const faulty = faultyStringsOf(item);
  if (faulty.length === 0) return validatorFor('evaluateTransaction').body(item);
  return { ok: false, errors: faulty.map((pointer) => ({ pointer, message: faultyStringText })) };
};

const refOf = (item: unknown): string | null => {
  const { transactionRef } = Object(item) as { readonly transactionRef?: unknown };
  return typeof transactionRef === 'string' && isReference(transactionRef) ? transactionRef : null;
};

interface BulkPlace extends Omit<TransactionLocation, 'operation' | 'ref'> {
  readonly requestId: string;
  readonly isAsync: boolean;
  /** D106. */
  readonly rejectsMismatch: boolean;
}

/** True when an item has the outcome of another body, of this call or of an earlier one. */
const isAtOdds = ({ outcome, isAtOdds: isInCall }: BulkResult): boolean =>
  isInCall || (outcome.outcome === 'answered' && outcome.isMismatched);

/** `results` are those of the readable items, in order. Stored responses are copied byte for byte. */
const bulkResponse = (
  items: readonly ItemReading[],
  results: readonly BulkResult[],
  place: BulkPlace,
): HttpResponse => {
  const left = results.values();
  const written = items.map((item, index) => {
    const facts =
      item.outcome === 'invalid' ? invalidFacts(item, place) : factsOf(item, left.next().value, place);
    return resultText({ index, transactionRef: item.ref, ...facts });
  });
  return {
    status: place.isAsync ? 202 : 200,
    body: Buffer.from(`{"results":[${written.join(',')}]}`),
    ...(place.isAsync ? { headers: { 'Preference-Applied': 'respond-async' } } : {}),
  };
};

/** `body` is already JSON. */
interface ResultFacts {
  readonly status: number;
  readonly replayed: boolean;
  readonly mismatch: boolean;
  readonly body?: Buffer;
  readonly problem?: object;
  readonly location?: string;
}

const resultText = ({
  body,
  ...facts
}: ResultFacts & { readonly index: number; readonly transactionRef: string | null }): string => {
  const text = JSON.stringify(facts);
  return body === undefined ? text : `${text.slice(0, -1)},"body":${body.toString()}}`;
};

const invalidFacts = (
  { errors }: Extract<ItemReading, { outcome: 'invalid' }>,
  place: BulkPlace,
): ResultFacts => problemFacts({ code: 'VALIDATION_ERROR', context: { errors } }, place);

const factsOf = (item: ItemReading, result: BulkResult | undefined, place: BulkPlace): ResultFacts => {
  if (result === undefined) throw new Error('every item that was read has a result');
  if (place.rejectsMismatch && isAtOdds(result) && isDecided(result)) return problemFacts(duplicate, place);
  const facts = outcomeFacts(item, result, place);
  return { ...facts, mismatch: facts.mismatch || result.isAtOdds };
};

const outcomeFacts = ({ ref }: ItemReading, { outcome }: BulkResult, place: BulkPlace): ResultFacts => {
  switch (outcome.outcome) {
    case 'answered': {
      const { body, isReplayed, isMismatched } = outcome;
      return { status: 200, replayed: isReplayed, mismatch: isMismatched, body };
    }
    case 'accepted':
      return {
        ...plain(202),
        location: transactionLocation({ ...place, operation: 'evaluate', ref: ref ?? '' }),
      };
    case 'refused':
      return problemFacts(outcome, place);
    case 'too-large':
      return problemFacts(tooLarge, place);
    case 'undecided':
      return problemFacts(undecided, place);
  }
};

/** An item that was refused together with the other body shows the reason of that refusal. */
const isDecided = ({ outcome }: BulkResult): boolean =>
  outcome.outcome === 'answered' || outcome.outcome === 'accepted';

const noContext: Readonly<Record<string, unknown>> = {};
const tooLarge = { code: 'PAYLOAD_TOO_LARGE' satisfies ErrorCode, context: { limitBytes: bodyBytesMax } };
const duplicate = { code: 'TRANSACTION_DUPLICATE' satisfies ErrorCode, context: noContext };
const undecided = { code: 'PROCESSING_TIMEOUT' satisfies ErrorCode, context: noContext };

const problemFacts = (source: Parameters<typeof problemDocument>[0], place: BulkPlace): ResultFacts => {
  const problem = problemDocument(source, place.requestId);
  return { ...plain(problem.status), problem };
};

const plain = (status: number): ResultFacts => ({ status, replayed: false, mismatch: false });
