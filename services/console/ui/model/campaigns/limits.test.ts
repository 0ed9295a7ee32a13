import type { Json } from '../drafts/draft.ts';
import { begunLimits, limitText, limitKindOf, sharedMax } from './limits.ts';

test.each<[Json, string]>([
  [begunLimits.onceADay, 'once a day'],
  [begunLimits.onceAWeek, 'once a week'],
  [begunLimits.pointsAMonth, 'at most 500 points a month'],
  [begunLimits.onceEver, 'once per member'],
  [begunLimits.firstThousand, 'at most 1,000 times for all members together'],
  [begunLimits.pointsAReceipt, 'at most 5,000 points per receipt or event'],
  [{ per: 'MEMBER', period: 'WEEK', of: 'POINTS', max: 1 }, 'at most 1 point a week'],
  [{ per: 'MEMBER', period: 'DAY', of: 'TIMES' }, 'at most … times a day'],
  [{ per: 'STORE', period: 'DAY', of: 'POINTS', max: 5 }, 'at most 5 points STORE DAY'],
])('%j: %s', (limit, text) => {
  expect(limitText(limit, 'en-GB')).toBe(text);
});

test('of all members together is the limit of the campaign alone', () => {
  expect(sharedMax([begunLimits.onceADay, begunLimits.firstThousand])).toBe(1_000);
  expect(sharedMax([begunLimits.onceADay, begunLimits.pointsAReceipt])).toBeNull();
  expect(sharedMax(null)).toBeNull();
});

test('the way of a limit is for whom and how long', () => {
  expect([
    limitKindOf(begunLimits.onceADay),
    limitKindOf(begunLimits.pointsAReceipt),
    limitKindOf(null),
  ]).toEqual(['MEMBER DAY', 'RECEIPT', '']);
});
