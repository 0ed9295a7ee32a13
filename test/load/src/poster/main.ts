import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { createSigningSecret, signatureHeaders, type SigningSecret } from '@loyalty/egress/signatures';
import type { PosterJob } from './job.ts';

/** The bare loop: signs and posts bodies as fast as responses come, and nothing else. Takes one job and exits. */
process.once('message', (job: PosterJob) => {
  postAll(job).then(
    () => process.send?.('done', () => process.exit(0)),
    (failure: unknown) => {
      process.stderr.write(`The bare loop failed: ${String(failure)}\n`);
      process.exit(1);
    },
  );
});

const postAll = async ({ url, posts, bytes, connections }: PosterJob): Promise<void> => {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const secret = createSigningSecret('a secret of the partner');
  let left = posts;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await post(pool, pathname, signed(secret, bytes));
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  await pool.close();
};

interface Signed {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Builds a body and headers like the dispatcher's. */
const signed = (secret: SigningSecret, bytes: number): Signed => {
  const [id, deliveryId] = [randomUUID(), randomUUID()];
  const body = Buffer.alloc(bytes, deliveryId);
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'loyalty-webhooks',
      'x-loyalty-event': 'member.stamp_card_completed',
      'x-loyalty-delivery': deliveryId,
      ...signatureHeaders({ id, timestampSeconds, body }, { current: secret }),
    },
  };
};

const post = (pool: Pool, path: string, { body, headers }: Signed): Promise<void> =>
  new Promise((resolve, reject) => {
    pool.dispatch(
      { method: 'POST', path, headers, body },
      {
        onConnect: () => undefined,
        onHeaders: (status) => {
          if (status !== 200) reject(new Error(`a post was answered ${status.toString()}`));
          return true;
        },
        onData: () => true,
        onComplete: () => {
          resolve();
        },
        onError: reject,
      },
    );
  });
