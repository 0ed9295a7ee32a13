import { Readable } from 'node:stream';
import { createJudgeToken } from './judge-token.ts';
import type { SendToApi } from './forward-call.ts';

const responding =
  (status: number, chunks: readonly string[]): SendToApi =>
  () =>
    Promise.resolve({
      status,
      headers: {},
      body: Readable.from(chunks.map((text) => Buffer.from(text))),
    });

const judged = (send: SendToApi) => createJudgeToken(send)('token', 'tenant-1');

const breaking: SendToApi = () => {
  const body = new Readable({
    read() {
      this.destroy(new Error('cut off'));
    },
  });
  return Promise.resolve({ status: 401, headers: {}, body });
};

test.each([
  ['a problem', responding(401, ['{"detail":"The token has', ' expired."}']), 'The token has expired.'],
  ['a page of a proxy', responding(401, ['<h1>401</h1>']), 'it says 401, and not why'],
  ['nothing', responding(401, []), 'it says 401, and not why'],
  ['JSON without a detail', responding(401, ['null']), 'it says 401, and not why'],
  ['a body that is cut off', breaking, 'it says 401, and not why'],
])('a 401 with %s refuses the token', async (_what, send, detail) => {
  expect(await judged(send)).toEqual({ isAccepted: false, detail });
});

test.each([
  ['without the permission to read', responding(403, ['{}'])],
  ['of an API that is unavailable', () => Promise.reject(new Error('away'))],
])('a token %s is accepted', async (_what, send) => {
  expect(await judged(send)).toEqual({ isAccepted: true });
});
