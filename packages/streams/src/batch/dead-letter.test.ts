import { headers as names } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import { deadLetterOf } from './dead-letter.ts';

const recordOf = (given: Partial<InboundRecord>): InboundRecord => ({
  topic: 'loyalty.facts',
  partition: 3,
  offset: 41,
  timestamp: 1,
  key: Buffer.from('member'),
  value: Buffer.from('bytes'),
  headers: {},
  ...given,
});

const letterOf = (given: Partial<InboundRecord>) =>
  deadLetterOf(
    {
      record: recordOf(given),
      consumerGroup: 'tier-service',
      lane: 'bulk',
      rejection: { reason: 'UNDECODABLE', detail: 'why' },
    },
    0,
  );

const fromHere = {
  [names.deadLetterGroup]: 'tier-service',
  [names.deadLetterTopic]: 'loyalty.facts',
  [names.deadLetterPartition]: '3',
  [names.deadLetterOffset]: '41',
  [names.deadLetterReason]: 'UNDECODABLE',
  [names.deadLetterDetail]: 'why',
  [names.deadLetterAttempts]: '1',
  [names.deadLetterAt]: '1970-01-01T00:00:00.000Z',
};

test('a dead letter has the original bytes, and names the group, the origin and the reason', () => {
  const deadLetter = letterOf({ headers: { own: 'header' } });
  expect(deadLetter).toEqual({
    topic: 'loyalty.dead-letters',
    key: Buffer.from('member'),
    value: Buffer.from('bytes'),
    headers: { own: 'header', ...fromHere },
  });
});

test('the count continues when a replayed dead letter is given up again', () => {
  const { headers } = letterOf({ headers: { [names.deadLetterAttempts]: '2' } });
  expect(headers[names.deadLetterAttempts]).toBe('3');
});

test('a message of 256 KiB is copied, a larger one is not', () => {
  const exact = letterOf({ key: null, value: Buffer.alloc(256 * 1024) });
  const larger = letterOf({ value: Buffer.alloc(256 * 1024), headers: { own: 'header' } });
  expect(exact.value).toHaveLength(256 * 1024);
  expect(larger).toMatchObject({ value: null, key: Buffer.from('member') });
  expect(larger.headers).toEqual({ ...fromHere, [names.deadLetterBytes]: (256 * 1024 + 47).toString() });
});

test('a message with large headers or a large key is not copied either', () => {
  const headers = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`h${n.toString()}`, 'v']));
  expect(Object.keys(letterOf({ headers }).headers)).toHaveLength(Object.keys(fromHere).length + 1);
  expect(letterOf({ key: Buffer.alloc(300_000) })).toMatchObject({ key: null, value: null });
});
