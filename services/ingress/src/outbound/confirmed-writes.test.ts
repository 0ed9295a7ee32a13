import type { DatabaseEpoch } from '@loyalty/storage';
import { createConfirmWrite } from './confirmed-writes.ts';

const epochNamed = (epoch: string): DatabaseEpoch => ({ epoch, databaseId: 'd', raisedAtMs: 0 });
const unconfirmed = { code: 'WRITE_UNCONFIRMED', retry: true };

/** A database that tells of an epoch whenever it is asked. */
const databaseOf = (epoch: string) => {
  const history: { present: DatabaseEpoch } = { present: epochNamed('first') };
  const query = (): Promise<never[]> => {
    history.present = epochNamed(epoch);
    return Promise.resolve([]);
  };
  return { history, db: { query } };
};

const published = (acknowledged: Promise<boolean>) => () =>
  Promise.resolve({ response: 'done', publication: { acknowledged } });

test('a write that Kafka knows of is confirmed', async () => {
  const confirmWrite = createConfirmWrite(databaseOf('first'));
  expect(await confirmWrite(published(Promise.resolve(true)))).toMatchObject({ response: 'done' });
});

test('a write of which there is nothing to tell needs no confirmation', async () => {
  const confirmWrite = createConfirmWrite(databaseOf('second'));
  const write = () => Promise.resolve({ response: 'nobody', publication: null });
  expect(await confirmWrite(write)).toMatchObject({ response: 'nobody' });
});

test('▲ a write is not confirmed where Kafka does not take what tells of it', async () => {
  const confirmWrite = createConfirmWrite({ ...databaseOf('first'), patienceMs: 1 });
  await expect(confirmWrite(published(Promise.resolve(false)))).rejects.toMatchObject(unconfirmed);
  await expect(confirmWrite(published(new Promise(() => undefined)))).rejects.toMatchObject(unconfirmed);
});

test('▲ a write is not confirmed where the database has begun anew before Kafka had what tells of it', async () => {
  const confirmWrite = createConfirmWrite(databaseOf('second'));
  await expect(confirmWrite(published(Promise.resolve(true)))).rejects.toMatchObject(unconfirmed);
});

test('▲ a write is not confirmed while the database that took it does not answer', async () => {
  const { history } = databaseOf('first');
  const db = { query: () => Promise.reject(new Error('away')) };
  await expect(createConfirmWrite({ db, history })(published(Promise.resolve(true)))).rejects.toThrow('away');
});
