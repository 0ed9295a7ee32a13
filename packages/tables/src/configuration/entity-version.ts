import { createHash } from 'node:crypto';
import type { AuditActor } from '../audit/note.ts';

/**
 * The version of what a writer decides of a record (D306): another content has another version, and the same has the same one on
 * every build and cell. What is null counts as absent, so a field that a release adds changes no version until somebody sets it.
 */
export const versionOf = (content: object): string => {
  const decided = Object.entries(content).filter(([, value]) => value !== null);
  return createHash('sha256').update(JSON.stringify(decided)).digest('base64url').slice(0, versionLength);
};

/** These are 132 bits, so nobody finds two contents with one version. */
const versionLength = 22;

/** What a caller says of a change beside the change. Absent: whatever is there is changed, as by an operator. */
export interface ChangeTerms {
  /** True of a version that the caller has seen (D306). */
  readonly hasSeen?: ((version: string) => boolean) | null;
  /** The setting `liveChangesByTwo` binds this author. */
  readonly author?: AuditActor;
}

/** 412 PRECONDITION_FAILED, with the version that is there. */
export interface OutdatedChange {
  readonly outcome: 'outdated';
  readonly version: string;
}

/** Returns null if the caller has seen this version, or asks for none. */
export const findOutdated = ({ hasSeen = null }: ChangeTerms, version: string): OutdatedChange | null =>
  hasSeen === null || hasSeen(version) ? null : { outcome: 'outdated', version };
