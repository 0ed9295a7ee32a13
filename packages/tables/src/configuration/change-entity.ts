import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { raiseConfigVersion, type ConfigurationKind } from './config-version.ts';
import type { ChangeResult } from './entity-result.ts';
import { growingWrite } from './limits/growing-write.ts';

/** The decision about a change: store this content, keep this record unchanged, or refuse. */
export type ChangeDecision<Content, Entity, Refusal> =
  { readonly store: Content } | { readonly keep: Entity } | { readonly refuse: Refusal };

/** A change of one entity. Its transaction may run again, so these functions must have no effect outside of it. */
export interface EntityChange<Current, Content, Entity, Refusal> {
  /** The version that rises. */
  readonly kind: ConfigurationKind | 'webhooks';
  /** True when the configuration may grow: the change then waits for others that may add to it (`growingWrite`, D74). */
  readonly mayGrow: boolean;
  /** Locks and returns the current entity until the transaction ends; null when there is none. */
  readonly lock: (tx: Transaction) => Promise<Current | null>;
  /** May read, and may lock what comes later in the one lock order. */
  readonly decide: (
    current: Current,
    tx: Transaction,
  ) => ChangeDecision<Content, Entity, Refusal> | Promise<ChangeDecision<Content, Entity, Refusal>>;
  /** Writes the decided content. Returns the record as it is then. */
  readonly store: (tx: Transaction, content: Content, current: Current) => Promise<Entity>;
}

/**
 * Changes an entity: lock, decide, store and, last of all, raise the kind's version, in one {@link writeTransaction}. All
 * changes by owners go through it. The version rises if and only if something is stored (D33).
 */
export const changeEntity = <Current, Content, Entity, Refusal>(
  db: Database,
  environmentId: EnvironmentId,
  { kind, mayGrow, lock, decide, store }: EntityChange<Current, Content, Entity, Refusal>,
): Promise<ChangeResult<Entity, Refusal>> => {
  const work = async (tx: Transaction): Promise<ChangeResult<Entity, Refusal>> => {
    const current = await lock(tx);
    if (current === null) return { outcome: 'not-found' };
    const decision = await decide(current, tx);
    if ('refuse' in decision) return decision.refuse;
    if ('keep' in decision) return { outcome: 'unchanged', record: decision.keep };
    const record = await store(tx, decision.store, current);
    await raiseConfigVersion(tx, environmentId, kind);
    return { outcome: 'changed', record };
  };
  return mayGrow ? growingWrite(db, environmentId, work) : writeTransaction(db, work);
};
