import type { EnvironmentId } from '@loyalty/kernel';
import type { PublishedFact } from '@loyalty/storage/history';
import { SharedSubjects } from './published-facts-step.ts';

const factOf = (environment: number, occurredAtMs: number): PublishedFact => ({
  id: '',
  environmentId: environment as EnvironmentId,
  tenantId: null,
  type: 'management.written',
  occurredAtMs,
  ledgerSeq: null,
  data: {},
});

const timesIn = (subjects: SharedSubjects): number[] =>
  subjects.all().map(({ occurredAtMs }) => occurredAtMs);

test('▲ an environment may fill a quarter of the capacity; further facts are left out and counted', () => {
  const subjects = new SharedSubjects(8);
  for (let n = 0; n < 5; n += 1) subjects.keep(`1/${n.toString()}`, factOf(1, n));
  for (let n = 0; n < 2; n += 1) subjects.keep(`2/${n.toString()}`, factOf(2, 10 + n));
  expect([timesIn(subjects), subjects.leftOut]).toEqual([[0, 1, 10, 11], 3]);
});

test('all environments together cannot exceed the capacity', () => {
  const subjects = new SharedSubjects(4);
  for (let environment = 1; environment <= 6; environment += 1)
    subjects.keep(environment.toString(), factOf(environment, environment));
  expect([timesIn(subjects), subjects.leftOut]).toEqual([[1, 2, 3, 4], 2]);
});

test('of one subject the newest fact is kept and takes one place; forgetting it frees the place', () => {
  const subjects = new SharedSubjects(4);
  subjects.keep('a', factOf(1, 1));
  subjects.keep('a', factOf(1, 3));
  subjects.keep('a', factOf(1, 2));
  subjects.forget('a', factOf(1, 2));
  expect(timesIn(subjects)).toEqual([3]);
  subjects.forget('a', factOf(1, 3));
  subjects.keep('b', factOf(1, 4));
  expect([timesIn(subjects), subjects.leftOut]).toEqual([[4], 0]);
});
