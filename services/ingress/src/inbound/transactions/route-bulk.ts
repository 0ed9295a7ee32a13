import { bodyBytesMax, type ErrorCode, type EvaluateRequest } from '@loyalty/contracts';
import {
  type Checked,
  faultyStringsOf,
  type FieldError,
  faultyStringText,
  validatorFor,
} from '@loyalty/contracts/http';
import type { Credential, Handler, HttpResponse } from '@loyalty/http/api';
import { type Clock, isReference } from '@loyalty/kernel';
import { readReturn } from '@loyalty/rules/requests';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { authorOfCall } from '../../audited-calls.ts';
import {
  type BulkEvaluate,
  type BulkResult,
  type BulkReturn,
  mapInTurns,
  type OrderedReturn,
} from '../../usecases/transactions/ask-in-bulk.ts';
import { readReceipt } from '../../usecases/transactions/member-request.ts';
import type { FindEmptyBasketFault } from '../../usecases/transactions/empty-baskets.ts';
import type { LimitBulkItems, LimitEvaluate } from '../access/operation-limits.ts';
import {
  prefersAsync,
  type RejectsMismatch,
  transactionLocation,
  type TransactionLocation,
} from '../request-response.ts';
import { problemDocument } from '../responses.ts';
import {
  type LoadCallEnvironment,
  loadNamedKey,
  type LoadEnvironmentSecret,
  type Routes,
} from '../routes.ts';

interface BulkRoutesOptions {
  readonly bulkEvaluate: BulkEvaluate;
  readonly bulkReturn: BulkReturn;
  readonly limitEvaluate: LimitEvaluate;
  readonly limitBulkItems: LimitBulkItems;
  readonly findEmptyBasketFault: FindEmptyBasketFault;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly loadEnvironment: LoadCallEnvironment;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly basePath: string;
  readonly rejectsMismatch: RejectsMismatch;
}

/**
 * Creates the routes for bulk calls (D10). A call counts as one request for every limit, and each item counts
 * for the limit of items.
 */
export const createBulkRoutes = (
  options: BulkRoutesOptions,
): Pick<Routes, 'bulkEvaluateTransactions' | 'bulkReturn'> => ({
  bulkEvaluateTransactions: bulkRoute<EvaluateRequest>(options, {
    operation: 'evaluate',
    refField: 'transactionRef',
    limit: options.limitEvaluate,
    read: readBasket,
    findFault: options.findEmptyBasketFault,
    ask: async ({ credential, requests, ...call }) => {
      const { secret, currency } = await options.loadEnvironment(credential);
      return options.bulkEvaluate({ ...call, requests, secret, currency });
    },
  }),
  bulkReturn: bulkRoute<NamingReturn>(options, {
    operation: 'return',
    refField: 'returnRef',
    limit: null,
    read: readOrder,
    findFault: ({ order }) => options.findEmptyBasketFault(order),
    ask: async ({ credential, environmentId, isAsync, traceparent, author, requests }) => {
      const orders: OrderedReturn[] = [];
      for (const { order, storeRef, memberRef } of requests) {
        const namedKey = await loadNamedKey(memberRef, credential, options.loadSecret);
        orders.push({ order, storeRef, namedKey });
      }
      return options.bulkReturn({ environmentId, isAsync, traceparent, author, orders });
    },
  }),
});

interface NamingReturn extends Pick<OrderedReturn, 'order' | 'storeRef'> {
  readonly memberRef: string | null;
}

interface BulkKind<Request> {
  readonly operation: TransactionLocation['operation'];
  /** This is the field of an item and of its result. */
  readonly refField: 'transactionRef' | 'returnRef';
  /** It applies besides the limit of items. */
  readonly limit: LimitEvaluate | null;
  readonly read: (item: unknown, nowMs: number) => ItemReading<Request>;
  /** Finds what only the running processes tell of an item that was read. */
  readonly findFault: (request: Request) => FieldError | null | Promise<FieldError | null>;
  readonly ask: (call: {
    readonly credential: Credential;
    readonly environmentId: Credential['environmentId'];
    readonly requests: readonly Request[];
    readonly isAsync: boolean;
    readonly traceparent: string;
    readonly author: Buffer;
  }) => Promise<readonly BulkResult[]>;
}

const bulkRoute =
  <Request>(
    options: BulkRoutesOptions,
    kind: BulkKind<Request>,
  ): Handler<unknown, unknown, { readonly items: readonly unknown[] }> =>
  async ({ credential, body, headers, traceparent, tenantId, requestId }) => {
    const { environmentId } = credential;
    const limited =
      (await kind.limit?.(credential)) ?? (await options.limitBulkItems(credential, body.items.length));
    if (limited !== null) return limited;
    const nowMs = options.clock.now();
    const read = await mapInTurns<unknown, NamedReading<Request>>(body.items, (item) => ({
      ...kind.read(item, nowMs),
      ref: refOf(item, kind.refField),
    }));
    const items = await withFaults(read, kind.findFault);
    const isAsync = prefersAsync(headers['prefer']);
    const requests = items.flatMap((item) => (item.outcome === 'read' ? [item.request] : []));
    const results = await kind.ask({
      credential,
      environmentId,
      requests,
      isAsync,
      traceparent,
      author: authorOfCall(credential),
    });
    countRepeats(options.metrics, results);
    const rejects = results.some(isAtOdds) && (await options.rejectsMismatch(environmentId));
    const { basePath } = options;
    const place = { ...kind, basePath, tenantId, requestId, isAsync, rejectsMismatch: rejects };
    return bulkResponse(items, results, place);
  };

