import { type EnvironmentId, Fault } from '@loyalty/kernel';
import { ClaimedSlots, type SlotClaim, defaultShare } from '@loyalty/kernel/shares';

export interface BulkSharesOptions {
  /** The number of slots of all environments together. */
  readonly slotsMax: number;
  /** How long a call waits for its turn, in milliseconds. */
  readonly waitMs?: number;
}

const usualWaitMs = 5_000;
/** Calls of one environment that wait; each holds a body of up to 5 MiB. */
const waitingMax = 20;

/**
 * The reply slots of bulk calls. Environments take turns, and each gets a quarter of the slots, or one call
 * (D118). Small calls of other environments do not keep out a large one.
 */
export class BulkShares {
  readonly #slotsMax: number;
  readonly #slots: ClaimedSlots;

  constructor({ slotsMax, waitMs = usualWaitMs }: BulkSharesOptions) {
    this.#slotsMax = slotsMax;
    this.#slots = new ClaimedSlots({ waitingMax, waitMs });
  }

  /**
   * Resolves once the slots are taken. Throws a retriable Fault `OVERLOADED` if they are not free in time.
   */
  take(owner: EnvironmentId, slots: number): Promise<void> {
    const claims = this.#claimsOf(owner, slots);
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        resolve();
      };
      const refuse = (): void => {
        reject(
          new Fault('OVERLOADED', 'too many receipts of bulk calls wait for their replies', { retry: true }),
        );
      };
      if (slots > this.#slotsMax) refuse();
      else this.#slots.ask({ owner, claims: () => claims, begin, refuse });
    });
  }

  free(owner: EnvironmentId, slots: number): void {
    this.#slots.free(this.#claimsOf(owner, slots));
  }

  #claimsOf(owner: EnvironmentId, weight: number): SlotClaim[] {
    const share = Math.max(this.#slotsMax * defaultShare, weight);
    return [
      { key: owner, max: share, weight },
      { key: 'all', max: this.#slotsMax, weight },
    ];
  }
}
