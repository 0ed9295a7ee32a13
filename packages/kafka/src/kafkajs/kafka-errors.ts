import { textOf } from '@loyalty/kernel';

/** Kafka's name of a refusal, as in `REBALANCE_IN_PROGRESS`; the name of kafkajs' error where Kafka has said nothing. */
export const errorTypeOf = (failure: unknown): string => {
  if (!(failure instanceof Error)) return '';
  return 'type' in failure && typeof failure.type === 'string' ? failure.type : failure.name;
};

/** Returns true if the broker has responded, with an error code. */
export const isRefusal = (failure: unknown): boolean => failure instanceof Error && 'type' in failure;

/** Returns what was thrown as an Error. */
export const errorOf = (failure: unknown): Error =>
  failure instanceof Error ? failure : new Error(textOf(failure));
