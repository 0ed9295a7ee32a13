import { ReferenceSet } from '../receipts/compact-sets.ts';
import type { FaultyMember, MemberReading, ReadMember } from './read-members.ts';

/** What a file has, before anything of it is sent. */
export interface ScannedMembers {
  readonly members: number;
  readonly points: number;
  /** Lines whose reference an earlier line has. */
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
      if (!seen.add(reading.member.externalRef)) seenTwice.add(reading.member.externalRef);
    }
  const repeated = seenTwice.size === 0 ? [] : await findRepeated(await read(), seenTwice);
  return { members, points, repeated };
};

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
    if (reading.outcome === 'faulty' || !refs.has(reading.member.externalRef)) continue;
    const { externalRef } = reading.member;
    const first = firstLines.get(externalRef);
    if (first === undefined) firstLines.set(externalRef, reading.line);
    else repeated.push(repeatedOf(reading, first));
  }
  return repeated;
};

const repeatedOf = ({ line, text, member: { externalRef } }: ReadMember, first: number): FaultyMember => ({
  outcome: 'faulty',
  line,
  text,
  externalRef,
  errors: [{ pointer: '/externalRef', message: `is also that of line ${first.toString()}` }],
});
