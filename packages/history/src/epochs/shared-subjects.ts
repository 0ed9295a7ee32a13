import type { EnvironmentId } from '@loyalty/kernel';
import type { PublishedFact } from '@loyalty/storage';

/** Some 50 MB. */
const usualSubjectsMax = 100_000;
/** Each environment may use one share of the capacity (D118). */
const shares = 4;

/** The newest fact of each subject, for a bounded number of subjects; one environment may fill a quarter. */
export class SharedSubjects {
  readonly #subjectsMax: number;
  readonly #facts = new Map<string, PublishedFact>();
  readonly #keptOf = new Map<EnvironmentId, number>();
  #leftOut = 0;

  constructor(subjectsMax = usualSubjectsMax) {
    this.#subjectsMax = subjectsMax;
  }

  /** Number of facts that exceeded the capacity. */
  get leftOut(): number {
    return this.#leftOut;
  }

  all(): readonly PublishedFact[] {
    return [...this.#facts.values()];
  }

  /** Keeps the fact, unless a newer one of the subject is kept. */
  keep(subject: string, fact: PublishedFact): void {
    const known = this.#facts.get(subject);
    if (known !== undefined && known.occurredAtMs > fact.occurredAtMs) return;
    if (known === undefined && !this.#hasRoomFor(fact)) {
      this.#leftOut += 1;
      return;
    }
    this.#facts.set(subject, fact);
    if (known === undefined) this.#count(fact, 1);
  }

  /** Forgets the subject's fact, unless it is newer than this one. */
  forget(subject: string, { occurredAtMs }: PublishedFact): void {
    const known = this.#facts.get(subject);
    if (known === undefined || known.occurredAtMs > occurredAtMs) return;
    this.#facts.delete(subject);
    this.#count(known, -1);
  }

  #hasRoomFor({ environmentId }: PublishedFact): boolean {
    const kept = this.#keptOf.get(environmentId) ?? 0;
    return this.#facts.size < this.#subjectsMax && kept < this.#subjectsMax / shares;
  }

  #count({ environmentId }: PublishedFact, by: number): void {
    this.#keptOf.set(environmentId, (this.#keptOf.get(environmentId) ?? 0) + by);
  }
}
