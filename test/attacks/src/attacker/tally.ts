/** Counts the responses to an attacker, and notes what was acknowledged. */
export class Tally {
  /** How often each status came; 0 stands for a broken connection. */
  readonly statuses = new Map<number, number>();
  /** How often each status came for one item of a bulk call. */
  readonly items = new Map<number, number>();
  /** The references of receipts that were acknowledged. */
  readonly acknowledged = new Set<string>();

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  countItem(status: number): void {
    this.items.set(status, (this.items.get(status) ?? 0) + 1);
  }

  acknowledge(refs: readonly string[]): void {
    for (const ref of refs) this.acknowledged.add(ref);
  }
}
