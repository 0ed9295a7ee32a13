/** Returns a duration in the reader's language, such as «86 ms», «9.8 s» or «1 minute». */
export const spanText = (ms: number, locale?: string): string => {
  if (ms < 1_000) return unitText(Math.round(ms), 'millisecond', 'short', locale);
  if (ms < 60_000) return unitText(ms / 1_000, 'second', 'short', locale);
  return waitText(ms, locale);
};

/** Returns a wait in whole units, such as «1 minute», «30 minutes», «2 hours». */
export const waitText = (ms: number, locale?: string): string => {
  const minutes = ms / 60_000;
  if (minutes < 0.75) return unitText(Math.round(ms / 1_000), 'second', 'long', locale);
  if (minutes < 55) return unitText(Math.round(minutes), 'minute', 'long', locale);
  if (minutes < 36 * 60) return unitText(Math.round(minutes / 60), 'hour', 'long', locale);
  return unitText(Math.round(minutes / 1_440), 'day', 'long', locale);
};

const unitText = (amount: number, unit: string, unitDisplay: 'short' | 'long', locale?: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(
    amount,
  );
