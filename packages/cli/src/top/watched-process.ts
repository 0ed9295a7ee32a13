import { reasonOf } from '../failure-sentence.ts';
import { processView, type ProcessView } from './process-view.ts';
import { scrape, type Scrape } from './scrape.ts';

/** A process as far as it is known: its view, or why there is none (yet). */
export type Watched =
  | { readonly state: 'shown'; readonly view: ProcessView }
  | { readonly state: 'silent'; readonly name: string; readonly url: string; readonly reason: string };

/** Watches one process by its metrics page. */
export interface WatchedProcess {
  /** Asks once more; a process needs two answers before there is anything to show. Never throws. */
  look(): Promise<Watched>;
}

export const watchProcess = (name: string, url: string): WatchedProcess => {
  let before: Scrape | null = null;
  return {
    look: async () => {
      try {
        const now = await scrape(url);
        const last = before;
        before = now;
        if (last === null) return { state: 'silent', name, url, reason: 'asked for the first time' };
        return { state: 'shown', view: processView(url, last, now) };
      } catch (failure) {
        before = null;
        // What fetch throws says only that it failed; its cause says why.
        const reason = failure instanceof Error ? (failure.cause ?? failure) : failure;
        return { state: 'silent', name, url, reason: reasonOf(reason) };
      }
    },
  };
};
