import { reasonOf } from '../failure-sentence.ts';
import { processView, type ProcessView } from './process-view.ts';
import { scrape, type Scrape } from './scrape.ts';

/** The view of a process, or the reason why there is none yet. */
export type Watched =
  | { readonly state: 'shown'; readonly view: ProcessView }
  | { readonly state: 'silent'; readonly name: string; readonly url: string; readonly reason: string };

/** Watches one process by its metrics page. */
export interface WatchedProcess {
  /** Scrapes the process again; the first view needs two scrapes. Never throws. */
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
        // The message of fetch says only that it failed; its cause has the reason.
        const reason = failure instanceof Error ? (failure.cause ?? failure) : failure;
        return { state: 'silent', name, url, reason: reasonOf(reason) };
      }
    },
  };
};
