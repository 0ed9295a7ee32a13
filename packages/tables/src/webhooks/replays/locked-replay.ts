import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { ReplayedEvents } from './replay-record.ts';

/** A locked replay, with the fields of its endpoint that it needs. */
export interface LockedReplay {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
  readonly id: string;
  readonly only: ReplayedEvents;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** The types of events to which the endpoint subscribes. */
  readonly types: readonly string[];
  /** Milliseconds since the epoch. */
  readonly webhookCreatedAtMs: number;
  /** The environment's secret, the key of derived ids. */
  readonly secret: Uint8Array;
}

/** An event in the range of a replay. */
export interface ReplayCandidate {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly type: string;
  readonly memberId: MemberId | null;
  /** False when it was erased with its member. */
  readonly hasBody: boolean;
}
