import { reasonOf } from './failures.ts';

test.each([
  [new Error('one\nat two'), 'one'],
  [new AggregateError([new Error('first'), new Error('second')], ''), 'first'],
  [new AggregateError([new Error('first')], 'all failed'), 'all failed: first'],
  [new TypeError(''), 'TypeError'],
  ['text', 'text'],
])('%s becomes %j', (thrown, text) => {
  expect(reasonOf(thrown)).toBe(text);
});
