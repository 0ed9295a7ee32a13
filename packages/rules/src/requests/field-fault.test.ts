import { nowMs } from '../testing/builders.ts';
import { atEngine, atIngress, type JudgingContext, occurredAtFault } from './field-fault.ts';

const firstMs = Date.UTC(2000, 0, 1);
const tooEarly = 'must not be before the year 2000';
const aheadOf = (minutes: number) => `must not be more than ${minutes.toString()} minutes in the future`;

it.each<[string, string, JudgingContext, number, string | null]>([
  ['ingress', '5 minutes ahead', atIngress, nowMs + 300_000, null],
  ['ingress', 'a millisecond more', atIngress, nowMs + 300_001, aheadOf(5)],
  ['an engine', '10 minutes ahead', atEngine, nowMs + 600_000, null],
  ['an engine', 'a millisecond more', atEngine, nowMs + 600_001, aheadOf(10)],
  ['ingress', 'the first moment of 2000', atIngress, firstMs, null],
  ['ingress', 'the moment before it', atIngress, firstMs - 1, tooEarly],
  ['an engine', 'the moment before it', atEngine, firstMs - 1, tooEarly],
  ['an engine', 'no time', atEngine, Number.NaN, tooEarly],
])(
  'at %s a time that is %s is judged by the bounds of that place (D76)',
  (...[, , place, occurredAtMs, fault]) => {
    expect(occurredAtFault(occurredAtMs, nowMs, place)).toBe(fault);
  },
);
