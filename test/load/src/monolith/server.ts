import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { parseJsonBody, validatorFor, evaluateRequestOf } from '@loyalty/contracts';
import { systemClock } from '@loyalty/kernel';
import { createKeyDirectory, createSnapshots, type KeyDirectory, type KeyRecord } from '@loyalty/programme';
import { atDoor, faultsOfEvaluateRequest, type EvaluateRequest } from '@loyalty/rules';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';
import express, { type Request, type Response } from 'express';
import { createEvaluate, type Evaluate } from './evaluate.ts';

export interface MonolithOptions {
  readonly databaseUrl: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly poolMax: number;
}

/**
 * The obvious design, to be compared with: Express and one Postgres transaction for each evaluate. It judges requests by
 * the same contract, decides by the same rules, knows keys and configuration as ours does; it has no rate limiter, writes
 * no logs, measures nothing, and nobody publishes what it puts into its outbox: all of that is in its favour.
 */
export const startMonolith = async ({ databaseUrl, port, poolMax }: MonolithOptions): Promise<number> => {
  const db = openDatabase(databaseUrl, poolMax);
  // A pool of its own: with every connection in a transaction that waits for the configuration, nobody could read it.
  const readers = openDatabase(databaseUrl, 2);
  const keys = createKeyDirectory({ db: readers, clock: systemClock });
  const evaluate = createEvaluate(db, createSnapshots({ db: readers }));
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  app.use(express.raw({ type: 'application/json', limit: '256kb' }));
  app.post('/v1/tenants/:tenantId/transactions/evaluate', (request, response) =>
    answerEvaluate({ keys, evaluate }, request, response),
  );
  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const openDatabase = (url: string, poolMax: number): Database =>
  createDatabase({ url, applicationName: 'monolith', poolMax, logger: silentLogger, looksUpByKey: true });

interface Parts {
  readonly keys: KeyDirectory;
  readonly evaluate: Evaluate;
}

const answerEvaluate = async (
  { keys, evaluate }: Parts,
  request: Request,
  response: Response,
): Promise<void> => {
  const key = await keys.find(request.get('x-api-key') ?? '');
  const { body, problem } = key === null ? unauthorized : readBody(key, request);
  if (key === null || body === null) {
    refuse(response, problem);
    return;
  }
  const outcome = await evaluate(key, body);
  if (outcome.refused !== null) {
    refuse(response, { status: 403, code: outcome.refused });
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

interface Reading {
  readonly body: EvaluateRequest | null;
  /** What is wrong where there is no body. */
  readonly problem: Problem;
}

const unauthorized: Reading = { body: null, problem: { status: 401, code: 'UNAUTHORIZED' } };
const forbidden: Reading = { body: null, problem: { status: 403, code: 'FORBIDDEN' } };
const invalid: Reading = { body: null, problem: { status: 400, code: 'VALIDATION_ERROR' } };

/** Judged by the same contract as in our own service. */
const readBody = (key: KeyRecord, request: Request): Reading => {
  const validator = validatorFor('evaluateTransaction');
  const params = validator.params(request.params);
  if (!params.ok) return invalid;
  if (params.value.tenantId !== key.tenantId) return forbidden;
  const parsed = parseJsonBody(request.body as Buffer);
  const body = parsed.ok ? validator.body(parsed.value) : parsed;
  if (!body.ok) return invalid;
  const receipt = evaluateRequestOf(body.value.transactionRef, body.value);
  return faultsOfEvaluateRequest(receipt, Date.now(), atDoor).length > 0
    ? invalid
    : { ...invalid, body: receipt };
};

const refuse = (response: Response, problem: Problem): void => {
  response.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
};
