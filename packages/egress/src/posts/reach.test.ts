import type { EnvironmentId } from '@loyalty/kernel';
import { Reach } from './reach.ts';

let nowMs: number;
let reach: Reach;
beforeEach(() => {
  nowMs = 0;
  reach = new Reach(() => nowMs);
});

const note = (environment: number, howMany: number, isReached: boolean): void => {
  for (let n = 0; n < howMany; n += 1)
    reach.note({
      address: `${environment.toString()}.${n.toString()}`,
      isReached,
      environmentId: environment as EnvironmentId,
    });
};
const elapse = (ms: number): void => {
  nowMs += ms;
};

it('we are cut off while more than half of the addresses of the last minute were not reached', () => {
  note(1, 3, true);
  note(2, 3, false);
  expect(reach.isCutOff).toBe(false);
  note(3, 1, false);
  elapse(1_000);
  expect([reach.isCutOff, reach.unreachedShare]).toEqual([true, 4 / 7]);
  elapse(58_000);
  expect(reach.isCutOff).toBe(true);
  elapse(2_000);
  expect([reach.isCutOff, reach.unreachedShare]).toEqual([false, 0]);
});

it('an address is judged by its newest call', () => {
  note(1, 6, false);
  expect(reach.isCutOff).toBe(true);
  note(1, 6, true);
  elapse(1_000);
  expect(reach.unreachedShare).toBe(0);
});

it('▲ a few dead addresses alone excuse nobody', () => {
  note(1, 4, false);
  expect([reach.isCutOff, reach.unreachedShare]).toEqual([false, 0]);
});

it('▲ a hundred dead addresses of one environment excuse nobody while others are reached', () => {
  note(1, 100, false);
  for (const environment of [2, 3, 4]) note(environment, 3, true);
  expect(reach.isCutOff).toBe(false);
  expect(reach.unreachedShare).toBe(8 / 17);
});
