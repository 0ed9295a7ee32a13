import { outcomeOf } from './request-outcome.ts';

const replied = (code: string, body: Buffer | null = null) =>
  outcomeOf({ code, replayed: false, mismatch: false, body });

test('a refusal has its code and its context', () => {
  const refused = replied('MEMBER_SUSPENDED', Buffer.from('{"since":1}'));
  expect(refused).toEqual({ outcome: 'refused', code: 'MEMBER_SUSPENDED', context: { since: 1 } });
});

test('a code that is for services alone is passed on', () => {
  expect(replied('RETRY_DEFINITION')).toMatchObject({ code: 'RETRY_DEFINITION' });
});

test.each(['SOMETHING_NEW', 'toString'])(
  'a code %s that only another version knows is PROCESSING_FAILED',
  (code) => {
    expect(replied(code)).toEqual({ outcome: 'refused', code: 'PROCESSING_FAILED', context: {} });
  },
);

test('a reply without a code and without a body is a fault', () => {
  expect(() => outcomeOf({ code: null, replayed: false, mismatch: false, body: null })).toThrow(
    /without a body/,
  );
});
