import type { Schemas } from '@loyalty/client';
import { useParams, useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { shownText } from '../../model/shown-text.ts';
import { clockText, dayText } from '../../model/times/times.ts';
import { MemberLink } from '../../parts/names/member-link.tsx';
import { WhoChanged } from '../../parts/names/who-changed.tsx';
import { Permitted } from '../../parts/page/permitted.tsx';
import { ReadCard } from '../../parts/page/read-card.tsx';
import { Expiries, Rewards, StampCards } from './member-cards.tsx';
import { MemberFacts } from './member-facts.tsx';
import { References } from './member-references.tsx';
import { Crumb, MemberHead } from './member-head.tsx';
import { LimitsUsed } from './member-limits.tsx';
import { OpenAuthorizations, PendingPoints } from './member-waiting.tsx';
import { Notes } from './notes/notes.tsx';
import { MemberTabs } from './tabs/member-tabs.tsx';
import { words } from '../../words/index.ts';
import { memberWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './member-page.module.css';

export function MemberPage() {
  return (
    <Permitted operations={['getMember', 'listLedgerEntries']}>
      <Found />
    </Permitted>
  );
}

function Found() {
  const { memberId } = useParams({ from: '/members/$memberId' });
  const found = useOperation('getMember', { memberId });
  return (
    <main className={css.main} id="content">
      {found.data === undefined ? <Crumb externalRef={null} /> : null}
      <ReadCard read={found}>{(member) => <MemberBody member={member} />}</ReadCard>
    </main>
  );
}

type Member = Schemas['Member'];

function MemberBody({ member }: { readonly member: Member }) {
  const { tab } = useSearch({ from: '/members/$memberId' });
  return (
    <>
      <MemberHead member={member} />
      <StateBand member={member} />
      <MemberFacts member={member} />
      <div className={css.grid2}>
        <div>
          <MemberTabs member={member} />
        </div>
        <div>
          {member.state === 'merged' ? null : <Present member={member} isWithRewards={tab !== 'rewards'} />}
          <WhoChanged objectType="member" objectId={member.id} />
        </div>
      </div>
    </>
  );
}

interface PresentProps {
  readonly member: Member;
  readonly isWithRewards: boolean;
}

/** Shows what may still change. A merged member has nothing of it: it is the other member's. */
function Present({ member, isWithRewards }: PresentProps) {
  return (
    <>
      <Notes member={member} />
      <References member={member} />
      <OpenAuthorizations memberId={member.id} />
      <Expiries memberId={member.id} balance={member.pointsBalance} />
      <LimitsUsed memberId={member.id} />
      <PendingPoints memberId={member.id} />
      <StampCards memberId={member.id} />
      {isWithRewards ? <Rewards memberId={member.id} /> : null}
    </>
  );
}

/** Says since when, and why, a member is suspended, or when they were erased or merged. */
function StateBand({ member }: { readonly member: Member }) {
  const { state, stateChangedAt, stateReason } = member;
  if (state === 'merged') return <MergedBand member={member} />;
  if (state === 'active' || stateChangedAt === null) return null;
  if (state === 'anonymized')
    return <p className={`${css.card} ${own.band}`}>{memberWords.gone(dayText(stateChangedAt))}</p>;
  const time = `${dayText(stateChangedAt)}, ${clockText(stateChangedAt)} ${words.utc}`;
  return (
    <div className={`${css.card} ${own.band}`} data-tone="warn" role="status">
      <b>{memberWords.suspend.since(time)}</b>
      <p className={css.wrap}>
        <bdi>{shownText(stateReason ?? memberWords.suspend.noReasonGiven)}</bdi>
      </p>
    </div>
  );
}

function MergedBand({ member: { mergedInto, mergedAt, stateReason } }: { readonly member: Member }) {
  if (mergedInto === null || mergedAt === null) return null;
  const time = `${dayText(mergedAt)}, ${clockText(mergedAt)} ${words.utc}`;
  return (
    <div className={`${css.card} ${own.band}`} data-tone="warn" role="status">
      <b>
        {memberWords.merged.into} <MemberLink memberId={mergedInto} /> {memberWords.merged.on(time)}
      </b>
      {stateReason === null ? null : (
        <p className={css.wrap}>
          <bdi>{shownText(stateReason)}</bdi>
        </p>
      )}
      <p className={css.small}>{memberWords.merged.about}</p>
    </div>
  );
}
