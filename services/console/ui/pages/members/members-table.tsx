import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shortTimeText } from '../../model/times/times.ts';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { wordOf, words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';
import * as pageCss from '../campaigns/campaigns-page.module.css';
import { membersWords } from './words.ts';

type Member = Schemas['Member'];

const columns: readonly Column<Member>[] = [
  { head: membersWords.member, phone: 'title', cell: (member) => <Who member={member} /> },
  {
    head: membersWords.tier,
    width: '20%',
    phone: 'none',
    cell: ({ tier }) =>
      tier.name === null ? (
        <span className={css.faint}>{membersWords.noTier}</span>
      ) : (
        <Chip tone="line">
          <Name text={tier.name} />
        </Chip>
      ),
  },
  {
    head: membersWords.lastSeen,
    width: '16%',
    phone: 'bottom',
    className: `${css.small} ${css.muted}`,
    cell: (member) => <LastSeen member={member} />,
  },
  {
    head: membersWords.points,
    isRight: true,
    width: '18%',
    phone: 'top',
    className: `${css.num} ${css.strong}`,
    cell: ({ pointsBalance }) => pointsText(pointsBalance),
  },
];

export function MembersTable({ members }: { readonly members: readonly Member[] }) {
  return <Table columns={columns} rows={members} keyOf={({ id }) => id} isLinked />;
}

const tones = { suspended: 'warn', anonymized: 'bad', merged: 'line' } as const;

function Who({ member: { id, name, externalRef, state } }: { readonly member: Member }) {
  return (
    <>
      <Link to="/members/$memberId" params={{ memberId: id }} search={modeIn} className={pageCss.link}>
        <Name text={name ?? externalRef} className={css.strong} />
        {state === 'active' ? null : (
          <Chip tone={tones[state]} hasDot>
            {wordOf(words.states, state)}
          </Chip>
        )}
      </Link>
      {name === null ? null : <Name text={externalRef} className={`${css.mono} ${css.faint} ${css.below}`} />}
    </>
  );
}

function LastSeen({ member: { lastActivityAt } }: { readonly member: Member }) {
  if (lastActivityAt === null) return membersWords.neverSeen;
  return <Time iso={lastActivityAt} text={shortTimeText(lastActivityAt, new Date().toISOString())} />;
}
