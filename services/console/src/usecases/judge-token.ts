import type { Readable } from 'node:stream';
import { operations } from '@loyalty/client';
import type { SendToApi } from './forward-call.ts';
import type { JudgeToken } from './sign-in.ts';

/**
 * Creates a function that checks a token with the one read that every token may make. If the API is
 * unavailable, people can still sign in.
 */
export const createJudgeToken =
  (send: SendToApi): JudgeToken =>
  async (accessToken, tenantId) => {
    try {
      const { status, body } = await send({
        operationId: 'getCredential',
        operation: operations.getCredential,
        path: `/tenants/${tenantId}/credential`,
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
        body: null,
        signal: AbortSignal.timeout(judgeMaxMs),
      });
      if (status === 401) return { isAccepted: false, detail: await readDetail(body) };
      body.resume();
      return { isAccepted: true };
    } catch {
      return { isAccepted: true };
    }
  };

/** A person waits for the judgement. */
const judgeMaxMs = 3_000;

/** A problem has some 500 bytes. */
const problemBytesMax = 16_384;

/**
 * Reads the detail of a problem. A proxy in between may refuse in a form of its own, or break off: that is
 * still a refusal.
 */
const readDetail = async (body: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length <= problemBytesMax) chunks.push(chunk);
    }
    const { detail } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // The sentence below says as much as there is.
  }
  return 'it says 401, and not why';
};
