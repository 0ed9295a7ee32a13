import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import type { EvaluateRequest, RedeemRequest } from '@loyalty/contracts';
import { evaluateRequestOf, parseJsonBody, validatorFor } from '@loyalty/contracts/http';
import { systemClock } from '@loyalty/kernel';
import { atIngress, faultsOfEvaluateRequest, faultsOfRedeemRequest } from '@loyalty/rules/requests';
import { createDatabase, type Database } from '@loyalty/storage';
import { createKeyDirectory, type KeyDirectory, type KeyRecord } from '@loyalty/tables/keys';
import { createSnapshots } from '@loyalty/tables/snapshot';
import { silentLogger } from '@loyalty/telemetry/logger';
import { evaluate } from './evaluate.ts';
import { createExecute, type Execute, type Operation } from './operation.ts';
import { redeem } from './redeem.ts';

export interface MonolithOptions {
  readonly databaseUrl: string;
  /** With 0, any free port is taken. */
  readonly port: number;
  readonly poolMax: number;
}

/**
 * The obvious design as a baseline: Express and one Postgres transaction for each request. It uses the same contract, rules,
 * keys and configuration as ours. It has no rate limiter, logs or metrics, and nothing publishes its outbox: all in its favour.
 */
export const startMonolith = async ({ databaseUrl, port, poolMax }: MonolithOptions): Promise<number> => {
  const db = openDatabase(databaseUrl, poolMax);
  // A separate pool: when every connection is in a transaction that waits for the configuration, none is left to read it.
  const readers = openDatabase(databaseUrl, 2);
  const keys = createKeyDirectory({ db: readers, clock: systemClock });
  const stores = { db, snapshots: createSnapshots({ db: readers }) };
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  app.use(express.raw({ type: 'application/json', limit: '256kb' }));
  const serve = <Body extends { readonly transactionRef: string }>(
    operation: Operation<Body>,
    read: Read<Body>,
  ): void => {
    const parts = { keys, read, execute: createExecute(stores, operation) };
    app.post(`/v1/tenants/:tenantId/transactions/${operation.name}`, (request, response) =>
      answerRequest(parts, request, response),
    );
  };
  serve(evaluate, readReceipt);
  serve(redeem, readRedeem);
  const server = app.listen(port, '127.0.0.1');
  // As long as ours: at a slow rate connections idle for seconds.
  server.keepAliveTimeout = 75_000;
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const openDatabase = (url: string, poolMax: number): Database =>
  createDatabase({ url, applicationName: 'monolith', poolMax, logger: silentLogger, looksUpByKey: true });

interface Parts<Body> {
  readonly keys: KeyDirectory;
  readonly read: Read<Body>;
  readonly execute: Execute<Body>;
}

const answerRequest = async <Body>(
  { keys, read, execute }: Parts<Body>,
  request: Request,
  response: Response,
): Promise<void> => {
  const found = await keys.find(request.get('x-api-key') ?? '');
  if (found.state !== 'valid') {
    refuse(response, unauthorized);
    return;
  }
  const { key } = found;
  const body = read(key, request);
  if ('status' in body) {
    refuse(response, body);
    return;
  }
  const outcome = await execute(key, body.request);
  if (outcome.refused !== null) {
    refuse(response, outcome.refused);
    return;
  }
  if (outcome.isReplayed) response.set('Idempotent-Replayed', 'true');
  if (outcome.isMismatched) response.set('Idempotency-Mismatch', 'true');
  response.type('application/json').send(outcome.answer);
};

interface Problem {
  readonly status: number;
  readonly code: string;
}

/** Reads the request in a body, or the problem with it, by the same contract as our service. */
type Read<Body> = (key: KeyRecord, request: Request) => { readonly request: Body } | Problem;

const unauthorized: Problem = { status: 401, code: 'UNAUTHORIZED' };
const forbidden: Problem = { status: 403, code: 'FORBIDDEN' };
const invalid: Problem = { status: 400, code: 'VALIDATION_ERROR' };

const readReceipt: Read<EvaluateRequest> = (key, request) => {
  const validator = validatorFor('evaluateTransaction');
  const refused = refusalOf(validator.params(request.params), key);
  if (refused !== null) return refused;
  const parsed = parseJsonBody(request.body as Buffer);
  const body = parsed.ok ? validator.body(parsed.value) : parsed;
  if (!body.ok) return invalid;
  const receipt = evaluateRequestOf(body.value.transactionRef, body.value);
  return faultsOfEvaluateRequest(receipt, Date.now(), atIngress).length > 0 ? invalid : { request: receipt };
};

const readRedeem: Read<RedeemRequest> = (key, request) => {
  const validator = validatorFor('redeemPoints');
  const refused = refusalOf(validator.params(request.params), key);
  if (refused !== null) return refused;
  const parsed = parseJsonBody(request.body as Buffer);
  const body = parsed.ok ? validator.body(parsed.value) : parsed;
  if (!body.ok) return invalid;
  const { transactionRef, memberRef, amount: amountCents, pointsRequested } = body.value;
  const {
    campaignId = null,
    storeRef = null,
    maxDiscountPercentOfBasket = null,
    currency = null,
  } = body.value;
  const named = { transactionRef, memberRef, amountCents, pointsRequested };
  const order = { ...named, campaignId, storeRef, maxDiscountPercentOfBasket, currency };
  return faultsOfRedeemRequest(order).length > 0 ? invalid : { request: order };
};

/** Returns why this key may not call this operation, or null. */
const refusalOf = (
  params: { readonly ok: false } | { readonly ok: true; readonly value: { readonly tenantId: string } },
  key: KeyRecord,
): Problem | null => {
  if (!params.ok) return invalid;
  return params.value.tenantId === key.tenantId ? null : forbidden;
};

const refuse = (response: Response, problem: Problem): void => {
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
};
