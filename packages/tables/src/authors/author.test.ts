import fc from 'fast-check';
import { type Author, authorBytesOf, authorIn, packAuthors, sentAuthor } from './author.ts';

const key: Author = { kind: 'KEY', id: '0198c0de-0000-7000-8000-000000000001' };

describe('the bytes of an author (D303)', () => {
  it('a key takes 17', () => {
    expect(authorBytesOf(key)).toHaveLength(17);
  });

  it.each<Author>([
    key,
    { kind: 'PERSON', id: 'jürgen@example.com' },
    { kind: 'PERSON', id: '' },
    { kind: 'OPERATOR', id: 'ops' },
    { kind: 'STREAM', id: 'loyalty.receipts' },
    { kind: 'SERVICE', id: 'lapse-redemptions' },
  ])('%j is read as it was written', (author) => {
    expect(authorIn(authorBytesOf(author))).toEqual(author);
  });

  it('a long subject is cut at 255 characters, never within one', () => {
    const bytes = authorBytesOf({ kind: 'PERSON', id: '𝒜'.repeat(5_000) });
    expect(authorIn(bytes)?.id).toBe('𝒜'.repeat(255));
    expect(sentAuthor(bytes)).toBe(bytes);
  });

  it('a kind that is not known, a key of another length, nothing: nobody', () => {
    expect(authorIn(Buffer.from('zsomebody'))).toBeNull();
    expect(authorIn(Buffer.from('kshort'))).toBeNull();
    expect(authorIn(Buffer.alloc(0))).toBeNull();
  });

  it('a header that is absent, empty or too long names nobody', () => {
    expect(sentAuthor(undefined)).toBeNull();
    expect(sentAuthor(Buffer.alloc(0))).toBeNull();
    expect(sentAuthor(Buffer.alloc(1_022, 'p'))).toBeNull();
  });

  it('of many rows each author travels once, and each row has its own', () => {
    const authors = fc.array(
      fc.constantFrom<Buffer | null>(null, ...['pa', 'pb', 'pc'].map((text) => Buffer.from(text))),
    );
    fc.assert(
      fc.property(authors, (rows) => {
        // Bytes of a header are another object for each message.
        const copies = rows.map((row) => (row === null ? null : Buffer.from(row)));
        const { distinct, places } = packAuthors(copies);
        expect(places.map((place) => distinct[place - 1] ?? null)).toEqual(rows);
        expect(new Set(distinct.map(String)).size).toBe(distinct.length);
      }),
    );
  });
});
