import { randomBytes } from 'node:crypto';
import { messageOfRejected, rejectedMessageOf } from './packed-messages.ts';

const memberKey = randomBytes(16);
const message = {
  topic: 'loyalty.facts',
  key: Buffer.from(memberKey.toString('base64url')),
  value: Buffer.from('fact'),
  headers: { loyalty_environment: '7' },
};

test('a rejected message is stored with its environment and the key of its member', () => {
  expect(rejectedMessageOf(message, 'too large')).toMatchObject({
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

test('a stored message goes out as it was: partition, key and headers; not once its member was erased', () => {
  const addressed = { ...message, partition: 3 };
  const stored = rejectedMessageOf(addressed, 'x');
  const again = messageOfRejected(stored);
  expect([again, again?.headers['loyalty_environment']?.toString()]).toMatchObject([
    { topic: message.topic, partition: 3, key: message.key, value: message.value },
    '7',
  ]);
  expect(messageOfRejected({ message: Buffer.alloc(0), head: null })).toBeNull();
});
