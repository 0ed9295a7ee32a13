import type { Schemas } from '@loyalty/client';
import type { CsvColumn } from '../../model/csv.ts';
import { exportWords } from '../../words/export.ts';
import { words } from '../../words/index.ts';

const { heads } = exportWords;

/** The columns of exported members. */
export const memberColumns: readonly CsvColumn<Schemas['Member']>[] = [
  { head: heads.id, value: ({ id }) => id },
  { head: heads.reference, value: ({ externalRef }) => externalRef },
  { head: words.members.member, value: ({ name }) => name },
  { head: heads.email, value: ({ email }) => email },
  { head: heads.phone, value: ({ phone }) => phone },
  { head: heads.state, value: ({ state }) => state },
  { head: words.members.tier, value: ({ tier }) => tier.name },
  { head: words.members.points, value: ({ pointsBalance }) => pointsBalance },
  { head: heads.lifetimePoints, value: ({ lifetimePoints }) => lifetimePoints },
  { head: words.members.lastSeen, value: ({ lastActivityAt }) => lastActivityAt },
  { head: heads.enrolled, value: ({ enrolledAt }) => enrolledAt },
];
