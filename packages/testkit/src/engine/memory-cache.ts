import type { StoredResponse } from '@loyalty/storage';

/** Redis as an engine sees it; nothing in it expires. */
export class MemoryCache {
  readonly answers = new Map<string, StoredResponse>();

  getAnswers(keys: readonly string[]): Promise<readonly (StoredResponse | null)[]> {
    return Promise.resolve(keys.map((key) => this.answers.get(key) ?? null));
  }

  putAnswers(answers: readonly (StoredResponse & { readonly key: string })[]): void {
    for (const { key, ...answer } of answers) this.answers.set(key, answer);
  }
}
