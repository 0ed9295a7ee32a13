import type { Part } from '@loyalty/kernel';
import type { ProcessPhase } from '@loyalty/shell';
import type { IngressConfig } from '../config.ts';

/**
 * Returns what becomes of the parts that need Kafka. Checkout cannot do without it. A process for management starts without it: its
 * bulk calls get a 503, and facts wait in the outbox.
 */
export const kafkaPartsOf =
  ({ phase, role }: { readonly phase: ProcessPhase; readonly role: IngressConfig['role'] }) =>
  (part: Part): Part =>
    role === 'management' ? phase.unawaited(part) : part;
