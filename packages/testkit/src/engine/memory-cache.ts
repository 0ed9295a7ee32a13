import type { CachedResponse, StoredResponse } from '@loyalty/storage';

/** Redis as an engine sees it; nothing in it expires. */
export class MemoryCache {
  readonly answers = new Map<string, StoredResponse>();

  getAnswers(keys: readonly string[]): Promise<readonly (CachedResponse | null)[]> {
    const found = keys.map((key) => this.answers.get(key));
    return Promise.resolve(
      found.map((answer) => (answer === undefined ? null : { ...answer, isPresent: true })),
    );
  }

  putAnswers(answers: readonly (StoredResponse & { readonly key: string })[]): void {
    for (const { key, ...answer } of answers) this.answers.set(key, answer);
  }
}
