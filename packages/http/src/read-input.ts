import { type Checked, type FieldError, bodyBytesMax } from '@loyalty/contracts';
import type { Request } from 'express';

import { isProblem, problem } from './answer.ts';
import type { Problem } from './answer.ts';
import type { HttpContract, Operation } from './contract.ts';
import { isUrlMalformed } from './express-server.ts';
import type { RequestInput } from './http-request.ts';
import { isJson } from './media-type.ts';
import { readBody } from './read-body.ts';
import { readQuery } from './read-query.ts';

/** Reads and judges what a request brings: 413, then 415, then 400 with every field error at once (D2, D7). */
export type InputReader = (request: Request) => Promise<RequestInput | Problem>;

export const createInputReader = (operation: Operation, contract: HttpContract): InputReader => {
  const validator = contract.validatorFor(operation.operationId);
  const faultyStrings = operation.isJudgedByItem === true ? 'kept' : 'refused';
  const judgeBody = (bytes: Buffer | undefined): Checked<unknown> => {
    if (bytes === undefined) return nothing;
    const parsed = contract.parseJsonBody(bytes, faultyStrings);
    return parsed.ok ? validator.body(parsed.value) : parsed;
  };
  const judgeQuery = (url: string): Checked<unknown> => {
    const read = readQuery(url);
    return read.ok ? validator.query(read.value) : read;
  };
  return async (request) => {
    const sent = operation.hasBody ? await readSent(request, operation) : { bytes: undefined };
    if (isProblem(sent)) return sent;
    if (isUrlMalformed(request))
      return invalid([{ pointer: '', message: 'must be sent to a URL in valid percent-encoded UTF-8' }]);
    const params = validator.params(request.params);
    const query = judgeQuery(request.url);
    const body = judgeBody(sent.bytes);
    if (params.ok && query.ok && body.ok)
      return { params: params.value, query: query.value, body: body.value };
    return invalid([params, query, body].flatMap(errorsOf));
  };
};

const nothing: Checked<unknown> = { ok: true, value: undefined };

const errorsOf = (checked: Checked<unknown>): readonly FieldError[] => (checked.ok ? [] : checked.errors);

const invalid = (errors: readonly FieldError[]): Problem =>
  problem('VALIDATION_ERROR', { context: { errors } });

interface SentBody {
  /** Undefined where nothing was sent and nothing is needed. */
  readonly bytes: Buffer | undefined;
}

const readSent = async (request: Request, operation: Operation): Promise<SentBody | Problem> => {
  const limitBytes = operation.bodyLimitBytes ?? bodyBytesMax;
  const read = await readBody(request, limitBytes);
  switch (read.kind) {
    case 'too-large':
      return problem('PAYLOAD_TOO_LARGE', { context: { limitBytes } });
    case 'abandoned':
      // Nobody is left to see this; it ends the exchange.
      return invalid([{ pointer: '', message: 'must not end early' }]);
    case 'read':
      return read.bytes.length === 0 ? withoutBody(operation) : withBody(request, read.bytes);
  }
};

const withoutBody = ({ isBodyOptional }: Operation): SentBody | Problem =>
  isBodyOptional
    ? { bytes: undefined }
    : invalid([{ pointer: '', message: 'must have a body; it is empty' }]);

const withBody = (request: Request, bytes: Buffer): SentBody | Problem =>
  isJson(request.headers) ? { bytes } : problem('UNSUPPORTED_MEDIA_TYPE');
