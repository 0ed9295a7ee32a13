import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { bodyBytesMax } from '@loyalty/contracts';
import type { Checked, CheckedBody, FieldError, Warning } from '@loyalty/contracts/http';
import { noSlot } from '@loyalty/kernel/shares';
import type { HttpContract, RequestValidator, ServedOperation } from './contract.ts';
import type { Exchange } from './exchange.ts';
import { isUrlInvalid } from './express-server.ts';
import type { RequestInput } from './http-request.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { readIfMatch } from './if-match.ts';
import type { BodyShare } from './limits/body-share.ts';
import { refuseShare, refuseShareLater } from './limits/refuse-load.ts';
import type { ServerLimits } from './limits/server-limits.ts';
import { type BodyRead, pendingBytes, readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { isProblem, problem, type Problem } from './response.ts';

/** Refuses with 413, then 415, then 400 with every field error at once (D2, D7). */
type InputReader = (exchange: Exchange, share: BodyShare) => Promise<RequestInput | Problem>;

export const createInputReader = (
  operation: ServedOperation,
  contract: HttpContract,
  limits: ServerLimits,
): InputReader => {
  const faultyStrings = operation.isJudgedByItem === true ? 'kept' : 'refused';
  const judgeBody = (
    validator: RequestValidator,
    { bytes }: SentBody,
    isTest: boolean,
  ): CheckedBody<unknown> => {
    if (bytes === undefined) return nothing;
    const parsed = contract.parseJsonBody(bytes, faultyStrings);
    if (!parsed.ok) return parsed;
    if (!isTest || validator.ignoredOfTests === undefined) return validator.body(parsed.value);
    const warnings = validator.ignoredOfTests(parsed.value);
    const judged = validator.body(parsed.value);
    return judged.ok ? { ...judged, warnings } : judged;
  };
  const judgeQuery = (validator: RequestValidator, url: string): Checked<unknown> => {
    const read = readQuery(url);
    return read.ok ? validator.query(read.value) : read;
  };
  const judgeHeaders = (headers: IncomingHttpHeaders): Checked<ReadHeaders> => {
    const match = readIfMatch(operation.takesIfMatch === true ? headers['if-match'] : undefined);
    const key = readIdempotencyKey(
      operation.takesIdempotencyKey === true ? headers['idempotency-key'] : undefined,
    );
    if (match.ok && key.ok)
      return { ok: true, value: { ifMatch: match.ifMatch, idempotencyKey: key.idempotencyKey } };
    return { ok: false, errors: [match, key].flatMap((read) => (read.ok ? [] : [read.error])) };
  };
  const readSent = createBodyReader(operation, limits);
  return async (exchange, share) => {
    const { request } = exchange;
    const sent = operation.hasBody ? await readSent(request, share) : { bytes: undefined };
    if (isProblem(sent)) return sent;
    keepOfTest(exchange, sent);
    if (isUrlInvalid(request))
      return invalid([{ pointer: '', message: 'must be sent to a URL in valid percent-encoded UTF-8' }]);
    // It may be compiled at its first use.
    const validator = contract.validatorFor(operation.operationId);
    const params = validator.params(request.params);
    const query = judgeQuery(validator, request.url);
    const body = judgeBody(validator, sent, exchange.credential?.mode === 'test');
    const headers = judgeHeaders(request.headers);
    if (!body.ok && body.code !== undefined) return problem(body.code, { context: { errors: body.errors } });
    if (params.ok && query.ok && body.ok && headers.ok) {
      const { warnings = none } = body;
      return { params: params.value, query: query.value, body: body.value, warnings, ...headers.value };
    }
    return invalid([params, query, body, headers].flatMap(errorsOf));
  };
};

type ReadHeaders = Pick<RequestInput, 'ifMatch' | 'idempotencyKey'>;

/** Nothing else keeps the bytes of a live request: they are gone once they are parsed. */
const keepOfTest = (exchange: Exchange, { bytes }: SentBody): void => {
  if (exchange.credential?.mode === 'test') exchange.sentBody = bytes;
};

const nothing: Checked<unknown> = { ok: true, value: undefined };

const none: readonly Warning[] = [];

const errorsOf = (checked: Checked<unknown>): readonly FieldError[] => (checked.ok ? [] : checked.errors);

const invalid = (errors: readonly FieldError[]): Problem =>
  problem('VALIDATION_ERROR', { context: { errors } });

interface SentBody {
  readonly bytes: Buffer | undefined;
}

/** A smaller body is in the socket's buffers by the time it is read. */
const uploadBytesMin = 64 * 1024;

type ReadSent = (request: Request, share: BodyShare) => Promise<SentBody | Problem>;

const createBodyReader = (operation: ServedOperation, limits: ServerLimits): ReadSent => {
  const limitBytes = operation.bodyLimitBytes ?? bodyBytesMax;
  const stallMs = limits.limits.bodyStallMs;
  return async (request, share) => {
    const bounds = { limitBytes, stallMs, share };
    const isUpload = !request.complete && pendingBytes(request) > uploadBytesMin;
    const read = isUpload
      ? await limits.uploads.run(share.owner, () => readBody(request, bounds))
      : await readBody(request, bounds);
    if (read === noSlot) return refuseShareLater(limits, 'bodies');
    if (read.kind !== 'read') return refuseBody(read, limitBytes, limits);
    if (read.bytes.length > uploadBytesMin) await limits.parseTurn();
    return sentBody(request, operation, read.bytes);
  };
};

const refuseBody = (
  { kind }: Exclude<BodyRead, { kind: 'read' }>,
  limitBytes: number,
  limits: ServerLimits,
): Problem => {
  switch (kind) {
    case 'too-large':
      return problem('PAYLOAD_TOO_LARGE', { context: { limitBytes } });
    case 'share-used':
      return refuseShare(limits, 'bodies');
    case 'stalled':
      limits.shed('body_stalled');
      return problem('REQUEST_TIMEOUT', { headers: { Connection: 'close' } });
    case 'abandoned':
      // The client is gone; this ends the exchange.
      return invalid([{ pointer: '', message: 'must not end early' }]);
  }
};

const sentBody = (request: Request, operation: ServedOperation, bytes: Buffer): SentBody | Problem =>
  bytes.length === 0 ? withoutBody(operation) : withBody(request, bytes);

const withoutBody = ({ isBodyOptional }: ServedOperation): SentBody | Problem =>
  isBodyOptional
    ? { bytes: undefined }
    : invalid([{ pointer: '', message: 'must have a body, but it is empty' }]);

const withBody = (request: Request, bytes: Buffer): SentBody | Problem =>
  isJson(request.headers) ? { bytes } : problem('UNSUPPORTED_MEDIA_TYPE');

const jsonType = /^application\/(?:[\w.!#$&^-]+\+)?json$/i;
const foreignCharset = /^charset=(?!"?utf-?8"?$)/i;

/** `application/json` and `application/…+json` in UTF-8, not compressed: no other bodies are read. */
const isJson = (headers: IncomingHttpHeaders): boolean => {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return false;
  const header = headers['content-type'] ?? '';
  if (header === 'application/json') return true;
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  return jsonType.test(type) && !parameters.some((parameter) => foreignCharset.test(parameter));
};
