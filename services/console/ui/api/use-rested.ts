import { useEffect, useState } from 'react';

/** Returns what somebody types once it has not changed for a while; while it is held, what was there before. */
export const useRested = <T extends string | null>(typed: T, waitMs: number, isHeld = false): T => {
  const [rested, setRested] = useState(typed);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => {
      setRested(typed);
    }, waitMs);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, waitMs, isHeld]);
  return rested;
};
