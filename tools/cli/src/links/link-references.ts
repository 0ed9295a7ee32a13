import { createLoyalty, isProblem, type Loyalty } from '@loyalty/client';
import { Fault, isUuid, systemClock } from '@loyalty/kernel';
import { resolve } from 'node:path';
import { apiAccessOf, type ApiFlags, callAgain, failedCall } from '../api-access.ts';
import { importLines } from '../files/import-lines.ts';
import { openLineSource } from '../files/line-source.ts';
import type { Reject } from '../files/rejects-file.ts';
import { count } from '../progress.ts';
import type { CommandContext, CommandOutcome } from '../session.ts';
import { type FaultyLink, type Link, LinkReader } from './read-links.ts';

export interface LinkFlags extends ApiFlags {
  readonly rejects?: string;
  readonly patience: number;
}

/** Lines that are read before the next ones, and calls at the same time: their commits share writes to the disk. */
const [chunkSize, callsMax] = [1_000, 16];

/** Each line is one value for the reader of lists; its columns are read by {@link LinkReader}. */
const wholeLines = {
  noun: 'line',
  mayHaveCommas: true,
  isTrimmed: false,
  isWhole: true,
  separator: null,
  hasHeader: false,
} as const;

/** Gives references to members as a file says, and reports the lines that could not be done. */
export const linkReferences = async (
  task: CommandContext,
  file: string,
  flags: LinkFlags,
): Promise<CommandOutcome> => {
  const linker = new Linker(createLoyalty(apiAccessOf(task, flags)), flags.patience * 1_000);
  const reader = new LinkReader();
  const source = await openLineSource(file === '-' ? file : resolve(task.folder, file), task.terminal.input);
  const rejectsPath = flags.rejects ?? `${file === '-' ? 'links' : file}.rejects.ndjson`;
  const imported = await importLines({
    terminal: task.terminal,
    source,
    form: wholeLines,
    rejectsPath: resolve(task.folder, rejectsPath),
    chunkSize,
    repeatable: 'a reference that a member has already stays as it is',
    store: async (lines) => {
      const { links, faulty } = reader.read(lines);
      return [...faulty.map(rejectOf), ...(await linker.link(links))];
    },
  });
  const { rejected, rejectsFile, seconds, unfinished } = imported;
  const { added, already } = linker;
  task.say(
    `${count(added)} references were added in ${seconds.toFixed(1)} s, ${count(already)} were there already, ${count(rejected)} lines were rejected.`,
  );
  if (rejectsFile !== null) task.say(`Rejected lines with their reasons: ${rejectsFile}`);
  if (unfinished !== null) task.note(unfinished);
  const document = { source: source.name, added, already, rejected, rejectsFile, seconds, unfinished };
  return { document, isFailure: rejected > 0 || unfinished !== null };
};

const rejectOf = ({ line, text, message }: FaultyLink): Reject => ({
  line,
  text,
  errors: [{ pointer: '', message }],
});

/** Makes the calls, some at the same time. A call may be repeated: the same reference again changes nothing. */
class Linker {
  readonly #loyalty: Pick<Loyalty, 'listMembers' | 'withResponse'>;
  readonly #patienceMs: number;
  added = 0;
  already = 0;

  constructor(loyalty: Loyalty, patienceMs: number) {
    this.#loyalty = loyalty;
    this.#patienceMs = patienceMs;
  }

  /** Returns the links that the API refused. Throws a Fault if it refuses all of them, or does not respond. */
  async link(links: readonly Link[]): Promise<readonly Reject[]> {
    const waiting = [...links];
    const rejects: Reject[] = [];
    const work = async (): Promise<void> => {
      for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) {
        const message = await this.#linkOne(link);
        if (message !== null) rejects.push(rejectOf({ ...link, message }));
      }
    };
    await Promise.all(Array.from({ length: callsMax }, work));
    return rejects;
  }

  #linkOne(link: Link): Promise<string | null> {
    return callAgain(
      {
        patienceMs: this.#patienceMs,
        firstWaitMs: 500,
        clock: systemClock,
        faultOfRefusal: (cause, reason) =>
          new Fault('LINK_REFUSED', `The API refused the call: ${reason}. Check --tenant and --key.`, {
            cause,
          }),
        faultOfSilence: (cause, reason) =>
          new Fault(
            'LINK_UNAVAILABLE',
            `The API did not respond in time (${reason}). Run the same command again later: a reference that a member has already stays as it is.`,
            { cause },
          ),
      },
      () => this.#put(link),
    );
  }

  /** Returns why the line cannot be done; null if it was done. */
  async #put({ member, reference, kind, state }: Link): Promise<string | null> {
    try {
      const memberId = isUuid(member) ? member : await this.#find(member);
      if (memberId === null) return `names a member who does not exist (${member})`;
      const body = { reference, ...(kind !== undefined && { kind }), ...(state !== undefined && { state }) };
      const { status } = await this.#loyalty.withResponse.putMemberReference({ memberId, body });
      if (status === 201) this.added += 1;
      else this.already += 1;
      return null;
    } catch (error) {
      const { code, reason } = failedCall(error);
      if (code !== null && codesOfLines.has(code)) return refusalOf(error, reason);
      throw error;
    }
  }

  async #find(ref: string): Promise<string | null> {
    const { members } = await this.#loyalty.listMembers({ ref });
    return members[0]?.id ?? null;
  }
}

/** These say something about the line, and not about the key or the address. */
const codesOfLines: ReadonlySet<string> = new Set([
  'VALIDATION_ERROR',
  'MEMBER_NOT_FOUND',
  'MEMBER_ERASED',
  'REFERENCE_TAKEN',
  'LIMIT_EXCEEDED',
]);

const refusalOf = (error: unknown, reason: string): string => {
  if (!isProblem(error, 'REFERENCE_TAKEN')) return `was refused: ${reason}`;
  const { memberId } = error.context as { readonly memberId?: string };
  return `has a reference that belongs to another member${memberId === undefined ? '' : ` (${memberId})`}`;
};
