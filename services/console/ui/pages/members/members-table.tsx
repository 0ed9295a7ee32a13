import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { modeIn } from '../../app/mode.ts';
import { pointsText } from '../../model/figures.ts';
import { shortTimeText } from '../../model/times.ts';
import { Chip } from '../../parts/chip.tsx';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import { wordOf, words } from '../../words/index.ts';

type Member = Schemas['Member'];

export function MembersTable({ members }: { readonly members: readonly Member[] }) {
  return (
    <table className="tbl members">
      <thead>
        <tr>
          <th scope="col">{words.members.member}</th>
          <th scope="col">{words.members.tier}</th>
          <th scope="col">{words.members.lastSeen}</th>
          <th scope="col" className="right">
            {words.members.points}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </tbody>
    </table>
  );
}

function MemberRow({ member }: { readonly member: Member }) {
  const { id, name, externalRef, state, tier, pointsBalance } = member;
  return (
    <tr>
      <td className="who-cell">
        <Link to="/members/$memberId" params={{ memberId: id }} search={modeIn} className="who-line">
          <Name text={name ?? externalRef} className="strong" />
          {state === 'active' ? null : (
            <Chip tone={state === 'suspended' ? 'warn' : 'bad'} hasDot>
              {wordOf(words.states, state)}
            </Chip>
          )}
        </Link>
        {name === null ? null : <Name text={externalRef} className="mono faint" />}
      </td>
      <td className="tier-cell">
        {tier.name === null ? (
          <span className="faint">{words.members.noTier}</span>
        ) : (
          <Chip tone="line">
            <Name text={tier.name} />
          </Chip>
        )}
      </td>
      <td className="seen-cell small muted">
        <LastSeen member={member} />
      </td>
      <td className="points-cell num right strong">{pointsText(pointsBalance)}</td>
    </tr>
  );
}

function LastSeen({ member: { lastActivityAt } }: { readonly member: Member }) {
  if (lastActivityAt === null) return words.members.neverSeen;
  return <Time iso={lastActivityAt} text={shortTimeText(lastActivityAt, new Date().toISOString())} />;
}
