/** Kafka's name of a refusal, as in `REBALANCE_IN_PROGRESS`; the name of kafkajs' error where Kafka has said nothing. */
export const errorTypeOf = (failure: unknown): string => {
  if (!(failure instanceof Error)) return '';
  return 'type' in failure && typeof failure.type === 'string' ? failure.type : failure.name;
};
