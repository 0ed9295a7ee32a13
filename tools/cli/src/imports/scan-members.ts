import { ReferenceSet } from '../receipts/compact-sets.ts';
import type { FaultyMember, ImportLine, MemberReading, ReadMember } from './read-members.ts';

/** What a file has, before anything of it is sent. */
export interface ScannedMembers {
  readonly members: number;
  readonly points: number;
  /** Lines with a reference that an earlier line has, or that they have twice. */
  readonly repeated: readonly FaultyMember[];
}

/**
 * Reads a file to count its members and to find references that it has twice; `onFaulty` gets lines that are
 * not members. Only if a reference seems to come twice, the file is read again for the lines that have it.
 */
export const scanMembers = async (
  read: () => Promise<AsyncIterable<readonly MemberReading[]>>,
  onFaulty: (faulty: FaultyMember) => void,
): Promise<ScannedMembers> => {
  const seen = new ReferenceSet();
  const seenTwice = new Set<string>();
  let members = 0;
  let points = 0;
  for await (const reading of each(await read()))
    if (reading.outcome === 'faulty') onFaulty(reading);
    else {
      members += 1;
      points += reading.member.balance ?? 0;
      for (const twice of namesOf(reading.member).filter(({ reference }) => !seen.add(reference)))
        seenTwice.add(twice.reference);
    }
  const repeated = seenTwice.size === 0 ? [] : await findRepeated(await read(), seenTwice);
  return { members, points, repeated };
};

/** All references of a line, with the places where they stand. */
const namesOf = ({ externalRef, references = [] }: ImportLine) => [
  { reference: externalRef, pointer: '/externalRef' },
  ...references.map(({ reference }, at) => ({
    reference,
    pointer: `/references/${at.toString()}/reference`,
  })),
];

async function* each(chunks: AsyncIterable<readonly MemberReading[]>): AsyncGenerator<MemberReading> {
  for await (const chunk of chunks) yield* chunk;
}

/** The set knows references by a hash, so one that it has seen may have come only once. */
const findRepeated = async (
  chunks: AsyncIterable<readonly MemberReading[]>,
  refs: ReadonlySet<string>,
): Promise<readonly FaultyMember[]> => {
  const firstLines = new Map<string, number>();
  const repeated: FaultyMember[] = [];
  for await (const reading of each(chunks)) {
    if (reading.outcome === 'faulty') continue;
    const errors = namesOf(reading.member).flatMap(({ reference, pointer }) => {
      if (!refs.has(reference)) return [];
      const first = firstLines.get(reference);
      if (first === undefined) firstLines.set(reference, reading.line);
      return first === undefined ? [] : [{ pointer, message: `is also that of line ${first.toString()}` }];
    });
    if (errors.length > 0) repeated.push(repeatedOf(reading, errors));
  }
  return repeated;
};

const repeatedOf = (
  { line, text, member: { externalRef } }: ReadMember,
  errors: FaultyMember['errors'],
): FaultyMember => ({
  outcome: 'faulty',
  line,
  text,
  externalRef,
  errors,
});
