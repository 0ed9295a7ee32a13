import { LoyaltyProblem, type Schemas } from '@loyalty/client';
import { useEffect, useRef, useState } from 'react';
import { useLoyalty } from '../../api/client.ts';
import type { JsonObject } from '../../model/draft.ts';
import { type FieldFaults, faultsOf, noFaults } from '../../model/field-faults.ts';
import { createNewest } from '../../model/newest.ts';

/** Longer than between two keys of a person who types; an environment tries one basket at a time. */
const waitMs = 600;

interface Explained {
  /** The newest that could be tried; it stays while the next is on its way. */
  readonly result: Schemas['Explanation'] | null;
  readonly error: unknown;
  readonly isAsking: boolean;
  readonly again: () => void;
}

/** Explains a basket once nothing changed for a moment; null is no question yet. */
export const useExplained = (body: JsonObject | null): Explained => {
  const { loyalty } = useLoyalty();
  const [state, setState] = useState<Omit<Explained, 'again'>>({
    result: null,
    error: null,
    isAsking: false,
  });
  const newest = useRef<ReturnType<typeof createNewest<JsonObject, Schemas['Explanation']>> | null>(null);
  useEffect(() => {
    const created = createNewest<JsonObject, Schemas['Explanation']>({
      waitMs,
      // What is wrong in it the API says: that is what a form is for.
      run: (asked) => loyalty.explainTransaction({ body: asked as unknown as Schemas['ExplainBody'] }),
      onResult: (result) => {
        setState({ result, error: null, isAsking: false });
      },
      onError: (error) => {
        setState(({ result }) => ({ result, error, isAsking: false }));
      },
    });
    newest.current = created;
    return () => {
      created.stop();
    };
  }, [loyalty]);
  const asked = body === null ? null : JSON.stringify(body);
  useEffect(() => {
    if (asked === null) return;
    setState((before) => ({ result: before.result, error: before.error, isAsking: true }));
    newest.current?.ask(JSON.parse(asked) as JsonObject);
  }, [asked, loyalty]);
  const again = (): void => {
    if (body !== null) newest.current?.ask(body);
  };
  return { ...state, again };
};

/** Returns what the API said of parts of the body; nothing where it said something else. */
export const faultsIn = (error: unknown): FieldFaults =>
  error instanceof LoyaltyProblem ? faultsOf(error.context) : noFaults;
