export {
  createFactOutbox,
  createLastOutboxCleanup,
  createOutboxCleanup,
  type FactOutbox,
  type Publication,
  type PublishingOutbox,
  unownedFactOutbox,
} from './outbox/fact-outbox.ts';
export { createFactProducer } from './outbox/fact-producer.ts';
export { FactPublisher } from './outbox/fact-publisher.ts';
export { type OutboxOwner, registerOutboxOwner } from './outbox/outbox-owner.ts';
export { createOutboxSweeper, OrphanedRows } from './outbox/outbox-sweeper.ts';
export { messageOfRejected, packMessages, unpackMessages } from './outbox/packed-messages.ts';
