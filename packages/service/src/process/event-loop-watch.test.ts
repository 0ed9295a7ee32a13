import { EventLoopWatch } from './event-loop-watch.ts';

let watch: EventLoopWatch;

/**
 * Time passes, in which this process uses a share of one processor; its timers run late, once, at the end.
 */
let [nowMs, processorMs] = [0, 0];
const pass = (ms: number, share: number): void => {
  nowMs += ms;
  processorMs += ms * share;
};

beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  jest.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: processorMs * 1_000, system: 0 }));
  watch = new EventLoopWatch();
});
afterEach(() => jest.restoreAllMocks());

test('an event loop that was blocked for more than ten seconds is reported for thirty', () => {
  pass(9_000, 1);
  expect(watch.blockedForMs()).toBeNull();
  pass(11_000, 1);
  expect(watch.blockedForMs()).toBe(11_000);
  for (let passed = 0; passed < 29; passed += 1) {
    pass(1_000, 0.1);
    expect(watch.blockedForMs()).toBe(11_000);
  }
  pass(1_000, 0.1);
  expect(watch.blockedForMs()).toBeNull();
});

test('a process that was frozen is not reported', () => {
  pass(600_000, 0.01);
  expect(watch.blockedForMs()).toBeNull();
});
