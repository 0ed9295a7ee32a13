import { loyaltyctlJson } from '../loyaltyctl.ts';
import { runOnPart } from '../run-on-part.ts';
import { FillingDatabase } from './filling-database.ts';
import { helpText, readOptions } from './options.ts';

/** Before the disk is filled. */
const receipts = 500;

/** `npm run test:full-disk`: the disk of Postgres is full for a while. */
await runOnPart({ helpText, readOptions }, ({ seed, seconds }) => ({
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
}));
