/** Counts broken promises by kind, and keeps the first five examples of each. */
export class Violations {
  readonly #found = new Map<string, { count: number; examples: string[] }>();
  /** The fault that was injected last; null before the first, and where none are injected. */
  lastFault: string | null = null;

  add(kind: string, example: string): void {
    const found = this.#found.get(kind) ?? { count: 0, examples: [] };
    found.count += 1;
    if (found.examples.length < 5) found.examples.push(example.slice(0, 400));
    this.#found.set(kind, found);
  }

  countOf(kind: string): number {
    return this.#found.get(kind)?.count ?? 0;
  }

  /** Returns one line per kind, each followed by its examples. */
  lines(): string[] {
    return [...this.#found].flatMap(([kind, { count, examples }]) => [
      `✗ ${kind}: ${count.toString()}`,
      ...examples.map((example) => `    ${example}`),
    ]);
  }
}
