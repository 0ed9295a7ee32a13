import { noteWords } from './words.ts';
import { writtenBy } from './written-by.ts';

test('a note is by a key with its name, by a person with their subject, or by nobody known', () => {
  expect(writtenBy({ kind: 'KEY', id: 'k-1', name: 'back office' })).toBe('by back office');
  expect(writtenBy({ kind: 'PERSON', id: 'thandi', name: null })).toBe('by thandi');
  expect(writtenBy(null)).toBe(noteWords.unknown);
});
