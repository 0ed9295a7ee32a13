import type { Schemas } from '@loyalty/client';
import { useEffect, useRef, useState } from 'react';
import { useLoyalty } from './client.ts';
import { createNewest, type NewestState } from './newest.ts';

type Rules = Schemas['SegmentRules'];
type Preview = Schemas['SegmentPreview'];

const nothing: NewestState<Preview> = { result: null, error: null, isPending: false };

/** Longer than between two keys of a person who types. */
const typedMs = 500;

/** Counts the members who meet some rules now, once they rest; null for none. */
export const usePreview = (rules: Rules | null, sampleSize = 0): NewestState<Preview> => {
  const { loyalty } = useLoyalty();
  const [state, setState] = useState(nothing);
  const newest = useRef<ReturnType<typeof createNewest<Rules, Preview>> | null>(null);
  useEffect(() => {
    const made = createNewest<Rules, Preview>({
      // A count that takes long would take as long again.
      run: (wanted, signal) =>
        loyalty.previewSegment({ body: { rules: wanted, sampleSize } }, { signal, attemptsMax: 2 }),
      waitMs: typedMs,
      notify: setState,
    });
    newest.current = made;
    return () => {
      made.stop();
    };
  }, [loyalty, sampleSize]);
  const key = rules === null ? null : JSON.stringify(rules);
  useEffect(() => {
    newest.current?.ask(key === null ? null : (JSON.parse(key) as Rules));
  }, [key, loyalty, sampleSize]);
  return state;
};
