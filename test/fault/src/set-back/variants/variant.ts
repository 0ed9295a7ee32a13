import type { RandomNumber } from '@loyalty/kernel/testing';
import type { OwnStack } from '@loyalty/stack';
import type { Client } from '../../load/client.ts';
import type { Violations } from '../../violations.ts';
import type { Listed } from '../listed.ts';

/** The parts that a variant acts on. */
export interface Scene {
  readonly stack: OwnStack;
  readonly client: Client;
  readonly random: RandomNumber;
  readonly violations: Violations;
}

/** The steps of a variant besides the load, which every variant has. Each step is optional. */
export interface Act {
  /** Runs after the copy: the database is going to lose this. */
  inTail?(): Promise<void>;
  /** Right before Postgres is killed. */
  justBefore?(): void;
  /** Runs as soon as Postgres serves again. */
  afterwards?(): Promise<void>;
  /** Runs once all groups have caught up, before anything is repeated. */
  atRest?(listed: Listed): Promise<void>;
}

/** A case of a database that is set back. */
export interface Variant {
  readonly title: string;
  /** Nothing is sent before the copy, so positions know of no stream yet. */
  readonly isYoung?: boolean;
  /** Creates what exists before the copy. */
  begin(scene: Scene): Promise<Act>;
}
