import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { ReplayedEvents } from './replay-record.ts';

/** A replay, locked, with what it needs to know of its endpoint. */
export interface LockedReplay {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
  readonly id: string;
  readonly only: ReplayedEvents;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** What the endpoint subscribes to. */
  readonly types: readonly string[];
  /** Milliseconds since the epoch. */
  readonly webhookCreatedAtMs: number;
  /** The environment's own: keys derived ids. */
  readonly secret: Uint8Array;
}

/** An event that a replay comes by. */
export interface ReplayCandidate {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly type: string;
  readonly memberId: MemberId | null;
  /** False: erased with its member. */
  readonly hasBody: boolean;
}
