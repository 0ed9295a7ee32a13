import type { Listed } from '../files/list-reader.ts';
import { NamedColumns } from '../files/named-columns.ts';
import { referenceFault } from '../files/reference-fault.ts';

/** A line of the file: two members who are one person. Each is named by their id or by any of their references. */
export interface MergeLine {
  readonly line: number;
  readonly text: string;
  readonly stays: string;
  readonly merged: string;
  /** Undefined: the reason of the whole file. */
  readonly reason?: string;
}

export interface FaultyMerge {
  readonly line: number;
  readonly text: string;
  readonly message: string;
}

/** The longest reason, as the API has it. */
const reasonMax = 500;

/** Reads merges from the lines of a CSV. Without names of columns, the first one stays and the second one is merged. */
export class MergeReader {
  readonly #columns = new NamedColumns({
    names: ['stays', 'merged', 'reason'],
    needed: ['stays', 'merged'],
    mustHaveNames: false,
    code: 'NO_MERGES',
    wanted: 'stays and merged, and reason if you have one',
  });

  /** Returns what the lines say. Throws a Fault if nobody knows which column is which. */
  read(lines: readonly Listed[]): {
    readonly merges: readonly MergeLine[];
    readonly faulty: readonly FaultyMerge[];
  } {
    const merges: MergeLine[] = [];
    const faulty: FaultyMerge[] = [];
    for (const line of lines) {
      const read = this.#mergeOf(line);
      if (typeof read === 'string') faulty.push({ line: line.line, text: line.text, message: read });
      else if (read !== null) merges.push(read);
    }
    return { merges, faulty };
  }

  #mergeOf(listed: Listed): MergeLine | string | null {
    const cells = this.#columns.read(listed);
    if (cells === null || typeof cells === 'string') return cells;
    const { stays, merged, reason } = cells;
    const fault = referenceFault('member who stays', stays) ?? referenceFault('member to merge', merged);
    if (fault !== null) return fault;
    if (stays === merged) return 'names the same member twice';
    if (reason.length > reasonMax) return `has a reason of more than ${reasonMax.toString()} characters`;
    const { line, text } = listed;
    return { line, text, stays, merged, ...(reason !== '' && { reason }) };
  }
}
