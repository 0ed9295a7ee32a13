import { useState } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import { keepReading, liveDays, liveHours, type Reading, receiptRate, hoursFrom } from './activity.ts';
import type { ShownRange } from './ranges.ts';

const usualPollMs = 5_000;
/** This applies while samples are being sent, because people watch for them. */
const fastPollMs = 1_000;
/** Hours and days follow half a minute later; minutes make them new. */
const slowPollMs = 60_000;

const none: readonly never[] = [];

/** Returns counts as they grow, from minutes that are read every five seconds. */
export const useLiveActivity = (range: ShownRange, isFast: boolean) => {
  const minutes = useOperation(
    'getActivity',
    { step: 'minute' },
    { pollMs: isFast ? fastPollMs : usualPollMs, staleMs: usualPollMs },
  );
  const readings = useReadings(minutes.data);
  const asOf = minutes.data?.asOf;
  const hours = useOperation(
    'getActivity',
    { step: 'hour', from: asOf === undefined ? undefined : hoursFrom(asOf) },
    { isEnabled: asOf !== undefined, pollMs: slowPollMs, staleMs: slowPollMs },
  );
  const days = useOperation(
    'getActivity',
    { step: 'day' },
    { isEnabled: range === '30d', pollMs: slowPollMs, staleMs: slowPollMs },
  );
  // At midnight hours are asked for from another day on, and those that are known stay until they come.
  const knownHours = useLatest(hours.data?.items) ?? none;
  const live = liveHours(knownHours, minutes.data?.items ?? none);
  return {
    minutes,
    asOf,
    hours: live,
    hasHours: knownHours.length > 0,
    error: minutes.data === undefined ? minutes.error : hours.data === undefined ? hours.error : null,
    days: liveDays(days.data?.items ?? none, live),
    perSecond: receiptRate(readings),
    readAgain: () => void Promise.all([minutes.refetch(), ...(asOf === undefined ? [] : [hours.refetch()])]),
  };
};

const useReadings = (newest: Reading | undefined): readonly Reading[] => {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  if (newest === undefined || newest === readings.at(-1)) return readings;
  const kept = keepReading(readings, newest);
  setReadings(kept);
  return kept;
};

const useLatest = <Value>(value: Value | undefined): Value | undefined => {
  const [latest, setLatest] = useState(value);
  if (value === undefined || value === latest) return latest;
  setLatest(value);
  return value;
};
