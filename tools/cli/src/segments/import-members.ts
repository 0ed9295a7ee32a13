import { type EnvironmentId, Fault, isReference, isUuid, type MemberId, memberKeyOf } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { lockAccounts, readReferences } from '@loyalty/tables/accounts';
import { lockedAtOnceMax, lockMembers } from '@loyalty/tables/members';
import { addSegmentMembers, type SegmentKey } from '@loyalty/tables/memberships';
import { lockSegments, type SegmentType } from '@loyalty/tables/segments';
import { importLines } from '../files/import-lines.ts';
import type { ListFormat } from '../files/list-faults.ts';
import { openListSource } from '../files/list-options.ts';
import type { Listed } from '../files/list-reader.ts';
import type { Reject } from '../files/rejects-file.ts';
import { noteCommand } from '../published-writes.ts';
import type { CommandContext } from '../session.ts';

interface ImportPlan {
  readonly file: string;
  readonly form: ListFormat;
  readonly rejectsPath: string;
  readonly target: ImportTarget;
}

export interface ImportReport {
  readonly source: string;
  readonly segmentId: string;
  readonly read: number;
  readonly added: number;
  readonly already: number;
  readonly rejected: number;
  readonly rejectsFile: string | null;
  readonly furtherColumns: number;
  readonly seconds: number;
  readonly readPerSecond: number;
  readonly nextLine: number | null;
  readonly unfinished: string | null;
}

const chunkSize = lockedAtOnceMax;

export const importMembers = async (
  task: Pick<CommandContext, 'terminal' | 'operator'>,
  db: Database,
  { file, form, rejectsPath, target }: ImportPlan,
): Promise<ImportReport> => {
  const { terminal } = task;
  const source = await openListSource(file, terminal.input, form);
  const counts = { added: 0, already: 0 };
  const { read, ...report } = await importLines({
    terminal,
    source,
    form,
    rejectsPath,
    chunkSize,
    repeatable: 'nobody is added twice',
    store: async (lines) => {
      const { added, already, rejects } = await importChunk(task, db, { target, lines });
      counts.added += added;
      counts.already += already;
      return rejects;
    },
  });
  return { source: file, segmentId: target.segment.segmentId, read, ...counts, ...report };
};

interface ImportTarget {
  readonly segment: SegmentKey;
  readonly by: 'ref' | 'id';
  /** The environment's secret, the HMAC key of member keys. */
  readonly secret: Uint8Array;
}

/** Repeatable. Locks members in order of their ids, and then the segment, as all writers do (D98). */
const importChunk = (
  task: Pick<CommandContext, 'operator'>,
  db: Database,
  { target, lines }: { readonly target: ImportTarget; readonly lines: readonly Listed[] },
): Promise<{
  readonly added: number;
  readonly already: number;
  readonly rejects: readonly Reject[];
}> => {
  const keyed = lines.map((line) => ({ ...line, key: keyOf(target, line.value) }));
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
    if (added > 0) await noteCommand(tx, task, notedAddition(target, added));
    const rejects = judged.flatMap((one) => (typeof one === 'string' ? [] : one));
    return { added, already: named.length - added, rejects };
  });
};

const notedAddition = ({ segment }: ImportTarget, added: number): Parameters<typeof noteCommand>[2] => ({
  environmentId: segment.environmentId,
  action: 'segment.members_added',
  objectId: segment.segmentId,
  objectName: null,
  changes: [{ pointer: '/added', from: null, to: added }],
});

/** Returns null for a name that no member can have. */
const keyOf = ({ by, secret }: ImportTarget, name: string): string | null => {
  if (by === 'id') return isUuid(name) ? name.toLowerCase() : null;
  return isReference(name) ? memberKeyOf(secret, name).toString('hex') : null;
};

type FoundMembers = ReadonlyMap<string, { readonly memberId: MemberId; readonly state: MemberState }>;

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
  const identityOf = (key: string) => ({ environmentId, memberKey: Buffer.from(key, 'hex') });
  const references = await readReferences(tx, keys.map(identityOf));
  // A card is its member: what is locked is the key of the member's first reference.
  const ends = new Map(
    references.flatMap(({ memberKey, member }) =>
      member === null ? [] : [[memberKey.toString('hex'), member.memberKey.toString('hex')]],
    ),
  );
  const endOf = (key: string): string => ends.get(key) ?? key;
  const known = await lockAccounts(tx, keys.map(endOf).map(identityOf));
  const accounts = new Map(known.map(({ memberKey, account }) => [memberKey.toString('hex'), account]));
  return new Map(
    keys.flatMap((key) => {
      const account = accounts.get(endOf(key));
      return account === undefined ? [] : [[key, account]];
    }),
  );
};

/** Locks the segment against deletion until the transaction ends. */
const holdStatic = async (tx: Transaction, { environmentId, segmentId }: SegmentKey): Promise<void> => {
  const [type] = (await lockSegments(tx, environmentId, [segmentId])).values();
  requireStatic(segmentId, type);
};

/** Throws a Fault unless members can be added manually. If there is no type, the segment does not exist. */
export const requireStatic = (segmentId: string, type: SegmentType | undefined): void => {
  if (type === undefined)
    throw new Fault(
      'SEGMENT_NOT_FOUND',
      `There is no segment ${segmentId} in this environment: try the other one with --mode.`,
    );
  if (type !== 'STATIC')
    throw new Fault(
      'SEGMENT_NOT_STATIC',
      `The segment ${segmentId} is DYNAMIC: its rules decide who belongs to it, so nobody can be added by hand.`,
    );
};

const judge = (
  { by }: ImportTarget,
  found: FoundMembers,
  { line, text, value, key }: Listed & { readonly key: string | null },
): MemberId | Reject => {
  const reject = (message: string): Reject => ({ line, errors: [{ pointer: '', message }], text });
  if (key === null) return reject(malformed[by]);
  const member = found.get(key);
  if (member === undefined) return reject(`there is no such member in this environment${hintFor(by, value)}`);
  return member.state === 'anonymized' ? reject('the member was erased') : member.memberId;
};

const malformed: Readonly<Record<ImportTarget['by'], string>> = {
  ref: 'must begin with a reference of 1 to 255 characters',
  id: 'must begin with the id of a member, a UUID',
};

const hintFor = (by: ImportTarget['by'], value: string): string => {
  if (by === 'ref' && isUuid(value)) return ': it looks like an id, so pass --by id';
  return value.trim() === value ? '' : ': note that spaces around a reference belong to it';
};
