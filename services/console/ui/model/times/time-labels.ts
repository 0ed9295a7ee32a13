export type Step = 'minute' | 'hour' | 'day';

const minuteMs = 60_000;
const stepMs = { minute: minuteMs, hour: 60 * minuteMs, day: 1_440 * minuteMs } as const;

/** How many steps may lie between two labels: times that a person expects. */
const strides = {
  minute: [5, 10, 15, 30, 60],
  hour: [1, 3, 6, 12, 24, 48, 72],
  day: [1, 2, 5, 10, 15, 30],
} as const;

/**
 * Returns the places of the instants that get a label, at most `labelsMax`. Labels of minutes and hours are
 * at round times in UTC; days are counted from the last one.
 */
export const labelPlaces = (
  instants: readonly string[],
  step: Step,
  labelsMax: number,
): readonly number[] => {
  const placesOf = (stride: number): readonly number[] =>
    instants.flatMap((at, place) =>
      isLabelled(at, step, stride, instants.length - 1 - place) ? [place] : [],
    );
  const fitting = strides[step].map(placesOf).find((places) => places.length <= labelsMax);
  return fitting ?? [];
};

const isLabelled = (at: string, step: Step, stride: number, fromLast: number): boolean =>
  step === 'day' ? fromLast % stride === 0 : Date.parse(at) % (stride * stepMs[step]) === 0;

/** Returns a label below a chart: the time, or the day if a day begins. */
export const labelText = (at: string, step: Step, locale?: string): string => {
  const isDay = step === 'day' || (step === 'hour' && Date.parse(at) % stepMs.day === 0);
  return isDay ? dayOfMonth(at, locale) : timeOfDay(at, locale);
};

const zone = { timeZone: 'UTC' } as const;

const dayOfMonth = (at: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short' }).format(new Date(at));

const timeOfDay = (at: string, locale?: string): string =>
  new Intl.DateTimeFormat(locale, { ...zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(at),
  );

/** Returns the instant at the pointer, with the day: «26 Nov, 12:00». */
export const instantText = (at: string, step: Step, locale?: string): string =>
  step === 'day' ? dayOfMonth(at, locale) : `${dayOfMonth(at, locale)}, ${timeOfDay(at, locale)}`;
