import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createShareSlots,
  createShareWeights,
  type ShareSlots,
  type ShareWeights,
} from '@loyalty/kernel/shares';
import { type MetricLabels, type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import { type ConnectionShares, createConnectionShares } from './connection-shares.ts';

/**
 * Bounds on what connections make a process hold. One environment gets a quarter of each of the first three
 * (D118).
 */
export interface HttpLimits {
  readonly connectionsMax: number;
  /** The maximum number of bytes of responses above 64 KiB that callers have not taken yet. */
  readonly answerBytesMax: number;
  /** The maximum number of bytes of bodies whose requests have no response yet. */
  readonly bodyBytesMax: number;
  /** How long a response may stall. */
  readonly answerStallMs: number;
  /** How long a body may stall. */
  readonly bodyStallMs: number;
  /** How long the head of a request may take. */
  readonly headMs: number;
  /** The maximum number of pages of lists that are read at once for one environment. */
  readonly listsAtOnce: number;
  /**
   * The maximum number of bodies of more than 64 KiB, or without a declared length, that are received at once
   * from one environment.
   */
  readonly uploadsAtOnce: number;
  /** How long a list or a body waits for its slot. */
  readonly slotWaitMs: number;
  /** How long the refusal of a used-up share is delayed. */
  readonly refusalMs: number;
}

export const defaultLimits: HttpLimits = {
  // Some 20 kB each.
  connectionsMax: 8_192,
  // A share takes two of the largest pages (200 events of 64 KiB), or six of the largest bulk calls.
  answerBytesMax: 128 * 1024 * 1024,
  bodyBytesMax: 128 * 1024 * 1024,
  answerStallMs: 30_000,
  bodyStallMs: 10_000,
  headMs: 15_000,
  // A page of 13 MB blocks the event loop for 0.1 s; other tenants' tills get their turn between pages.
  listsAtOnce: 4,
  // The operating system passes up to 2 MiB of each in one turn of the event loop.
  uploadsAtOnce: 4,
  slotWaitMs: 5_000,
  // As Retry-After says.
  refusalMs: 1_000,
};

/** The reason why a request was refused or a connection closed to protect others. */
export type ShedReason = MetricLabels<'loyalty_http_shed_total'>['reason'];

export interface ServerLimits {
  readonly limits: HttpLimits;
  readonly connections: ConnectionShares;
  readonly responses: ShareWeights;
  readonly bodies: ShareWeights;
  readonly lists: ShareSlots;
  /** Slots for reading bodies that do not arrive with their heads. */
  readonly uploads: ShareSlots;
  /** Waits for a turn of the event loop in which no other large body is parsed. */
  readonly parseTurn: () => Promise<void>;
  /**
   * Takes one of a few slots for receiving the rest of a refused body; returns undefined if all are taken.
   */
  takeDrain(): (() => void) | undefined;
  shed(reason: ShedReason): void;
}

/** Bytes that an environment may hold whatever others do: more than any request or response of a till. */
const floorBytes = 1024 * 1024;

interface ServerParts {
  readonly server: Server;
  readonly metrics: Metrics;
  /** Returns true while a request of the connection is handled. */
  readonly isBusy: (socket: Socket) => boolean;
}

export const createServerLimits = (
  limits: HttpLimits,
  { server, metrics, isBusy }: ServerParts,
): ServerLimits => {
  const shed: ServerLimits['shed'] = (reason) => {
    metrics.count('loyalty_http_shed_total', { reason });
  };
  const connections = createConnectionShares(server, {
    connectionsMax: limits.connectionsMax,
    isBusy,
    onEvicted: () => {
      shed('idle_connections');
    },
  });
  const responses = createShareWeights({ whole: limits.answerBytesMax, floor: floorBytes });
  const bodies = createShareWeights({ whole: limits.bodyBytesMax, floor: floorBytes });
  metrics.gauge('loyalty_http_connections', {}, () => connections.open);
  metrics.gauge('loyalty_http_untaken_answer_bytes', {}, () => responses.used);
  metrics.gauge('loyalty_http_body_bytes', {}, () => bodies.used);
  startAtZero(metrics, 'loyalty_http_shed_total', {});
  return {
    limits,
    connections,
    responses,
    bodies,
    lists: createShareSlots({ share: limits.listsAtOnce, waitMs: limits.slotWaitMs }),
    uploads: createShareSlots({ share: limits.uploadsAtOnce, waitMs: limits.slotWaitMs }),
    parseTurn: createParseTurns(),
    takeDrain: createDrains(),
    shed,
  };
};

/**
 * Strangers and all environments share these. No request waits for a slot; without one a client may miss why
 * it was refused.
 */
const drainsMax = 8;

const createDrains = (): ServerLimits['takeDrain'] => {
  let taken = 0;
  return () => {
    if (taken === drainsMax) return undefined;
    taken += 1;
    return () => {
      taken -= 1;
    };
  };
};

/**
 * Returns a function that waits for the next turn of the event loop in which no other caller parses. A body
 * of 5 MiB blocks the loop for 0.1 s; several in one turn would block it for as long as all of them take.
 */
export const createParseTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => (last = last.then(() => nextTurn()));
};
