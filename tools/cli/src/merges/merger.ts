import { isProblem, type Loyalty, type Schemas } from '@loyalty/client';
import { backoffMs, type Clock, Fault, isUuid } from '@loyalty/kernel';
import { callAgain, failedCall } from '../api-access.ts';
import type { FaultyMerge, MergeLine } from './read-merges.ts';

interface MergerOptions {
  /** For lines without a reason of their own. */
  readonly reason: string;
  readonly isDryRun: boolean;
  /** All is given up when the API took no call for so long. */
  readonly patienceMs: number;
  readonly clock: Clock;
}

/** Calls at the same time. */
const callsMax = 8;
/** A tier is announced within a second or two of what changed it: tries, and milliseconds before the second one. */
const [triesMax, firstRetryMs] = [5, 500];

/** The member to whom a text leads now, after all merges. */
interface Named {
  readonly memberId: string;
  /** Returns whether the text names somebody who was merged into that member. */
  readonly wasMerged: () => Promise<boolean>;
}

interface NamedLine {
  readonly line: MergeLine;
  readonly stays: Named;
  readonly merged: Named;
}

type Result = { readonly outcome: 'done' } | { readonly outcome: 'rejected'; readonly message: string };

const done: Result = { outcome: 'done' };
const rejected = (message: string): Result => ({ outcome: 'rejected', message });

/**
 * Makes the calls, some at the same time. Lines that touch one member go one after another, in the order of the file,
 * because the second one names the member whom the first one has left.
 */
export class Merger {
  readonly #loyalty: Pick<Loyalty, 'listMembers' | 'getMember' | 'listMemberReferences' | 'mergeMembers'>;
  readonly #options: MergerOptions;
  /** The first line that merges a member, by the text that names the member. */
  readonly #lineOf = new Map<string, number>();
  merged = 0;
  /** Lines that name one member already. */
  already = 0;
  pointsMoved = 0;
  rewardsMoved = 0;

  constructor(loyalty: Loyalty, options: MergerOptions) {
    this.#loyalty = loyalty;
    this.#options = options;
  }

  /** Returns the lines that were rejected. Throws a Fault if the API refuses all of them, or does not respond. */
  async merge(lines: readonly MergeLine[]): Promise<readonly FaultyMerge[]> {
    const faulty: FaultyMerge[] = [];
    const note = ({ line, text }: MergeLine, result: Result): void => {
      if (result.outcome === 'rejected') faulty.push({ line, text, message: result.message });
    };
    const named: NamedLine[] = [];
    await atOnce(lines, async (line) => {
      const found = await this.#calling(() => this.#name(line));
      if ('outcome' in found) note(line, found);
      else named.push(found);
    });
    const inOrder = named.toSorted((one, other) => one.line.line - other.line.line);
    await atOnce(chainsOf(inOrder), async (chain) => {
      for (const [place, one] of chain.entries())
        note(one.line, await this.#calling(() => this.#mergeNamed(one, place > 0)));
    });
    return faulty;
  }

  async #name(line: MergeLine): Promise<NamedLine | Result> {
    const [stays, merged] = [await this.#find(line.stays), await this.#find(line.merged)];
    if (stays === null) return rejected(`names a member who does not exist (${line.stays})`);
    if (merged === null) return rejected(`names a member who does not exist (${line.merged})`);
    return { line, stays, merged };
  }

  /** An earlier line of a chain may have merged a member whom this one names. */
  async #mergeNamed(named: NamedLine, isLater: boolean): Promise<Result> {
    const { line } = named;
    const found = isLater ? await this.#name(line) : named;
    if ('outcome' in found) return found;
    const { stays, merged } = found;
    const earlier = this.#lineOf.get(line.merged);
    if (earlier === undefined) this.#lineOf.set(line.merged, line.line);
    if (stays.memberId === merged.memberId) {
      this.already += 1;
      return done;
    }
    if (earlier !== undefined && earlier !== line.line)
      return rejected(`merges the member of line ${earlier.toString()} into somebody else`);
    if (await merged.wasMerged())
      return rejected(`names a member who was merged into somebody else before (${merged.memberId})`);
    return this.#send(found);
  }

