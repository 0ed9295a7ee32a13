/** Reads a field of day and time as UTC; returns null if it contains no instant. */
export const typedInstant = (text: string): string | null => {
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) return null;
  const ms = Date.parse(`${text}Z`);
  // 31 February would be 3 March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10)) return null;
  return new Date(ms).toISOString();
};

/** Returns the text of such a field, to the minute. */
export const instantField = (iso: string): string => new Date(iso).toISOString().slice(0, 16);