const withFaults = async <Request>(
  items: readonly NamedReading<Request>[],
  findFault: BulkKind<Request>['findFault'],
): Promise<readonly NamedReading<Request>[]> => {
  const judged: NamedReading<Request>[] = [];
  for (const item of items) {
    const found = item.outcome === 'read' ? findFault(item.request) : null;
    const fault = found === null ? null : await found;
    judged.push(fault === null ? item : { outcome: 'invalid', errors: [fault], ref: item.ref });
  }
  return judged;
};

const countRepeats = (metrics: Pick<Metrics, 'count'>, results: readonly BulkResult[]): void => {
  for (const { outcome } of results) {
    if (outcome.outcome === 'answered' && outcome.isReplayed) metrics.count('loyalty_repeats_total', {});
  }
};

type ItemReading<Request> =
  | { readonly outcome: 'read'; readonly request: Request }
  /** The pointers of the errors begin at the item. */
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

type NamedReading<Request = unknown> = ItemReading<Request> & { readonly ref: string | null };

/** Reads an item as evaluate reads its body: its strings, then its schema, then the engine's bounds. */
export const readBasket = (item: unknown, nowMs: number): ItemReading<EvaluateRequest> => {
  const judged = judge(validatorFor('evaluateTransaction').body, item);
  if (!judged.ok) return { outcome: 'invalid', errors: judged.errors };
  const receipt = readReceipt(judged.value.transactionRef, judged.value, nowMs);
  return receipt.outcome === 'read' ? receipt : { outcome: 'invalid', errors: receipt.faults };
};

const readOrder = (item: unknown): ItemReading<NamingReturn> => {
  const judged = judge(validatorFor('returnPurchase').body, item);
  if (!judged.ok) return { outcome: 'invalid', errors: judged.errors };
  const read = readReturn(judged.value);
  if (read.outcome === 'invalid') return { outcome: 'invalid', errors: read.faults };
  const { storeRef = null, memberRef = null } = judged.value;
  return { outcome: 'read', request: { order: read.order, storeRef, memberRef } };
};

const judge = <Body>(judgeShape: (item: unknown) => Checked<Body>, item: unknown): Checked<Body> => {
  const faulty = faultyStringsOf(item);
  if (faulty.length === 0) return judgeShape(item);
  return { ok: false, errors: faulty.map((pointer) => ({ pointer, message: faultyStringText })) };
};

const refOf = (item: unknown, field: BulkKind<unknown>['refField']): string | null => {
  const ref = (Object(item) as Partial<Record<typeof field, unknown>>)[field];
  return typeof ref === 'string' && isReference(ref) ? ref : null;
};

interface BulkPlace extends Omit<TransactionLocation, 'ref'>, Pick<BulkKind<unknown>, 'refField'> {
  readonly requestId: string;
  readonly isAsync: boolean;
  /** Whether a reference with a different body is refused (D106). */
  readonly rejectsMismatch: boolean;
}

/** Returns true if an item has the outcome of another body, of this call or of an earlier one. */
const isAtOdds = ({ outcome, isAtOdds: isInCall }: BulkResult): boolean =>
  isInCall || (outcome.outcome === 'answered' && outcome.isMismatched);

/** `results` are those of the readable items, in order. Stored responses are copied byte for byte. */
const bulkResponse = (
  items: readonly NamedReading[],
  results: readonly BulkResult[],
  place: BulkPlace,
): HttpResponse => {
  const left = results.values();
  const written = items.map((item, index) => {
    const facts =
      item.outcome === 'invalid' ? invalidFacts(item, place) : factsOf(item, left.next().value, place);
    return resultText({ index, [place.refField]: item.ref, ...facts });
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

const resultText = ({ body, ...facts }: ResultFacts & { readonly index: number }): string => {
  const text = JSON.stringify(facts);
  return body === undefined ? text : `${text.slice(0, -1)},"body":${body.toString()}}`;
};

const invalidFacts = (
  { errors }: Extract<NamedReading, { outcome: 'invalid' }>,
  place: BulkPlace,
): ResultFacts => problemFacts({ code: 'VALIDATION_ERROR', context: { errors } }, place);

const factsOf = (item: NamedReading, result: BulkResult | undefined, place: BulkPlace): ResultFacts => {
  if (result === undefined) throw new Error('every item that was read has a result');
  if (place.rejectsMismatch && isAtOdds(result) && isDecided(result)) return problemFacts(duplicate, place);
  const facts = outcomeFacts(item, result, place);
  return { ...facts, mismatch: facts.mismatch || result.isAtOdds };
};

const outcomeFacts = ({ ref }: NamedReading, { outcome }: BulkResult, place: BulkPlace): ResultFacts => {
  switch (outcome.outcome) {
    case 'answered': {
      const { body, isReplayed, isMismatched } = outcome;
      return { status: 200, replayed: isReplayed, mismatch: isMismatched, body };
    }
    case 'accepted':
      return {
        ...plain(202),
        location: transactionLocation({ ...place, ref: ref ?? '' }),
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
