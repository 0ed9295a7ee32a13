import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { raiseConfigVersion } from './config-version.ts';
import type { ChangeResult } from './entity-result.ts';
import { growingWrite } from './limits/growing-write.ts';

/** What a change comes to: this is stored, all stays as it is and this is the record, or it is refused. */
export type ChangeDecision<Content, Entity, Refusal> =
  { readonly store: Content } | { readonly keep: Entity } | { readonly refuse: Refusal };

/** A change of one entity. Its transaction may run again, so nothing here may leave a trace outside of it. */
export interface EntityChange<Current, Content, Entity, Refusal> {
  /** True where the configuration may become larger: the change then waits for others that do (`growingWrite`, D74). */
  readonly mayGrow: boolean;
  /** What the change is judged against, locked until the transaction ends; null when there is no such entity. */
  readonly lock: (tx: Transaction) => Promise<Current | null>;
  /** May read, and lock what comes later in the one lock order. */
  readonly decide: (
    current: Current,
    tx: Transaction,
  ) => ChangeDecision<Content, Entity, Refusal> | Promise<ChangeDecision<Content, Entity, Refusal>>;
  /** Writes what was decided, and answers the record as it is then. */
  readonly store: (tx: Transaction, content: Content, current: Current) => Promise<Entity>;
  /** Raises the version that whoever reads this kind of entity compares. Default: that of the configuration. */
  readonly raiseVersion?: typeof raiseConfigVersion;
}

/**
 * The one way in which the owner's change of an entity is made: lock, decide, store and, last of all, raise the
 * environment's version, in one {@link writeTransaction}. The version rises with what is stored, and with nothing else (D33).
 */
export const changeEntity = <Current, Content, Entity, Refusal>(
  db: Database,
  environmentId: EnvironmentId,
  {
    mayGrow,
    lock,
    decide,
    store,
    raiseVersion = raiseConfigVersion,
  }: EntityChange<Current, Content, Entity, Refusal>,
): Promise<ChangeResult<Entity, Refusal>> => {
  const work = async (tx: Transaction): Promise<ChangeResult<Entity, Refusal>> => {
    const current = await lock(tx);
    if (current === null) return { outcome: 'not-found' };
    const decision = await decide(current, tx);
    if ('refuse' in decision) return decision.refuse;
    if ('keep' in decision) return { outcome: 'unchanged', record: decision.keep };
    const record = await store(tx, decision.store, current);
    await raiseVersion(tx, environmentId);
    return { outcome: 'changed', record };
  };
  return mayGrow ? growingWrite(db, environmentId, work) : writeTransaction(db, work);
};
