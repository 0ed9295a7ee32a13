import type { CachedResponse, ResponseToKeep, StoredResponse } from '@loyalty/storage/redis';

/** The cache port of an engine in memory; nothing in it expires. */
export class MemoryCache {
  readonly responses = new Map<string, StoredResponse>();
  /** The keys of responses that were put as streamed ones. */
  readonly streamed = new Set<string>();

  getResponses(keys: readonly string[]): Promise<readonly (CachedResponse | null)[]> {
    const found = keys.map((key) => this.responses.get(key));
    return Promise.resolve(
      found.map((response) => (response === undefined ? null : { ...response, isPresent: true })),
    );
  }

  putResponses(responses: readonly ResponseToKeep[]): void {
    for (const { key, fingerprint, response, isStreamed } of responses) {
      this.responses.set(key, { fingerprint, response });
      if (isStreamed === true) this.streamed.add(key);
    }
  }
}
