import type { Schemas } from '@loyalty/client';

type Entry = Schemas['AuditEntry'];
type Change = Schemas['FieldChange'];

interface Place {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

const folders: Readonly<Record<string, string>> = {
  api_key: '/keys/',
  campaign: '/campaigns/',
  event_definition: '/events/',
  member: '/members/',
  segment: '/segments/',
  tier: '/tiers/',
  webhook: '/webhooks/',
};

/**
 * Returns the page that shows the changed object; null if there is none, or if the change deleted the object.
 */
export const placeOfObject = ({ action, object: { type, id } }: Entry): Place | null => {
  if (action.endsWith('.deleted')) return null;
  if (type === 'reward') return { path: '/rewards', query: { reward: id } };
  if (type === 'setting') return { path: '/settings' };
  const folder = Object.hasOwn(folders, type) ? folders[type] : undefined;
  return folder === undefined ? null : { path: folder + encodeURIComponent(id) };
};

/** How a value is shown: as a text, or as JSON with its line ends; null if there is no value. */
export interface ShownValue {
  readonly text: string;
  readonly isJson: boolean;
}

export const shownValue = (value: unknown): ShownValue | null => {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object'
    ? { text: JSON.stringify(value, null, 2), isJson: true }
    : { text: typeof value === 'string' ? value : JSON.stringify(value), isJson: false };
};

/** Returns true for fields of which the log keeps only the names. */
export const isHidden = (change: Change): boolean => !('from' in change) && !('to' in change);

/** Returns the name at the time, or a member's present one; null if neither is known. */
export const objectNameOf = ({ name, memberName }: Schemas['AuditObject']): string | null =>
  name ?? memberName ?? null;
