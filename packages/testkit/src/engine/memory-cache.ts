import type { CachedResponse, StoredResponse } from '@loyalty/storage';

/** The cache port of an engine in memory; nothing in it expires. */
export class MemoryCache {
  readonly responses = new Map<string, StoredResponse>();

  getResponses(keys: readonly string[]): Promise<readonly (CachedResponse | null)[]> {
    const found = keys.map((key) => this.responses.get(key));
    return Promise.resolve(
      found.map((response) => (response === undefined ? null : { ...response, isPresent: true })),
    );
  }

  putResponses(responses: readonly (StoredResponse & { readonly key: string })[]): void {
    for (const { key, ...response } of responses) this.responses.set(key, response);
  }
}
