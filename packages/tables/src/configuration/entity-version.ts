import { createHash } from 'node:crypto';
import type { AuditActor } from '../audit/note.ts';

/**
 * Returns a version of the part of a record that a writer decides (D306). Different content has a different
 * version, and equal content has the same version on every build and cell. Null counts as absent, so a field
 * that a release adds changes no version until somebody sets it.
 */
export const versionOf = (content: object): string => {
  const decided = Object.entries(content).filter(([, value]) => value !== null);
  return createHash('sha256').update(JSON.stringify(decided)).digest('base64url').slice(0, versionLength);
};

/** These are 132 bits, so nobody finds two contents with one version. */
const versionLength = 22;

/**
 * What a caller says about a change, apart from the change itself. If it is absent, whatever is stored is
 * changed, as by an operator.
 */
export interface ChangeTerms {
  /** Returns true for a version that the caller has seen (D306). */
  readonly hasSeen?: ((version: string) => boolean) | null;
  /** The author, whom the setting `liveChangesByTwo` binds. */
  readonly author?: AuditActor;
}

/** 412 PRECONDITION_FAILED, with the present version. */
export interface OutdatedChange {
  readonly outcome: 'outdated';
  readonly version: string;
}

/** Returns null if the caller has seen this version, or requires none. */
export const findOutdated = ({ hasSeen = null }: ChangeTerms, version: string): OutdatedChange | null =>
  hasSeen === null || hasSeen(version) ? null : { outcome: 'outdated', version };
