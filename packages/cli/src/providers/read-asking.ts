import type { IncomingMessage } from 'node:http';
import { verifyLoyaltySignature, verifyStandardWebhook, type SigningSecret } from '@loyalty/egress';

/** One asking for the code of a reward. */
export interface Asking {
  readonly idempotencyKey: string;
  readonly rewardType: string | null;
}

export type ReadAsking =
  | { readonly ok: true; readonly asking: Asking }
  | { readonly ok: false; readonly status: 400 | 401 | 413; readonly refusal: string };

/** A reward's value has 8 KiB at most; an asking is not much more. */
const bodyBytesMax = 64 * 1_024;

/** Reads an asking: its signatures first, when there is a secret to judge them by, as a provider must. */
export const readAsking = async (
  request: IncomingMessage,
  secret: SigningSecret | null,
): Promise<ReadAsking> => {
  const body = await readBody(request);
  if (body === null) return refused(413, 'The body is too large.');
  if (secret !== null && !isSigned(request, body, secret)) return refused(401, 'A signature is wrong.');
  const idempotencyKey = headerOf(request, 'idempotency-key');
  if (idempotencyKey === undefined) return refused(400, 'There is no Idempotency-Key.');
  const fields = parse(body);
  if (fields === null) return refused(400, 'The body is no JSON object.');
  const { rewardType } = fields;
  return {
    ok: true,
    asking: { idempotencyKey, rewardType: typeof rewardType === 'string' ? rewardType : null },
  };
};

const refused = (status: 400 | 401 | 413, refusal: string): ReadAsking => ({ ok: false, status, refusal });

const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const isSigned = (request: IncomingMessage, body: Buffer, secret: SigningSecret): boolean => {
  const standard = {
    id: headerOf(request, 'webhook-id'),
    timestamp: headerOf(request, 'webhook-timestamp'),
    signature: headerOf(request, 'webhook-signature'),
  };
  const nowSeconds = Math.floor(Date.now() / 1_000);
  return (
    verifyLoyaltySignature(secret, body, headerOf(request, 'x-loyalty-signature') ?? '') &&
    verifyStandardWebhook(secret, standard, { body, nowSeconds })
  );
};

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
};

const parse = (body: Buffer): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
};
