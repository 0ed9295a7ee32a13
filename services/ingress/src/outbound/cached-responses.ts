import type { EnvironmentId } from '@loyalty/kernel';
import { createShareWeights } from '@loyalty/kernel/shares';

/** People who look at the same page ask for the same within it, each some seconds. */
const keptMs = 1_000;

/** All environments together have this many; each has at most 300 KB. */
const responsesMax = 64;

/**
 * Keeps responses that many callers ask for: one read serves all who ask while it runs, and for a second
 * afterwards.
 */
export class CachedResponses {
  readonly #shares = createShareWeights({ whole: responsesMax });
  readonly #kept = new Map<string, Promise<Buffer>>();

  /**
   * Finds a response. Rejects as `read` does, and keeps no failure. `asked` names everything on which the
   * response depends.
   */
  find(environmentId: EnvironmentId, asked: string, read: () => Promise<object>): Promise<Buffer> {
    const key = `${environmentId.toString()} ${asked}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const response = read().then((body) => Buffer.from(JSON.stringify(body)));
    if (this.#shares.take(environmentId, 1)) this.#keep(environmentId, key, response);
    return response;
  }

  #keep(environmentId: EnvironmentId, key: string, response: Promise<Buffer>): void {
    const forget = (): void => {
      this.#kept.delete(key);
      this.#shares.free(environmentId, 1);
    };
    this.#kept.set(key, response);
    response.then(() => setTimeout(forget, keptMs).unref(), forget);
  }
}
