import type { GroupPartition } from '@loyalty/storage';

/** Thrown inside a batch's transaction when another process has moved some of its partitions: nothing is stored. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
  readonly lost: readonly GroupPartition[];

  constructor(lost: readonly GroupPartition[]) {
    super(`${lost.length.toString()} partitions belong to another process by now`);
    this.lost = lost;
  }
}
