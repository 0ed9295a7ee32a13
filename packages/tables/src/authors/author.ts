import { invariant, isUuid } from '@loyalty/kernel';

/**
 * The author of something: an API key by its id, a person by their token's subject, an operator by the name
 * that was given to `loyaltyctl`, a stream by its topic, or our own work by its job.
 */
export interface Author {
  readonly kind: 'KEY' | 'PERSON' | 'OPERATOR' | 'STREAM' | 'SERVICE';
  readonly id: string;
}

const marks = { KEY: 'k', PERSON: 'p', OPERATOR: 'o', STREAM: 't', SERVICE: 'j' } as const;

const kinds: ReadonlyMap<string, Author['kind']> = new Map(
  Object.entries(marks).map(([kind, mark]) => [mark, kind as Author['kind']]),
);

/** Some subjects are longer than a row should be: what is beyond these characters is cut off. */
const idCharactersMax = 255;

/** A character has up to 4 bytes; the mark has one. */
const bytesMax = 1 + 4 * idCharactersMax;

/** Returns a mark of the kind, followed by the 16 bytes of a key's id, or by UTF-8. A key takes 17 bytes. */
export const authorBytesOf = ({ kind, id }: Author): Buffer => {
  if (kind !== 'KEY') return Buffer.from(marks[kind] + Array.from(id).slice(0, idCharactersMax).join(''));
  invariant(isUuid(id), 'a key has a UUID');
  return Buffer.concat([Buffer.from(marks.KEY), Buffer.from(id.replaceAll('-', ''), 'hex')]);
};

/** Reads an author; returns null for bytes that a later build wrote about a kind that is not known here. */
export const authorIn = (bytes: Buffer): Author | null => {
  const kind = kinds.get(String.fromCharCode(bytes[0] ?? 0));
  if (kind === undefined) return null;
  const rest = bytes.subarray(1);
  if (kind !== 'KEY') return { kind, id: rest.toString() };
  const hex = rest.toString('hex');
  return hex.length === 32 ? { kind, id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') } : null;
};

/** Returns a key that is equal for the same author. */
export const authorKeyOf = (bytes: Buffer): string => bytes.toString('latin1');

/** Reads the header of a topic that only our services write; returns null if it is absent or too long. */
export const sentAuthor = (header: Buffer | string | undefined): Buffer | null => {
  if (header === undefined || header.length === 0 || header.length > bytesMax) return null;
  return typeof header === 'string' ? Buffer.from(header) : header;
};

export const jobAuthor = (name: string): Buffer => authorBytesOf({ kind: 'SERVICE', id: name });

/**
 * Packs authors, each of them once, with the place of each row's author among them; places begin at 1, and 0
 * means nobody. A batch has many rows of few authors.
 */
export const packAuthors = (
  authors: readonly (Buffer | null)[],
): { readonly distinct: readonly Buffer[]; readonly places: readonly number[] } => {
  const distinct: Buffer[] = [];
  const known = new Map<string, number>();
  let last: Buffer | null = null;
  let lastPlace = 0;
  const places = authors.map((author) => {
    if (author === null) return 0;
    // Most follow one of the same author, often in the same bytes.
    if (last !== null && (author === last || author.equals(last))) return lastPlace;
    const key = authorKeyOf(author);
    let place = known.get(key);
    if (place === undefined) {
      place = distinct.push(author);
      known.set(key, place);
    }
    last = author;
    lastPlace = place;
    return place;
  });
  return { distinct, places };
};
