import type { Kafka } from 'kafkajs';
import { errorTypeOf } from '../kafkajs/internals.ts';
import type { LogEnds } from '../ports.ts';
import { type ClusterClient, openCluster } from './kafka-cluster.ts';
import { readAllEnds } from './log-bounds.ts';

export interface LogEndsReader {
  /**
   * Returns the ends of all partitions of a topic, by one round trip to the brokers that lead them; every 10 s also one
   * for who leads them. Null when Kafka does not have the topic. Throws when a partition has no leader.
   */
  read(topic: string): Promise<LogEnds[] | null>;
  close(): Promise<void>;
}

/** Connects at the first read, and stays connected: opening a connection costs a broker more than what is asked. */
export const createLogEndsReader = (kafka: Kafka): LogEndsReader => {
  let open: Promise<ClusterClient> | null = null;
  const connect = async (): Promise<ClusterClient> => {
    const cluster = openCluster(kafka);
    await cluster.connect();
    return cluster;
  };
  const close = async (): Promise<void> => {
    const closed = open;
    open = null;
    await closed?.then((cluster) => cluster.disconnect()).catch(() => undefined);
  };
  const readOnce = async (topic: string): Promise<LogEnds[]> => {
    open ??= connect();
    return readAllEnds(await open, [topic]);
  };
  return {
    read: async (topic) => {
      try {
        return await readOnce(topic);
      } catch {
        // A cluster asks for all topics that it ever saw together, so one that was deleted meanwhile fails all requests.
        await close();
      }
      try {
        return await readOnce(topic);
      } catch (failure) {
        await close();
        if (errorTypeOf(failure) === 'UNKNOWN_TOPIC_OR_PARTITION') return null;
        throw failure;
      }
    },
    close,
  };
};
