import { type Progress, progressLine, showProgress } from './progress.ts';
import { summaryLine } from './receipts/receipts.ts';
import { isSound, type StreamReport } from './receipts/run-stream.ts';
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
  stored: 19_000,
  repeated: 7,
  differing: 223,
  differingFile: 'x.differing.ndjson',
  refused: { MEMBER_SUSPENDED: 700, MEMBER_ERASED: 70 },
  undecided: 0,
  refusedFile: 'x.refused.ndjson',
  rejected: 3,
  rejectsFile: 'x.rejects.ndjson',
  secondsToSend: 1.234,
  secondsToStore: 2.5,
  sentPerSecond: 16_207,
  storedPerSecond: 8_000,
  nextLine: null,
  unfinished: null,
};

test('the last line says where receipts went, how fast, and what became of each', () => {
  expect(summaryLine(report)).toBe(
    '20,000 receipts sent to live of tenant t in 1.2 s (16,207/s), all decided after 2.5 s (8,000/s), 19,000 stored, ' +
      '7 repeated, 223 repeated with different content (see x.differing.ndjson), ' +
      '770 refused: 700 MEMBER_SUSPENDED, 70 MEMBER_ERASED (see x.refused.ndjson), 3 rejected (see x.rejects.ndjson).',
  );
});

test('the last line has only what is known', () => {
  const unsettled = { secondsToStore: null, storedPerSecond: null };
  const sound = { differing: 0, differingFile: null, refused: {}, refusedFile: null };
  expect(summaryLine({ ...report, ...unsettled, ...sound, stored: 5, undecided: 9 })).toContain(
    '/s), 5 stored, 7 repeated, 0 repeated with different content, 0 refused, 9 not decided yet, 3 rejected',
  );
  const unknown = { stored: null, repeated: null, differing: null, refused: null, undecided: null };
  expect(summaryLine({ ...report, ...unsettled, ...unknown, rejected: 0, rejectsFile: null })).toBe(
    '20,000 receipts sent to live of tenant t in 1.2 s (16,207/s), 0 rejected.',
  );
});

test.each<[string, Partial<StreamReport>, boolean]>([
  ['all is stored', {}, true],
  ['some are repeated', { repeated: 5 }, true],
  ['nobody waited', { stored: null, repeated: null, differing: null, refused: null, undecided: null }, true],
  ['one differs', { differing: 1 }, false],
  ['one is refused', { refused: { MEMBER_ERASED: 1 } }, false],
  ['one is undecided', { undecided: 1 }, false],
  ['a line is no receipt', { rejected: 1 }, false],
  ['it is unfinished', { unfinished: 'Stopped.' }, false],
])('a run is sound or not where %s', (_, given, sound) => {
  const all = { ...report, differing: 0, refused: {}, rejected: 0 };
  expect(isSound({ ...all, ...given })).toBe(sound);
});
