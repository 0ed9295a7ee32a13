import { bitsPerWord } from './campaign-sets.ts';

/** The arrays in which one look-up finds its campaigns. They hold until the next look-up. */
export interface WorkArrays {
  /** The campaigns that may fire. */
  readonly open: Int32Array;
  /** The campaigns of which the member is a target. */
  readonly targeted: Int32Array;
  /** The campaigns that list something of the receipt, or need no product. */
  readonly matching: Int32Array;
  /** The campaigns that list something of one line. */
  readonly ofLine: Int32Array;
  /** Quantities by place. Whole numbers below 2^53, so the order of the additions does not matter. */
  readonly thousandths: Float64Array;
}

const byWidth = new Map<number, WorkArrays>();

/** Returns the arrays for sets of so many words. Indexes share them: a process holds thousands, and most are small. */
export const workArraysOf = (wordsPerSet: number): WorkArrays => {
  const known = byWidth.get(wordsPerSet);
  if (known !== undefined) return known;
  const words = (): Int32Array => new Int32Array(wordsPerSet);
  const made = {
    open: words(),
    targeted: words(),
    matching: words(),
    ofLine: words(),
    thousandths: new Float64Array(wordsPerSet * bitsPerWord),
  };
  byWidth.set(wordsPerSet, made);
  return made;
};
