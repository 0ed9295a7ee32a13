import type { Admin, Kafka } from 'kafkajs';

/** Runs `work` with a new admin client and disconnects it. */
export const withAdmin = async <T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
};
