import type { ClockStack } from './own-stack.ts';
import type { Receiver } from './receiver.ts';
import type { Services } from './services.ts';
import type { Shop } from './tenant.ts';

/** The parts that a scenario runs on. */
export interface Ground {
  readonly library: string;
  readonly stack: ClockStack;
  readonly services: Services;
  readonly receiver: Receiver;
  readonly shop: Shop;
}
