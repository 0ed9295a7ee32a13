import type { Ground } from './ground.ts';

/** Ends a fault. */
export type Undo = () => Promise<void>;

/** Something that goes wrong, and the alert that says so. */
export interface Fault {
  readonly name: string;
  readonly does: string;
  /** The alert that must fire within two minutes. */
  readonly alert: string;
  /** Beginnings of the names of burn-rate alerts: what callers feel of it. They may fire, and no other page may. */
  readonly harms: readonly string[];
  /**
   * How many minutes the window of the alert keeps it firing once the fault has ended; 0 if it must end with
   * the fault.
   */
  readonly lingersMinutes: number;
  /** Resolves once the fault is there, with what ends it. */
  plant(ground: Ground): Promise<Undo>;
}

/** There is nothing to end: what happened has happened. */
export const nothingToEnd: Undo = () => Promise.resolve();
