import type { IncomingMessage } from 'node:http';
import type { SigningSecret } from '@loyalty/egress';
import { headerOf, readSigned, refused, type UnverifiedRequest } from '../loopback/read-signed.ts';

/** One request for the code of a reward. */
export interface ReadRequest {
  readonly idempotencyKey: string;
  readonly rewardType: string | null;
}

export type ReadAsking = { readonly ok: true; readonly asking: ReadRequest } | UnverifiedRequest;

/** Reads a request: first its signatures, if there is a secret, as a provider must. */
export const readAsking = async (
  request: IncomingMessage,
  secret: SigningSecret | null,
): Promise<ReadAsking> => {
  const read = await readSigned(request, secret);
  if (!read.ok) return read;
  const idempotencyKey = headerOf(request, 'idempotency-key');
  if (idempotencyKey === undefined) return refused(400, 'There is no Idempotency-Key.');
  const { rewardType } = read.fields;
  return {
    ok: true,
    asking: { idempotencyKey, rewardType: typeof rewardType === 'string' ? rewardType : null },
  };
};
