import type { EnvironmentId } from '@loyalty/kernel';

/** Two keys of 16 bytes: that of a stored member, and that of the reference which a request names. */
interface ComparedKeys {
  /** Absent: no member is stored. */
  readonly memberKey?: Buffer | undefined;
  /** Null or absent: the request names nobody, which is not another member. */
  readonly namedKey?: Buffer | null | undefined;
}

/**
 * Reads the keys of the members whose these references are, in the order of the keys. The key of a reference
 * that leads to nobody is returned as it is. Throws a retriable Fault if Postgres is unreachable.
 */
export type ReadEnds = (environmentId: EnvironmentId, keys: readonly Buffer[]) => Promise<readonly Buffer[]>;

/**
 * Finds out which requests name another member, in their order. Only keys that differ are looked up, because
 * they may be two references of one member (D123, D345).
 */
export const findOthers = async (
  readEnds: ReadEnds,
  environmentId: EnvironmentId,
  compared: readonly ComparedKeys[],
): Promise<readonly boolean[]> => {
  const differing = compared.map(differingKey);
  const keys = differing.filter((key) => key !== null);
  if (keys.length === 0) return compared.map(() => false);
  const ends = (await readEnds(environmentId, keys)).values();
  return compared.map(
    ({ memberKey }, at) =>
      differing[at] !== null && memberKey !== undefined && ends.next().value?.equals(memberKey) !== true,
  );
};

const differingKey = ({ memberKey, namedKey }: ComparedKeys): Buffer | null =>
  memberKey === undefined || namedKey == null || namedKey.equals(memberKey) ? null : namedKey;

/**
 * Finds out which pairs of keys belong to one member, in their order. Only those of pairs that differ are looked up
 * (D345).
 */
export const findSameMembers = async (
  readEnds: ReadEnds,
  environmentId: EnvironmentId,
  pairs: readonly (readonly [Buffer, Buffer])[],
): Promise<readonly boolean[]> => {
  const isDiffering = pairs.map(([one, other]) => !one.equals(other));
  const keys = pairs.flatMap((pair, at) => (isDiffering[at] === true ? pair : []));
  if (keys.length === 0) return pairs.map(() => true);
  const ends = (await readEnds(environmentId, keys)).values();
  return isDiffering.map((differs) => {
    if (!differs) return true;
    const one = ends.next().value;
    return ends.next().value?.equals(one ?? Buffer.alloc(0)) === true;
  });
};

export const isOther = async (
  readEnds: ReadEnds,
  environmentId: EnvironmentId,
  compared: ComparedKeys,
): Promise<boolean> => (await findOthers(readEnds, environmentId, [compared])).includes(true);
