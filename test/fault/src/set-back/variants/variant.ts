import type { Client } from '../../load/client.ts';
import type { OwnStack } from '../../own-stack.ts';
import { type RandomNumber } from '@loyalty/kernel';
import type { Violations } from '../../violations.ts';
import type { Listed } from '../listed.ts';

/** What a variant acts on. */
export interface Scene {
  readonly stack: OwnStack;
  readonly client: Client;
  readonly random: RandomNumber;
  readonly violations: Violations;
}

/** What a variant does besides the load, which every variant has. Each step is left out where there is nothing to do. */
export interface Act {
  /** Behind the copy: what the database is going to lose. */
  inTail?(): Promise<void>;
  /** Right before Postgres is killed. */
  justBefore?(): void;
  /** From the moment at which Postgres serves again. */
  afterwards?(): Promise<void>;
  /** Once everything was read again, before anything is repeated. */
  atRest?(listed: Listed): Promise<void>;
}

/** A case of a database that is set back. */
export interface Variant {
  readonly title: string;
  /** Nothing is sent before the copy: what positions know of streams is born behind it. */
  readonly isYoung?: boolean;
  /** Makes what is there before the copy. */
  begin(scene: Scene): Promise<Act>;
}
