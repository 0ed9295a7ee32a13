import type { Listed } from '../files/list-reader.ts';
import { NamedColumns } from '../files/named-columns.ts';
import { referenceFault } from '../files/reference-fault.ts';

/** A reference that a line of the file gives to a member. */
export interface Link {
  readonly line: number;
  readonly text: string;
  /** The member's id, or any reference that the member has. */
  readonly member: string;
  readonly reference: string;
  /** Undefined: stays as it is. */
  readonly kind?: string;
  readonly state?: LinkState;
}

type LinkState = (typeof states)[number];

export interface FaultyLink {
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

const states = ['ACTIVE', 'EARN_ONLY', 'BLOCKED'] as const;
const names = ['member', 'reference', 'kind', 'state'] as const;

type Column = (typeof names)[number];

/** The longest text of `kind`, as the API has it. */
const kindMax = 32;

/**
 * Reads links from the lines of a CSV whose first line names the columns. A reference that comes twice is a fault of
 * the second line, because nobody knows whose it is.
 */
export class LinkReader {
  readonly #lineOf = new Map<string, number>();
  readonly #columns = new NamedColumns<Column>({
    names,
    needed: ['member', 'reference'],
    mustHaveNames: true,
    code: 'NO_LINKS',
    wanted: 'member and reference, and kind and state if you have them',
  });

  /** Returns what the lines say. Throws a Fault if the first line of the file does not name the columns. */
  read(lines: readonly Listed[]): {
    readonly links: readonly Link[];
    readonly faulty: readonly FaultyLink[];
  } {
    const links: Link[] = [];
    const faulty: FaultyLink[] = [];
    for (const line of lines) {
      const read = this.#linkOf(line);
      if (typeof read === 'string') faulty.push({ line: line.line, text: line.text, message: read });
      else if (read !== null) links.push(read);
    }
    return { links, faulty };
  }

  #linkOf(listed: Listed): Link | string | null {
    const cells = this.#columns.read(listed);
    if (cells === null || typeof cells === 'string') return cells;
    const { line, text } = listed;
    const { member, reference, kind, state } = cells;
    const fault = faultOf(cells) ?? this.#repeatOf(reference, line);
    if (fault !== null) return fault;
    return {
      line,
      text,
      member,
      reference,
      ...(kind !== '' && { kind }),
      ...(isState(state) && { state }),
    };
  }

  #repeatOf(reference: string, line: number): string | null {
    const earlier = this.#lineOf.get(reference);
    if (earlier !== undefined)
      return `has the reference of line ${earlier.toString()}: a reference belongs to one member`;
    this.#lineOf.set(reference, line);
    return null;
  }
}

const isState = (text: string): text is LinkState => (states as readonly string[]).includes(text);

/** Returns the end of a sentence that begins with the line. */
const faultOf = ({ member, reference, kind, state }: Readonly<Record<Column, string>>): string | null => {
  const fault = referenceFault('member', member) ?? referenceFault('reference', reference);
  if (fault !== null) return fault;
  if (member === reference) return 'gives a reference to itself';
  if (kind.length > kindMax) return `has a kind of more than ${kindMax.toString()} characters`;
  if (state !== '' && !isState(state)) return `has a state that is none of ${states.join(', ')}`;
  return null;
};
