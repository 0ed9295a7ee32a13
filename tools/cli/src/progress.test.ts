import { type Progress, progressLine, showProgress } from './progress.ts';
import { summaryLine } from './receipts/receipts.ts';
import type { StreamReport } from './receipts/run-stream.ts';
import { createCapture } from './testing/captured-run.ts';

const half: Progress = { sent: 12_000, stored: 10_000, rejected: 2, expected: 20_000 };

test('a line says what was sent, stored and rejected, and how fast', () => {
  expect(progressLine(half, 2_000)).toBe('12,000 sent, 10,000 stored, 2 rejected, 5,000/s');
  const few: Progress = { sent: 5, stored: null, rejected: 0, expected: null };
  expect(progressLine(few, 0)).toBe('5 sent, 0/s');
  expect(progressLine({ ...few, verb: 'read' }, 1_000)).toBe('5 read, 5/s');
});

test('a terminal gets a bar, and notes stay above it', () => {
  const { stream, text } = createCapture();
  const terminal = {
    input: process.stdin,
    out: stream,
    err: Object.assign(stream, { isTTY: true, columns: 200 }),
  };
  const display = showProgress(terminal, () => half);
  display.note('line 7: must be JSON');
  display.stop();
  expect(text()).toContain('\r\u001B[Kline 7: must be JSON\n');
  expect(text()).toContain('████████████░░░░░░░░░░░░ 50 % 12,000 sent, 10,000 stored');
});

test('anything else gets no bar', () => {
  const { stream, text } = createCapture();
  const display = showProgress({ input: process.stdin, out: stream, err: stream }, () => half);
  display.note('line 7: must be JSON');
  display.stop();
  expect(text()).toBe('line 7: must be JSON\n');
});

const report: StreamReport = {
  source: 'x',
  via: 'kafka',
  tenantId: 't',
  mode: 'live',
  sent: 20_000,
  stored: 20_000,
  rejected: 3,
  rejectsFile: 'x.rejects.ndjson',
  secondsToSend: 1.234,
  secondsToStore: 2.5,
  sentPerSecond: 16_207,
  storedPerSecond: 8_000,
  nextLine: null,
  unfinished: null,
};

test('the last line says how many receipts went through, and how fast', () => {
  expect(summaryLine(report)).toBe(
    '20,000 receipts sent in 1.2 s (16,207/s), all stored after 2.5 s (8,000/s), 3 rejected (see x.rejects.ndjson).',
  );
  expect(summaryLine({ ...report, stored: 5, secondsToStore: null, storedPerSecond: null })).toContain(
    ', 5 stored, ',
  );
  expect(summaryLine({ ...report, stored: null, rejected: 0, rejectsFile: null })).toBe(
    '20,000 receipts sent in 1.2 s (16,207/s), 0 rejected.',
  );
});
