/** The producer on Kafka. */

export { CoalescingProducer, sendInOrder } from './producer/coalescing-producer.ts';
export { messageSize } from './producer/partition-queues.ts';
export { tracedProducer } from './producer/traced-producer.ts';
