import { dayMs } from '@loyalty/kernel';
import { mergeSettings, readSettings, type Settings, type SettingsDocument } from './settings-catalogue.ts';

/** Bounds on what a stolen credential does: who loosens one must hold it for a day (D307). */
const boundNames = ['adjustedPointsPerDay', 'totalAdjustedPointsPerDay'] as const;

type BoundName = (typeof boundNames)[number];

export interface UpcomingSetting {
  /** The new value; null means that there is no limit. */
  readonly value: number | null;
  /**
   * When it comes into force, in ISO 8601 in UTC, with milliseconds. Until then the present value stays in
   * force.
   */
  readonly from: string;
}

export type UpcomingSettings = Readonly<Partial<Record<BoundName, UpcomingSetting>>>;

/** The settings in force, with those that follow and when. */
export interface DatedSettings extends Settings {
  readonly upcoming: UpcomingSettings;
}

/** It is next to the settings in the document; an older build keeps it, and uses the tighter value. */
const looseningsKey = 'loosenings';

interface Loosening {
  readonly value: number | null;
  readonly fromMs: number;
}

export const readDatedSettings = (stored: SettingsDocument, nowMs: number): DatedSettings => {
  const settled = settledSettings(stored, nowMs);
  const upcoming: UpcomingSettings = Object.fromEntries(
    [...looseningsIn(settled)].map(([name, { value, fromMs }]) => [
      name,
      { value, from: new Date(fromMs).toISOString() },
    ]),
  );
  return Object.assign({ upcoming }, readSettings(settled));
};

/** Returns the settings, including those that have come into force since they were written. */
export const settledSettings = (stored: SettingsDocument, nowMs: number): SettingsDocument => {
  const loosenings = looseningsIn(stored);
  const due = [...loosenings].filter(([, { fromMs }]) => fromMs <= nowMs);
  if (due.length === 0) return stored;
  for (const [name] of due) loosenings.delete(name);
  const values: SettingsDocument = Object.fromEntries(due.map(([name, { value }]) => [name, value]));
  return withLoosenings({ ...stored, ...values }, loosenings);
};

/**
 * Merges as {@link mergeSettings} does, except that a bound that is loosened stays as it is for a day. A
 * bound that is tightened takes effect immediately.
 */
export const mergeDatedSettings = (
  stored: SettingsDocument,
  written: SettingsDocument,
  nowMs: number,
): SettingsDocument => {
  const settled = settledSettings(stored, nowMs);
  const merged = mergeSettings(settled, written);
  const [before, after] = [readSettings(settled), readSettings(merged)];
  const loosenings = looseningsIn(settled);
  const kept: Partial<Record<BoundName, number | null>> = {};
  for (const name of boundNames) {
    if (written[name] === undefined) continue;
    const value = after[name];
    const pending = loosenings.get(name);
    loosenings.delete(name);
    if (!isLooser(value, before[name])) continue;
    const isBeyondPending = pending === undefined || isLooser(value, pending.value);
    loosenings.set(name, { value, fromMs: isBeyondPending ? nowMs + dayMs : pending.fromMs });
    kept[name] = before[name];
  }
  return withLoosenings({ ...merged, ...kept }, loosenings);
};

/** Null is no limit at all. */
const isLooser = (value: number | null, than: number | null): boolean =>
  than !== null && (value === null || value > than);

/** Leaves out what is not valid: the tighter value stays in force. */
const looseningsIn = (stored: SettingsDocument): Map<BoundName, Loosening> => {
  const found = (stored[looseningsKey] ?? {}) as Readonly<Record<string, unknown>>;
  const loosenings = new Map<BoundName, Loosening>();
  for (const name of boundNames) {
    const loosening = found[name];
    if (isLoosening(loosening)) loosenings.set(name, loosening);
  }
  return loosenings;
};

const isLoosening = (value: unknown): value is Loosening => {
  const { value: to, fromMs } = (value ?? {}) as Partial<Record<keyof Loosening, unknown>>;
  return (to === null || Number.isSafeInteger(to)) && Number.isSafeInteger(fromMs);
};

const withLoosenings = (
  document: SettingsDocument,
  loosenings: ReadonlyMap<BoundName, Loosening>,
): SettingsDocument => {
  const own = loosenings.size > 0 ? Object.fromEntries(loosenings) : null;
  const whole = Object.entries({ ...document, [looseningsKey]: own });
  return Object.fromEntries(whole.filter(([, value]) => value !== null));
};

/**
 * Returns the value of each setting as a change is noted and published. A bound with an upcoming value is
 * noted with it, so that such a change counts although the value in force is the same.
 */
export const settingEntries = (settings: object): readonly (readonly [string, unknown])[] => {
  const { upcoming = {}, ...inForce } = settings as Readonly<Record<string, unknown>>;
  const next = upcoming as Readonly<Record<string, unknown>>;
  return Object.entries(inForce).map(([name, value]) =>
    next[name] === undefined ? [name, value] : [name, { inForce: value, upcoming: next[name] }],
  );
};
