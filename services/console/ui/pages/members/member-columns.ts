import type { Schemas } from '@loyalty/client';
import type { CsvColumn } from '../../model/csv.ts';
import { exportWords } from '../../words/export.ts';
import { membersWords } from './words.ts';

const { heads } = exportWords;

/** The columns of exported members. */
export const memberColumns: readonly CsvColumn<Schemas['Member']>[] = [
  { head: heads.id, value: ({ id }) => id },
  { head: heads.reference, value: ({ externalRef }) => externalRef },
  { head: membersWords.member, value: ({ name }) => name },
  { head: heads.email, value: ({ email }) => email },
  { head: heads.phone, value: ({ phone }) => phone },
  { head: heads.state, value: ({ state }) => state },
  { head: membersWords.tier, value: ({ tier }) => tier.name },
  { head: membersWords.points, value: ({ pointsBalance }) => pointsBalance },
  { head: heads.lifetimePoints, value: ({ lifetimePoints }) => lifetimePoints },
  { head: membersWords.lastSeen, value: ({ lastActivityAt }) => lastActivityAt },
  { head: heads.enrolled, value: ({ enrolledAt }) => enrolledAt },
];
