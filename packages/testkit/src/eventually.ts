import { patienceMs } from './patience.ts';

/**
 * Waits until `holds` returns true, checking every `everyMs`. Throws with `text` after `withinMs`, which only
 * a test of speed sets. It is for facts that another process brings about: it waits for the fact, never for
 * an amount of time.
 */
export const eventually = async (
  text: string,
  holds: () => boolean | Promise<boolean>,
  { withinMs = patienceMs, everyMs = 25 }: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<void> => {
  const until = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`not within ${withinMs.toString()} ms: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
};
