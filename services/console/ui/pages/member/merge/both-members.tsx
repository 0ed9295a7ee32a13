import type { Schemas } from '@loyalty/client';
import type { ReactNode } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { dayText } from '../../../model/times/times.ts';
import { Name } from '../../../parts/names/name.tsx';
import { wordOf, words as all } from '../../../words/index.ts';
import { mergeWords } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './merge.module.css';

type Member = Schemas['Member'];
const words = mergeWords.sides;

export interface Both {
  /** The member who stays. */
  readonly winner: Member;
  readonly loser: Member;
}

/** Shows two members next to each other, so that a person sees whether they are one. */
export function BothMembers({ winner, loser }: Both) {
  return (
    <table className={own.both} aria-label={words.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className={css.vh}>{words.what}</span>
          </th>
          <Head text={words.winner} member={winner} />
          <Head text={words.loser} member={loser} />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cell: Cell }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Cell member={winner} />
            </td>
            <td>
              <Cell member={loser} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface OfMember {
  readonly member: Member;
}

function Head({ text, member: { name, externalRef } }: OfMember & { readonly text: string }) {
  return (
    <th scope="col">
      <span className={own.side}>{text}</span>
      <Name text={name ?? externalRef} className={`${css.strong} ${css.below}`} />
      {name === null ? null : <Name text={externalRef} className={`${css.mono} ${css.faint} ${css.below}`} />}
    </th>
  );
}

const rows: readonly { readonly name: string; readonly cell: (of: OfMember) => ReactNode }[] = [
  { name: words.state, cell: ({ member: { state } }) => wordOf(all.states, state) },
  { name: words.balance, cell: ({ member: { pointsBalance } }) => pointsText(pointsBalance) },
  { name: words.lifetime, cell: ({ member: { lifetimePoints } }) => pointsText(lifetimePoints) },
  {
    name: words.tier,
    cell: ({ member: { tier } }) => (tier.name === null ? words.noTier : <Name text={tier.name} />),
  },
  { name: words.rewards, cell: Rewards },
  { name: words.references, cell: References },
  { name: words.since, cell: ({ member: { enrolledAt } }) => dayText(enrolledAt) },
  {
    name: words.lastSeen,
    cell: ({ member: { lastActivityAt } }) =>
      lastActivityAt === null ? words.never : dayText(lastActivityAt),
  },
];

/** A page of rewards has at most this many. */
const countedMax = 100;

function Rewards({ member: { id: memberId } }: OfMember) {
  const page = useOperation('listMemberRewards', { memberId, limit: countedMax }).data;
  if (page === undefined) return words.unknown;
  const count = pointsText(page.rewards.length);
  return page.nextCursor === null ? count : words.atLeast(count);
}

function References({ member: { id: memberId } }: OfMember) {
  const references = useOperation('listMemberReferences', { memberId }).data?.references;
  if (references === undefined) return words.unknown;
  return (
    <ul>
      {references.map(({ reference }) => (
        <li key={reference}>
          <Name text={reference} className={css.mono} />
        </li>
      ))}
    </ul>
  );
}
