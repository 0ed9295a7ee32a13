import { AssignerProtocol } from 'kafkajs';
import type { TopicPartition } from '@loyalty/storage/positions';

export interface Sharer {
  readonly memberId: string;
  readonly topics: readonly string[];
  readonly owned: readonly TopicPartition[];
  readonly generation: number;
  readonly canStore: boolean;
}

/**
 * Shares partitions evenly, both by topic and in total. As far as that allows, members keep what they had,
 * because each partition that moves is not read for a moment. If two members had a partition, the later one
 * keeps it. A member that cannot store gets only topics that no other member can store. While no member can
 * store, nothing moves.
 */
export const sharePartitions = (
  members: readonly Sharer[],
  partitionsOf: (topic: string) => readonly number[],
): Map<string, TopicPartition[]> => {
  const sorted = takersOf(members).toSorted((one, other) => (one.memberId < other.memberId ? -1 : 1));
  const shares = new Shares(sorted);
  const topics = [...new Set(sorted.flatMap((member) => member.topics))].toSorted();
  const free = topics.map((topic) => ({ topic, partitions: shares.claim(topic, partitionsOf(topic)) }));
  const canSome = sorted.some(({ canStore }) => canStore);
  for (const { topic, partitions } of free) {
    shares.spread(topic, partitions);
    if (canSome) shares.even(topic);
  }
  if (canSome) shares.level(topics);
  return shares.byMember();
};

/** Each with the topics of which it takes partitions. */
const takersOf = (members: readonly Sharer[]): readonly Sharer[] => {
  const served = new Set(members.flatMap(({ canStore, topics }) => (canStore ? topics : [])));
  return members.map((member) => {
    if (member.canStore) return member;
    const { memberId, topics, owned, generation, canStore } = member;
    return { memberId, topics: topics.filter((topic) => !served.has(topic)), owned, generation, canStore };
  });
};

class Share {
  readonly memberId: string;
  readonly #topics: ReadonlySet<string>;
  readonly #byTopic = new Map<string, number[]>();
  total = 0;

  constructor({ memberId, topics }: Sharer) {
    this.memberId = memberId;
    this.#topics = new Set(topics);
  }

  reads(topic: string): boolean {
    return this.#topics.has(topic);
  }

  countOf(topic: string): number {
    return this.#byTopic.get(topic)?.length ?? 0;
  }

  add(topic: string, partition: number): void {
    const own = this.#byTopic.get(topic);
    if (own === undefined) this.#byTopic.set(topic, [partition]);
    else own.push(partition);
    this.total += 1;
  }

  giveTo(receiver: Share, topic: string): void {
    const given = this.#byTopic.get(topic)?.pop();
    if (given === undefined) return;
    this.total -= 1;
    receiver.add(topic, given);
  }

  partitions(): TopicPartition[] {
    return [...this.#byTopic].flatMap(([topic, partitions]) =>
      partitions.toSorted((one, other) => one - other).map((partition) => ({ topic, partition })),
    );
  }
}

class Shares {
  readonly #members: readonly Sharer[];
  readonly #shares: readonly Share[];

  constructor(members: readonly Sharer[]) {
    this.#members = members;
    this.#shares = members.map((member) => new Share(member));
  }

  claim(topic: string, partitions: readonly number[]): number[] {
    const claims = new Map<number, { readonly share: Share; readonly generation: number }>();
    this.#members.forEach(({ owned, generation }, place) => {
      const share = this.#shares[place];
      if (share?.reads(topic) !== true) return;
      for (const at of owned) {
        if (at.topic !== topic) continue;
        const isLater = generation > (claims.get(at.partition)?.generation ?? -Infinity);
        if (isLater) claims.set(at.partition, { share, generation });
      }
    });
    for (const partition of partitions) claims.get(partition)?.share.add(topic, partition);
    return partitions.filter((partition) => !claims.has(partition));
  }

  spread(topic: string, free: readonly number[]): void {
    const readers = this.#shares.filter((share) => share.reads(topic));
    for (const partition of free) least(readers, topic)?.add(topic, partition);
  }

  even(topic: string): void {
    const readers = this.#shares.filter((share) => share.reads(topic));
    for (;;) {
      const [giver, receiver] = [most(readers, topic), least(readers, topic)];
      if (giver === null || receiver === null) return;
      if (giver.countOf(topic) - receiver.countOf(topic) < 2) return;
      giver.giveTo(receiver, topic);
    }
  }

  /** Evens the totals. A topic's counts stay even: one that has more of it gives to one that has fewer. */
  level(topics: readonly string[]): void {
    for (let move = this.#nextMove(topics); move !== null; move = this.#nextMove(topics))
      move.giver.giveTo(move.receiver, move.topic);
  }

  #nextMove(topics: readonly string[]): PartitionMove | null {
    const byTotal = this.#shares.toSorted((one, other) => other.total - one.total);
    for (const giver of byTotal) {
      const move = moveFrom(giver, byTotal, topics);
      if (move !== null) return move;
    }
    return null;
  }

  byMember(): Map<string, TopicPartition[]> {
    return new Map(this.#shares.map((share) => [share.memberId, share.partitions()]));
  }
}

