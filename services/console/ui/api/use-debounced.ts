import { useEffect, useState } from 'react';

/** Returns what a person types once it has not changed for `waitMs`. Until then, and while it is held, it returns the text before. */
export const useDebounced = <T extends string | null>(typed: T, waitMs: number, isHeld = false): T => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => setSettled(typed), waitMs);
    return () => clearTimeout(timer);
  }, [typed, waitMs, isHeld]);
  return settled;
};
