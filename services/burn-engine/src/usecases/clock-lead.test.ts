import { ClockLead } from './clock-lead.ts';

let nowMs: number;
let lead: ClockLead;
beforeEach(() => {
  nowMs = 1_000_000;
  lead = new ClockLead({ now: () => nowMs, sleep: () => Promise.resolve() });
});

test('it is the least of the last minute or two: what was old when it was read says nothing of clocks', () => {
  expect(lead.seconds()).toBeNaN();
  lead.note(nowMs - 400);
  lead.note(nowMs - 250);
  lead.note(nowMs - 900);
  expect(lead.seconds()).toBe(0.25);
  nowMs += 60_000;
  lead.note(nowMs - 300);
  expect(lead.seconds()).toBe(0.25);
  nowMs += 60_000;
  expect(lead.seconds()).toBe(0.3);
  nowMs += 120_000;
  expect(lead.seconds()).toBeNaN();
});

test('a clock that is behind has a lead below zero', () => {
  lead.note(nowMs + 1_500);
  expect(lead.seconds()).toBe(-1.5);
});

test('a clock that is set back begins anew', () => {
  lead.note(nowMs - 400);
  nowMs -= 3_600_000;
  lead.note(nowMs + 5);
  expect(lead.seconds()).toBe(-0.005);
});
