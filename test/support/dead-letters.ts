import { topics } from '@loyalty/contracts';
import { readLocalStack } from '@loyalty/stack';
import { Kafka, logLevel } from 'kafkajs';
import { loyaltyctlJson } from './loyaltyctl.ts';

/** A dead letter as loyaltyctl shows it. */
export interface SeenLetter {
  readonly topic: string;
  readonly partition: number;
  readonly reason: string;
}

/** Reads all dead letters; `filters` are those of `loyaltyctl dead-letters list`. */
export const deadLetters = async (...filters: readonly string[]): Promise<readonly SeenLetter[]> => {
  const line = ['dead-letters', 'list', '--limit', '100000', ...filters];
  return (await loyaltyctlJson<{ deadLetters: readonly SeenLetter[] }>(...line)).deadLetters;
};

/** Counts the dead letters ever written, without reading them. */
export const countLetters = async (): Promise<number> => {
  const kafka = new Kafka({ brokers: readLocalStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topics.deadLetters);
  await admin.disconnect();
  return ends.reduce((sum, { high }) => sum + Number(high), 0);
};
