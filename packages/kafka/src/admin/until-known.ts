import { systemClock, type Clock } from '@loyalty/kernel';

/** Far longer than a loaded broker needs to learn of a change from its controller. */
const tries = 100;
const everyMs = 100;

/** Waits, for some ten seconds, until the broker that is asked knows of a change. Returns false when it still does not. */
export const untilKnown = async (
  isKnown: () => Promise<boolean>,
  clock: Pick<Clock, 'sleep'> = systemClock,
): Promise<boolean> => {
  for (let left = tries; left > 1; left -= 1) {
    if (await isKnown()) return true;
    await clock.sleep(everyMs);
  }
  return false;
};
