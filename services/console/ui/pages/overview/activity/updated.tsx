import { useEffect, useState } from 'react';
import { overviewWords } from '../words.ts';
import * as css from '../../../styles/common.module.css';

const secondMs = 1_000;

/** Shows how old the figures are. Both times are those of the browser. */
export function Updated({ atMs, isFailing }: { readonly atMs: number; readonly isFailing: boolean }) {
  const nowMs = useNow();
  if (atMs === 0) return overviewWords.about;
  const seconds = Math.max(0, Math.floor((nowMs - atMs) / secondMs));
  return isFailing ? (
    <span className={css.warn}>{overviewWords.stale(seconds)}</span>
  ) : (
    <>
      {overviewWords.about} {overviewWords.updated(seconds)}
    </>
  );
}

const useNow = (): number => {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};
