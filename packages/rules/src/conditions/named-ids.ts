import type { SegmentId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';

interface WrittenLeaf {
  /** The pointer leads into the tree. */
  readonly pointer: string;
  readonly field: unknown;
  readonly op: unknown;
  readonly value: unknown;
}

/** Yields the leaves of a tree as it was written, even of one that this build cannot read. */
export function* writtenLeaves(json: unknown, pointer = ''): Generator<WrittenLeaf> {
  if (typeof json !== 'object' || json === null) return;
  const { conditions, field, op, value } = json as Readonly<Record<string, unknown>>;
  if (!Array.isArray(conditions)) {
    yield { pointer, field, op, value };
    return;
  }
  for (const [at, one] of (conditions as readonly unknown[]).entries())
    yield* writtenLeaves(one, `${pointer}/conditions/${at.toString()}`);
}

interface NamedId {
  /** The id is in lower case. */
  readonly id: string;
  /** The pointer leads into the tree. */
  readonly pointer: string;
  readonly op: unknown;
}

/** Returns the ids of tiers or segments that a tree names. */
export const idsNamedIn = (json: unknown, field: 'tier_id' | 'segment_id'): readonly NamedId[] =>
  [...writtenLeaves(json)].flatMap((leaf) => (leaf.field === field ? idsOf(leaf) : []));

const idsOf = ({ pointer, op, value }: WrittenLeaf): readonly NamedId[] =>
  Array.isArray(value)
    ? (value as readonly unknown[]).flatMap((one, at) =>
        idAt({ pointer: `${pointer}/value/${at.toString()}`, op, value: one }),
      )
    : idAt({ pointer: `${pointer}/value`, op, value });

const idAt = ({ pointer, op, value }: Omit<WrittenLeaf, 'field'>): readonly NamedId[] =>
  typeof value === 'string' ? [{ id: value.toLowerCase(), pointer, op }] : [];

/**
 * Returns segments that are targets or are named by conditions. It includes deleted ones, and may name one
 * more than once.
 */
export const segmentsNamedBy = ({
  targetSegmentIds,
  conditions,
}: Pick<Campaign, 'targetSegmentIds' | 'conditions'>): readonly SegmentId[] => {
  if (conditions === undefined) return targetSegmentIds;
  const named = idsNamedIn(conditions, 'segment_id').map(({ id }) => id as SegmentId);
  return named.length === 0 ? targetSegmentIds : [...targetSegmentIds, ...named];
};
