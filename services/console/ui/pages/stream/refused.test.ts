import {
  countsByCode,
  partitionsToChoose,
  recordFaults,
  refusalSentence,
  unreadableText,
} from './refused.ts';
import { streamWords } from './words.ts';

const refused = (code: string, context: Record<string, unknown> = {}) => ({
  code,
  context,
  transactionRef: 'r-1',
});

test.each(Object.entries(streamWords.reasons))(
  'a record that cannot be read says why: %s',
  (reason, text) => {
    expect(refusalSentence(refused('UNREADABLE', { reason, detail: 'x' }))).toBe(text);
    expect(unreadableText(refused('UNREADABLE', { reason, detail: 'x' }))).toBe('x');
  },
);

test('codes and reasons that are newer than the page are named', () => {
  expect(refusalSentence(refused('UNREADABLE', { reason: 'TOO_OLD' }))).toContain('TOO_OLD');
  expect(refusalSentence(refused('UNREADABLE'))).toBe(streamWords.unreadable);
  expect(refusalSentence(refused('NEW_CODE'))).toContain('NEW_CODE');
  expect(refusalSentence(refused('toString'))).toContain('toString');
});

test('each known code has a label and a sentence', () => {
  for (const code of Object.keys(streamWords.codes))
    expect(refusalSentence(refused(code))).not.toBe(streamWords.otherCode(code));
  expect(refusalSentence(refused('PROCESSING_FAILED', { reason: 'BROKEN' }))).toContain('BROKEN');
});

test('a record that is not valid is sent again under its reference, if it has one', () => {
  const errors = [{ pointer: '/amountCents', message: 'must be an integer ≥ 1' }];
  const one = refused('VALIDATION_ERROR', { errors });
  expect(recordFaults(one)).toEqual(errors);
  expect(recordFaults(refused('MEMBER_SUSPENDED'))).toEqual([]);
  expect(refusalSentence(one)).toBe(streamWords.notValidNamed);
  expect(refusalSentence({ ...one, transactionRef: null })).toBe(streamWords.notValid);
});

test('the most frequent code comes first', () => {
  expect(countsByCode(['B', 'C', 'A', 'C', 'A'].map((code) => ({ code })))).toEqual([
    { code: 'A', count: 2 },
    { code: 'C', count: 2 },
    { code: 'B', count: 1 },
  ]);
});

test('a partition can be chosen that the stream has, that a record names, or that the address has', () => {
  const source = { topic: 't', partition: 10, offset: 1 };
  expect(partitionsToChoose([2, 0], [{ source }, { source: null }], 7)).toEqual([0, 2, 7, 10]);
  expect(partitionsToChoose([2], [], undefined)).toEqual([2]);
});
