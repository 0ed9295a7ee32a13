import { choiceOption, numberOption, type ValuesOf } from '@loyalty/stack/drill';

/** The fate of Kafka while Postgres is lost. */
const kafkaCases = {
  kept: 'Kafka keeps running',
  behind: 'Kafka is set back to before the time of the restore',
  lost: 'an empty cluster replaces Kafka',
  new: 'another cluster with a copy of all records replaces Kafka',
} as const;

export type KafkaCase = keyof typeof kafkaCases;

export const options = {
  kafka: choiceOption(kafkaCases, 'kept'),
  rate: numberOption('receipts a second', 60),
  seconds: numberOption('seconds of load before the time of the restore, and after it', 12),
};

export type Options = ValuesOf<typeof options>;
