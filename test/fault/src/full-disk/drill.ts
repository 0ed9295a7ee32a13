import { defineDrill, numberOption, seedOption } from '@loyalty/stack/drill';
import { loyaltyctlJson } from '../loyaltyctl.ts';
import { runOnPart } from '../run-on-part.ts';
import { FillingDatabase } from './filling-database.ts';

const about = `
Starts a Postgres on a small file system (which only root can mount) and a stack on it; loads it, fills the disk, frees it, and
compares the acknowledged responses with the stored ones. Exit code 1: a promise was broken.`;

/** Before the disk is filled. */
const receipts = 500;

/** The disk of Postgres is full for a while. */
export const drill = defineDrill({
  about,
  options: { seconds: numberOption('for which the disk is full', 120), seed: seedOption() },
  run: ({ seed, seconds }) =>
    runOnPart({
      folder: 'full-disk',
      title: 'Postgres on a small disk',
      variant: 'plain',
      load: { seed, receipts },
      start: async (home) => {
        const part = await FillingDatabase.start(home, seconds * 1_000);
        return {
          part,
          variables: { DATABASE_URL: part.url },
          // A message that waits for the disk must not become a dead letter.
          judge: async ({ stack }, violations) => {
            const { total } = await loyaltyctlJson<{ total: number }>(stack, 'dead-letters', 'list');
            if (total > 0) violations.add('given up', `${total.toString()} dead letters`);
          },
        };
      },
    }),
});