  async #send({ line, stays, merged }: NamedLine): Promise<Result> {
    const { isDryRun, reason, clock } = this.#options;
    const body = { memberId: merged.memberId, reason: line.reason ?? reason };
    for (let attempt = 0; ; attempt += 1) {
      const blockers = await this.#call({ memberId: stays.memberId, dryRun: isDryRun, body });
      if (blockers.length === 0) return done;
      const mayPass = blockers.every((blocker) => blocker.reason === 'RETRY');
      if (!mayPass || attempt + 1 === triesMax) return rejected(blockedText(blockers));
      await clock.sleep(backoffMs(attempt, { firstMs: firstRetryMs, maxMs: 8 * firstRetryMs }));
    }
  }

  /** Returns what hinders the merge. */
  async #call(args: Parameters<Loyalty['mergeMembers']>[0]): Promise<readonly Blocker[]> {
    try {
      const { pointsMoved, rewardsMoved, blockers } = await this.#loyalty.mergeMembers(args);
      if (blockers.length > 0) return blockers;
      this.merged += 1;
      this.pointsMoved += pointsMoved;
      this.rewardsMoved += rewardsMoved;
      return [];
    } catch (error) {
      if (isProblem(error, 'MERGE_BLOCKED')) return error.context.blockers ?? [];
      throw error;
    }
  }

  /** Returns null if nobody is named. */
  async #find(text: string): Promise<Named | null> {
    return isUuid(text) ? ((await this.#findById(text)) ?? this.#findByRef(text)) : this.#findByRef(text);
  }

  async #findById(memberId: string): Promise<Named | null> {
    try {
      const { id, mergedInto } = await this.#loyalty.getMember({ memberId });
      return { memberId: mergedInto ?? id, wasMerged: () => Promise.resolve(mergedInto !== null) };
    } catch (error) {
      if (isProblem(error, 'MEMBER_NOT_FOUND')) return null;
      throw error;
    }
  }

  async #findByRef(ref: string): Promise<Named | null> {
    const [member] = (await this.#loyalty.listMembers({ ref })).members;
    if (member === undefined) return null;
    const { id: memberId, externalRef } = member;
    const wasMerged = async (): Promise<boolean> => {
      if (ref === externalRef) return false;
      const { references } = await this.#loyalty.listMemberReferences({ memberId });
      return references.some(({ reference, mergedMemberId }) => reference === ref && mergedMemberId !== null);
    };
    return { memberId, wasMerged };
  }

  /** Calls until there is a response. What is repeated changes nothing. */
  async #calling<Value>(work: () => Promise<Value | Result>): Promise<Value | Result> {
    const { patienceMs, clock } = this.#options;
    const result = await callAgain(
      {
        patienceMs,
        firstWaitMs: 500,
        clock,
        faultOfRefusal: (cause, reason) =>
          new Fault('MERGE_REFUSED', `The API refused the call: ${reason}. Check --tenant and --key.`, {
            cause,
          }),
        faultOfSilence: (cause, reason) =>
          new Fault(
            'MERGE_UNAVAILABLE',
            `The API did not respond in time (${reason}). Run the same command again later: two who are one member already stay as they are.`,
            { cause },
          ),
      },
      () => resultOfLine(work),
    );
    return result ?? rejected('was not sent');
  }
}

type Blocker = Schemas['MergeBlocker'];

/** These say something about the line, and not about the key or the address. */
const codesOfLines: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'MEMBER_NOT_FOUND', 'MEMBER_ERASED']);

const resultOfLine = async <Value>(work: () => Promise<Value>): Promise<Value | Result> => {
  try {
    return await work();
  } catch (error) {
    const { code, reason } = failedCall(error);
    if (code !== null && codesOfLines.has(code)) return rejected(`was refused: ${reason}`);
    throw error;
  }
};

const hindrances: Readonly<Record<string, string>> = {
  MERGED: 'was merged into another member before',
  NOT_ACTIVE: 'is not active: reinstate a suspended member first',
  OPEN_AUTHORIZATION: 'has an open authorization: capture it or void it first',
  POINTS_OVERFLOW: 'would have more points than can be stored',
  RETRY: 'is changing tiers: send the line again later',
};

const limited: Readonly<Record<string, string>> = {
  memberReferences: 'references together: take some away first',
  mergedRewards: 'rewards: merge the two the other way round',
  mergedRows: 'lots, stamps and uses: merge the two the other way round',
};

/** Returns the end of a sentence that begins with the line. */
const blockedText = (blockers: readonly Blocker[]): string => {
  const [first] = blockers;
  if (first === undefined) return 'cannot be merged now';
  const texts = blockers.map(({ reason, memberId, limit, of }) =>
    reason === 'LIMIT_EXCEEDED'
      ? `${memberId} has more than ${String(limit)} ${limited[of ?? ''] ?? String(of)}`
      : `${memberId} ${hindrances[reason] ?? reason}`,
  );
  return `cannot be merged now: ${texts.join('; ')}`;
};

/** Runs the work on each item, some at the same time. */
const atOnce = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const run = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: callsMax }, run));
};

interface Chain {
  lines: readonly NamedLine[];
}

/** Returns lines that touch one member together, in the order of the file. */
const chainsOf = (lines: readonly NamedLine[]): readonly (readonly NamedLine[])[] => {
  const chainOf = new Map<string, Chain>();
  for (const line of lines) {
    const chain: Chain = { lines: [] };
    const met = membersOf(line).flatMap((id) => chainOf.get(id) ?? []);
    chain.lines = [...new Set(met)].flatMap((one) => one.lines).concat(line);
    for (const id of chain.lines.flatMap(membersOf)) chainOf.set(id, chain);
  }
  return [...new Set(chainOf.values())].map((chain) =>
    chain.lines.toSorted((one, other) => one.line.line - other.line.line),
  );
};

const membersOf = ({ stays, merged }: NamedLine): readonly string[] => [stays.memberId, merged.memberId];
