import type { Schemas } from '@loyalty/client';
import { useEffect, useRef, useState } from 'react';
import { createNewest } from '../model/newest.ts';
import { useLoyalty } from './client.ts';

type Rules = Schemas['SegmentRules'];

/** How the count of some rules stands that somebody is still typing. */
export interface PreviewState {
  /** Of the newest count that ended well. */
  readonly result: Schemas['SegmentPreview'] | null;
  /** Of the newest count, if it failed. */
  readonly error: unknown;
  /** True until the newest rules are counted. */
  readonly isPending: boolean;
}

const nothing: PreviewState = { result: null, error: null, isPending: false };

/** Longer than between two keys of a person who types. */
const typedMs = 500;

/** Counts the members who meet some rules now, once they rest; null for none. An environment has one count at a time. */
export const usePreview = (rules: Rules | null, sampleSize = 0): PreviewState => {
  const { loyalty } = useLoyalty();
  const [state, setState] = useState(nothing);
  const newest = useRef<ReturnType<typeof createNewest<Rules, Schemas['SegmentPreview']>> | null>(null);
  useEffect(() => {
    const created = createNewest<Rules, Schemas['SegmentPreview']>({
      waitMs: typedMs,
      // A count that took too long would take as long again.
      run: (wanted) => loyalty.previewSegment({ body: { rules: wanted, sampleSize } }, { attemptsMax: 2 }),
      onResult: (result) => {
        setState({ result, error: null, isPending: false });
      },
      onError: (error) => {
        setState(({ result }) => ({ result, error, isPending: false }));
      },
    });
    newest.current = created;
    return () => {
      created.stop();
    };
  }, [loyalty, sampleSize]);
  const key = rules === null ? null : JSON.stringify(rules);
  useEffect(() => {
    if (key === null) {
      newest.current?.stop();
      setState(nothing);
      return;
    }
    setState(({ result }) => ({ result, error: null, isPending: true }));
    newest.current?.ask(JSON.parse(key) as Rules);
  }, [key, loyalty, sampleSize]);
  return state;
};