interface PartitionMove {
  readonly giver: Share;
  readonly receiver: Share;
  readonly topic: string;
}

const moveFrom = (
  giver: Share,
  byTotal: readonly Share[],
  topics: readonly string[],
): PartitionMove | null => {
  for (const receiver of byTotal.toReversed()) {
    if (giver.total - receiver.total < 2) return null;
    const topic = topics.find((each) => receiver.reads(each) && giver.countOf(each) > receiver.countOf(each));
    if (topic !== undefined) return { giver, receiver, topic };
  }
  return null;
};

const least = (shares: readonly Share[], topic: string): Share | null =>
  shares.reduce<Share | null>(
    (best, share) => (best === null || isBelow(share, best, topic) ? share : best),
    null,
  );

const most = (shares: readonly Share[], topic: string): Share | null =>
  shares.reduce<Share | null>(
    (best, share) => (best === null || isBelow(best, share, topic) ? share : best),
    null,
  );

const isBelow = (one: Share, other: Share, topic: string): boolean => {
  const difference = one.countOf(topic) - other.countOf(topic);
  return difference < 0 || (difference === 0 && one.total < other.total);
};

/** The partitions that a member had, by the place of their topic in its list. Short: Kafka stores it. */
interface Had {
  readonly generation: number;
  readonly owned: readonly (readonly [place: number, ...partitions: readonly number[]])[];
  /** If absent, it counts as true, as in earlier releases, which ignore it. */
  readonly canStore?: false;
}

export const encodeMember = ({ topics, owned, generation, canStore }: Omit<Sharer, 'memberId'>): Buffer => {
  const sorted = topics.toSorted();
  const had: Had = {
    generation,
    owned: sorted.flatMap((topic, place) => {
      const partitions = owned.filter((at) => at.topic === topic).map(({ partition }) => partition);
      return partitions.length === 0 ? [] : [[place, ...partitions] as const];
    }),
    ...(canStore ? {} : { canStore }),
  };
  return AssignerProtocol.MemberMetadata.encode({
    version: 0,
    topics: sorted,
    userData: Buffer.from(JSON.stringify(had)),
  });
};

/** Decodes the metadata of a member of any release. A member that names no partitions had none. */
export const decodeMember = (memberId: string, metadata: Buffer): Sharer => {
  const { topics, userData } = AssignerProtocol.MemberMetadata.decode(metadata) ?? noMetadata;
  const { generation, owned, canStore } = hadOf(userData);
  return {
    memberId,
    topics,
    generation,
    canStore: canStore !== false,
    owned: owned.flatMap(([place, ...partitions]) => {
      const topic = topics[place];
      return topic === undefined ? [] : partitions.map((partition) => ({ topic, partition }));
    }),
  };
};

const noMetadata = { topics: [], userData: Buffer.alloc(0) };
const none: Had = { generation: -1, owned: [] };

const hadOf = (userData: Buffer | undefined): Had => {
  if (userData === undefined || userData.length === 0) return none;
  try {
    return JSON.parse(userData.toString()) as Had;
  } catch {
    return none;
  }
};

export const encodeAssignment = (partitions: readonly TopicPartition[]): Buffer => {
  const assignment: Record<string, number[]> = {};
  for (const { topic, partition } of partitions) (assignment[topic] ??= []).push(partition);
  return AssignerProtocol.MemberAssignment.encode({ version: 0, assignment, userData: Buffer.alloc(0) });
};

export const decodeAssignment = (bytes: Buffer): TopicPartition[] =>
  Object.entries(AssignerProtocol.MemberAssignment.decode(bytes)?.assignment ?? {}).flatMap(
    ([topic, partitions]) => partitions.map((partition) => ({ topic, partition })),
  );
