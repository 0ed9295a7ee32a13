/** The parts of a refusal that decide which log line represents others of the same kind. */
export interface LoggedRefusal {
  /** An environment, or one word for all callers without one. */
  readonly owner: string;
  /** A code and a reason, from a closed list. */
  readonly kind: string;
  /** A key or an address. Callers choose it. */
  readonly caller: string;
}

/**
 * Returns null if the line is to be left out; otherwise the number of lines that were left out since the last
 * one.
 */
export type CountOmitted = (refusal: LoggedRefusal) => number | null;

/** A flood of refusals must not become a flood of lines; the metric counts all of them. */
const lineEveryMs = 10_000;

/** How long what was left out is remembered, for the next line of the same kind. */
const forgottenAfterMs = 60_000;

/** This many callers of one owner have their own line for each kind. Further callers share one line of each kind. */
const ownLinesMax = 16;

/** These lines take about 2 MB. Further owners share one line of each kind. */
const linesMax = 10_000;

interface Line {
  readonly atMs: number;
  /** Null means that several callers share the line. */
  readonly owner: string | null;
  omitted: number;
}

/**
 * Allows one log line in 10 s for each owner, kind and caller. The number of callers that are distinguished
 * is bounded: someone with a million keys or a million addresses gets 16 lines and one of each kind, and
 * hides no other owner's lines.
 */
export const createRefusalSampler = (nowMs: () => number = () => performance.now()): CountOmitted => {
  // In order of `atMs`: one that is written again moves to the end.
  const lines = new Map<string, Line>();
  const ownLines = new Map<string, number>();

  const forget = (key: string, { owner }: Line): void => {
    lines.delete(key);
    if (owner === null) return;
    const left = (ownLines.get(owner) ?? 0) - 1;
    if (left > 0) ownLines.set(owner, left);
    else ownLines.delete(owner);
  };
  const forgetOld = (atMs: number): void => {
    for (const [key, line] of lines) {
      if (atMs - line.atMs < forgottenAfterMs) break;
      forget(key, line);
    }
  };
  const placeOf = ({ owner, kind, caller }: LoggedRefusal): { key: string; owner: string | null } => {
    const own = `${owner} ${kind} ${caller}`;
    const mayBegin = lines.size < linesMax;
    if (lines.has(own) || (mayBegin && (ownLines.get(owner) ?? 0) < ownLinesMax)) return { key: own, owner };
    const shared = `${owner} ${kind}`;
    return { key: lines.has(shared) || mayBegin ? shared : kind, owner: null };
  };
  return (refusal) => {
    const atMs = nowMs();
    forgetOld(atMs);
    const { key, owner } = placeOf(refusal);
    const last = lines.get(key);
    if (last !== undefined && atMs - last.atMs < lineEveryMs) {
      last.omitted += 1;
      return null;
    }
    if (last !== undefined) forget(key, last);
    lines.set(key, { atMs, owner, omitted: 0 });
    if (owner !== null) ownLines.set(owner, (ownLines.get(owner) ?? 0) + 1);
    return last?.omitted ?? 0;
  };
};
