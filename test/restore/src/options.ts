import { choiceOption, numberOption, type ValuesOf } from '@loyalty/stack/drill';

/** The fate of Kafka while Postgres is lost. */
const kafkaCases = {
  kept: 'Kafka goes on',
  behind: 'it is set back to before the time of the restore',
  lost: 'an empty cluster takes its place',
  new: 'a copy of all records on another cluster',
} as const;

export type KafkaCase = keyof typeof kafkaCases;

export const options = {
  kafka: choiceOption(kafkaCases, 'kept'),
  rate: numberOption('receipts a second', 60),
  seconds: numberOption('of load before the time of the restore, and after it', 12),
};

export type Options = ValuesOf<typeof options>;
