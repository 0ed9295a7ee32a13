import type { ServiceName } from '@loyalty/contracts';
import type { Ground } from './attacker/ground.ts';
import type { Blow } from './attacker/blow.ts';

/** The service or part that an attack aims at. */
export type Target = ServiceName | 'kafka' | 'postgres' | 'redis';

/** The description of an attack. */
export interface AttackHead {
  /** Words with hyphens, unique: `--only` takes it. */
  readonly name: string;
  readonly aimsAt: Target;
  /** One sentence about the attacker. */
  readonly does: string;
  /** The reason why the service accepts it. */
  readonly isLegalBecause: string;
  /** How long one blow lasts. Default: as long as `--seconds` says. */
  readonly seconds?: number;
  /** False: no limit of requests applies to it, so both runs would be the same and it runs once. Default: true. */
  readonly isLimited?: boolean;
  /** Statuses that its own requests may get, besides 2xx, 429 and 503. Default: none. */
  readonly mayGet?: readonly number[];
  /** True: it breaks its own connections. Default: false. */
  readonly mayBreak?: boolean;
}

/** An attack with the state that `prepare` makes. */
export interface AttackOn<State> extends AttackHead {
  /** Makes what the attacker owns, before the victim is watched. */
  readonly prepare: (ground: Ground) => Promise<State>;
  /** Attacks until `blow.signal` aborts, and ends soon after. It may be called several times. */
  readonly strike: (blow: Blow, state: State) => Promise<void>;
  /** Ends what would go on by itself. Default: nothing does. */
  readonly undo?: (ground: Ground, state: State) => Promise<void>;
}

/** An attack on one ground, prepared. */
export interface PreparedAttack {
  readonly strike: (blow: Blow) => Promise<void>;
  readonly undo: () => Promise<void>;
}

/** One way in which a tenant attacks with legal means. */
export interface Attack extends AttackHead {
  readonly prepare: (ground: Ground) => Promise<PreparedAttack>;
}

/** Returns the attack without the type of its state, so that attacks of all kinds stand in one list. */
export const attackOf = <State>(attack: AttackOn<State>): Attack =>
  Object.assign({}, attack, {
    prepare: async (ground: Ground): Promise<PreparedAttack> => {
      const state = await attack.prepare(ground);
      return {
        strike: (blow) => attack.strike(blow, state),
        undo: () => attack.undo?.(ground, state) ?? Promise.resolve(),
      };
    },
  });

/** Prepares nothing: for attacks that need nothing of their own. */
export const nothing = (): Promise<void> => Promise.resolve();
