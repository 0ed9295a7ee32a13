import type { Schemas } from '@loyalty/client';
import type { ApiFlags } from '../api-access.ts';
import type { RejectsFile } from '../files/rejects-file.ts';
import { count } from '../progress.ts';
import { tableLines } from '../terminal.ts';
import type { FaultyMember, ReadMember } from './read-members.ts';
import type { ScannedMembers } from './scan-members.ts';
import type { SentResult } from './send-members.ts';

type LineOutcome = SentResult['outcome'];

export interface ImportFlags extends ApiFlags {
  readonly source: string;
  readonly check?: true;
  readonly close?: true;
  readonly columns?: ReadonlyMap<string, string>;
  readonly signedUp: boolean;
  readonly rejects?: string;
  readonly patience: number;
}

/** A line of the file of rejects; the text is the line as it was read. */
export interface RejectedMember {
  readonly line: number;
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  readonly outcome: LineOutcome;
  readonly code: string | null;
  readonly externalRef: string | null;
  readonly text: string;
}

export interface TierSum {
  /** Null for members without a tier. */
  readonly tierId: string | null;
  /** Null if the key may not read tiers. */
  readonly name: string | null;
  readonly members: number;
  readonly points: number;
}

/** The report of an import. Members and points are those of the file. */
export interface ImportReport {
  readonly file: string;
  readonly source: string;
  readonly isCheck: boolean;
  readonly members: number;
  readonly points: number;
  readonly created: number;
  readonly added: number;
  /** The further references that created and added members were given, or would be. */
  readonly referencesAdded: number;
  readonly unchanged: number;
  readonly different: number;
  readonly rejected: number;
  /** Members whom the API could not store yet. */
  readonly left: number;
  readonly rejectsFile: string | null;
  /** Of created and added members, by the tier that they have afterwards; null unless it is a check. */
  readonly tiers: readonly TierSum[] | null;
  /** The import after the last call; null if there was none, or if it was not opened. */
  readonly import: Schemas['Import'] | null;
  readonly unfinished: string | null;
}

/** Returns true if all members of the file are imported, or would be. */
export const isSound = ({ different, rejected, left, unfinished }: ImportReport): boolean =>
  different + rejected + left === 0 && unfinished === null;

interface MemberOutcomesOptions {
  readonly file: string;
  readonly flags: Pick<ImportFlags, 'source' | 'check'>;
  readonly rejects: RejectsFile<RejectedMember>;
}

/** Counts what became of members, and writes down those that were not imported. */
export class MemberOutcomes {
  readonly #options: MemberOutcomesOptions;
  readonly #counts: Record<LineOutcome, number> = {
    CREATED: 0,
    ADDED: 0,
    UNCHANGED: 0,
    DIFFERENT: 0,
    REJECTED: 0,
    RETRY: 0,
  };
  #referencesAdded = 0;
  readonly #tiers = new Map<string | null, { members: number; points: number }>();

  constructor(options: MemberOutcomesOptions) {
    this.#options = options;
  }

  get rejected(): number {
    return this.#options.rejects.count;
  }

  addFaulty({ line, text, externalRef, errors }: FaultyMember, code = 'VALIDATION_ERROR'): void {
    this.#counts.REJECTED += 1;
    this.#options.rejects.add({ line, errors, outcome: 'REJECTED', code, externalRef, text });
  }

  add(
    { line, text, member }: ReadMember,
    { outcome, code, errors, tierId, referencesAdded }: SentResult,
  ): void {
    const { externalRef, balance = 0 } = member;
    this.#counts[outcome] += 1;
    this.#referencesAdded += referencesAdded;
    switch (outcome) {
      case 'CREATED':
      case 'ADDED': {
        const sum = this.#tiers.get(tierId) ?? { members: 0, points: 0 };
        this.#tiers.set(tierId, { members: sum.members + 1, points: sum.points + balance });
        break;
      }
      case 'UNCHANGED':
        break;
      case 'DIFFERENT':
      case 'REJECTED':
      case 'RETRY':
        this.#options.rejects.add({ line, errors, outcome, code, externalRef, text });
    }
  }

  /** Returns the report; without `sent` nothing was sent. */
  report(
    { members, points }: ScannedMembers,
    unfinished: string | null,
    sent: {
      readonly tiers: ReadonlyMap<string, string>;
      readonly record: Schemas['Import'] | null;
    } | null = null,
  ): ImportReport {
    const { file, flags, rejects } = this.#options;
    const { CREATED, ADDED, UNCHANGED, DIFFERENT, REJECTED, RETRY } = this.#counts;
    const isCheck = flags.check === true;
    return {
      file,
      source: flags.source,
      isCheck,
      members,
      points,
      created: CREATED,
      added: ADDED,
      referencesAdded: this.#referencesAdded,
      unchanged: UNCHANGED,
      different: DIFFERENT,
      rejected: REJECTED,
      left: RETRY,
      rejectsFile: rejects.path,
      tiers: isCheck && sent !== null ? this.#sums(sent.tiers) : null,
      import: sent?.record ?? null,
      unfinished,
    };
  }

  /** In the order of the tiers, the members without one last. */
  #sums(names: ReadonlyMap<string, string>): TierSum[] {
    const order = [...names.keys()];
    const placeOf = (tierId: string | null): number => {
      const at = tierId === null ? -1 : order.indexOf(tierId);
      return at === -1 ? order.length : at;
    };
    return [...this.#tiers]
      .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([tierId, { members, points }]) => ({
        tierId,
        name: tierId === null ? null : (names.get(tierId) ?? null),
        members,
        points,
      }));
  }
}

export const reportLines = (report: ImportReport): string[] => {
  const { isCheck, members, points, created, added, referencesAdded, unchanged, different, rejected, left } =
    report;
  const [createdText, addedText, linkedText] = isCheck
    ? ['would be created', 'would be added to members', 'would be given to them']
    : ['created', 'added to members', 'given to them'];
  const parts = [
    `${count(members)} members with ${count(points)} points in the file`,
    `${count(created)} ${createdText}`,
    `${count(added)} ${addedText}`,
    ...(referencesAdded === 0 ? [] : [`${count(referencesAdded)} further references ${linkedText}`]),
    `${count(unchanged)} unchanged`,
    ...(different === 0 ? [] : [`${count(different)} different`]),
    ...(left === 0 ? [] : [`${count(left)} left`]),
    `${count(rejected)} rejected${report.rejectsFile === null ? '' : ` (see ${report.rejectsFile})`}`,
  ];
  return [`${parts.join(', ')}.`, ...tierLines(report.tiers)];
};

const tierLines = (tiers: ImportReport['tiers']): string[] =>
  tiers === null || tiers.length === 0
    ? []
    : tableLines(
        ['tier', 'members', 'points'],
        tiers.map(({ tierId, name, members, points }) => [
          name ?? tierId ?? 'none',
          count(members),
          count(points),
        ]),
      );
