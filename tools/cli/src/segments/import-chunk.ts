import { addSegmentMembers, lockAccounts, lockMembers, type SegmentKey } from '@loyalty/accounts';
import { Fault, isReference, isUuid, memberKeyOf, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import { lockSegments, type SegmentType } from '@loyalty/configuration';
import type { MemberState } from '@loyalty/rules';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import type { Reject } from '../receipts/rejects-file.ts';

/** The segment to which members are added, and the kind of their names in the file. */
export interface ImportTarget {
  readonly segment: SegmentKey;
  /** By their externalRef, or by their id. */
  readonly by: 'ref' | 'id';
  /** The environment's secret, the HMAC key of member keys. */
  readonly secret: Uint8Array;
}

/** A line of the file with the name of a member. */
export interface NamedLine {
  readonly line: number;
  readonly text: string;
  readonly name: string;
}

/** The result of a chunk of lines. */
export interface ImportedLot {
  readonly added: number;
  /** Lines of members who were in the segment already. */
  readonly already: number;
  readonly rejects: readonly Reject[];
}

/**
 * Adds the members of these lines to a STATIC segment, in one transaction. Unknown and erased members are rejected. A repeat
 * changes nothing. It locks members in order of their ids, and then the segment, as all writers do (D98).
 */
export const importChunk = (
  db: Database,
  target: ImportTarget,
  lines: readonly NamedLine[],
): Promise<ImportedLot> => {
  const keyed = lines.map((line) => ({ ...line, key: keyOf(target, line.name) }));
  return writeTransaction(db, async (tx) => {
    const found = await lockNamed(
      tx,
      target,
      keyed.flatMap(({ key }) => key ?? []),
    );
    await holdStatic(tx, target.segment);
    const judged = keyed.map((line) => judge(target, found, line));
    const named = judged.flatMap((one) => (typeof one === 'string' ? one : []));
    const added = await addSegmentMembers(tx, target.segment, [...new Set(named)]);
    const rejects = judged.flatMap((one) => (typeof one === 'string' ? [] : one));
    return { added, already: named.length - added, rejects };
  });
};

/** Returns the key of a member; null for a name that no member can have. */
const keyOf = ({ by, secret }: ImportTarget, name: string): string | null => {
  if (by === 'id') return isUuid(name) ? name.toLowerCase() : null;
  return isReference(name) ? memberKeyOf(secret, name).toString('hex') : null;
};

interface FoundMember {
  readonly memberId: MemberId;
  readonly state: MemberState;
}

/** Members by the key that {@link keyOf} returns for their names. */
type FoundMembers = ReadonlyMap<string, FoundMember>;

const lockNamed = (
  tx: Transaction,
  { segment: { environmentId }, by }: ImportTarget,
  keys: readonly string[],
): Promise<FoundMembers> =>
  by === 'id' ? lockByIds(tx, environmentId, keys) : lockByRefs(tx, environmentId, keys);

const lockByIds = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  ids: readonly string[],
): Promise<FoundMembers> =>
  new Map((await lockMembers(tx, environmentId, ids)).map((member) => [member.memberId, member]));

const lockByRefs = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  keys: readonly string[],
): Promise<FoundMembers> => {
  const identities = keys.map((key) => ({ environmentId, memberKey: Buffer.from(key, 'hex') }));
  const known = await lockAccounts(tx, identities);
  return new Map(known.map(({ memberKey, account }) => [memberKey.toString('hex'), account]));
};

/** Locks the segment against deletion until the transaction ends. */
const holdStatic = async (tx: Transaction, { environmentId, segmentId }: SegmentKey): Promise<void> => {
  const [type] = (await lockSegments(tx, environmentId, [segmentId])).values();
  requireStatic(segmentId, type);
};

/** Throws a Fault unless members can be added manually. Without a type the segment does not exist. */
export const requireStatic = (segmentId: string, type: SegmentType | undefined): void => {
  if (type === undefined)
    throw new Fault(
      'SEGMENT_NOT_FOUND',
      `There is no segment ${segmentId} in this environment: look into the other one with --mode.`,
    );
  if (type !== 'STATIC')
    throw new Fault(
      'SEGMENT_NOT_STATIC',
      `The segment ${segmentId} is DYNAMIC: its rules say who belongs to it, and nobody can be added by hand.`,
    );
};

/** Returns the member of a line, or the reason why it adds none. */
const judge = (
  { by }: ImportTarget,
  found: FoundMembers,
  { line, text, key }: NamedLine & { readonly key: string | null },
): MemberId | Reject => {
  const reject = (message: string): Reject => ({ line, errors: [{ pointer: '', message }], text });
  if (key === null) return reject(malformed[by]);
  const member = found.get(key);
  if (member === undefined) return reject('no member of this name is here');
  return member.state === 'anonymized' ? reject('the member was erased') : member.memberId;
};

const malformed: Readonly<Record<ImportTarget['by'], string>> = {
  ref: 'must begin with a reference of 1 to 255 characters',
  id: 'must begin with the id of a member, a UUID',
};
