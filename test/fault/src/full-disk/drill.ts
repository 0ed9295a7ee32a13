import { choiceOption, defineDrill, numberOption, seedOption } from '@loyalty/stack/drill';
import { loyaltyctlJson } from '../loyaltyctl.ts';
import { type OwnPart, runOnPart } from '../run-on-part.ts';
import { FillingBrokers } from './filling-brokers.ts';
import { FillingDatabase } from './filling-database.ts';

const about = `
Starts a Postgres, or three brokers, on small file systems (which only root can mount) and a stack on them, loads it, fills the disks, frees
them, and compares the acknowledged responses with the stored ones. Exit code 1: a promise was broken.`;

/** Before the disks are filled. */
const receipts = 500;

const parts = {
  postgres: 'the disk of Postgres',
  kafka: 'the disks of all three brokers at once, including the controller’s',
} as const;

/** The disk of a part is full for a while. */
export const drill = defineDrill({
  about,
  options: {
    of: choiceOption(parts, 'postgres'),
    seconds: numberOption('for how long the disks are full', 120),
    seed: seedOption(),
  },
  run: ({ of, seed, seconds }) =>
    runOnPart({
      folder: of === 'postgres' ? 'full-disk' : 'full-disks',
      title: of === 'postgres' ? 'Postgres on a small disk' : 'Three brokers on small disks',
      variant: 'plain',
      load: { seed, receipts },
      start: (home) => starters[of](home, seconds * 1_000),
    }),
});

/** A message that waits for a disk must not become a dead letter. */
const judgeLetters: NonNullable<OwnPart['judge']> = async ({ stack }, violations) => {
  const { total } = await loyaltyctlJson<{ total: number }>(stack, 'dead-letters', 'list');
  if (total > 0) violations.add('given up', `${total.toString()} dead letters`);
};

const starters: Readonly<Record<keyof typeof parts, (home: string, fullMs: number) => Promise<OwnPart>>> = {
  postgres: async (home, fullMs) => {
    const part = await FillingDatabase.start(home, fullMs);
    return { part, variables: { DATABASE_URL: part.url }, judge: judgeLetters };
  },
  kafka: async (home, fullMs) => {
    const part = await FillingBrokers.start(home, fullMs);
    return {
      part,
      variables: { KAFKA_BROKERS: part.brokers },
      judge: async (scenery, violations) => {
        if (!part.hasEnded) violations.add('not struck', 'some broker lived on with a full disk');
        await judgeLetters(scenery, violations);
      },
    };
  },
};
