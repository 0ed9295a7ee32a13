import { randomBytes } from 'node:crypto';
import { rejectedMessageOf } from './rejected-message.ts';

const memberKey = randomBytes(16);
const message = {
  topic: 'loyalty.facts',
  key: Buffer.from(memberKey.toString('base64url')),
  value: Buffer.from('fact'),
  headers: { loyalty_environment: '7' },
};

test('a rejected message is stored with its environment and the key of its member', () => {
  expect(rejectedMessageOf(message, 'too large')).toEqual({
    topic: 'loyalty.facts',
    message: Buffer.from('fact'),
    reason: 'too large',
    environmentId: 7,
    memberKey,
  });
});

test.each([
  ['no key, value or environment', { key: null, value: null, headers: {} }],
  ['another key', { key: Buffer.from('some-key'), value: null, headers: { loyalty_environment: 'x' } }],
])("one with %s is kept all the same, as nobody's", (_, over) => {
  expect(rejectedMessageOf({ ...message, ...over }, 'x')).toMatchObject({
    message: Buffer.alloc(0),
    environmentId: null,
    memberKey: null,
  });
});
