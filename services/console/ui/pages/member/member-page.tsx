import type { Schemas } from '@loyalty/client';
import { Link, useParams } from '@tanstack/react-router';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { lettersOf, shownText } from '../../model/shown-text.ts';
import { Bars } from '../../parts/bars.tsx';
import { Chip } from '../../parts/chip.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Name } from '../../parts/name.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { ProblemNote, ProblemPage } from '../../parts/problem.tsx';
import { wordOf, words } from '../../words/index.ts';
import { Expiries, Rewards, StampCards } from './member-cards.tsx';
import { MemberFacts } from './member-facts.tsx';
import { Ledger } from './member-ledger.tsx';

export function MemberPage() {
  const { permissions } = useSession();
  const { memberId } = useParams({ from: '/members/$memberId' });
  const missing = missingPermission(['getMember'], permissions);
  const found = useOperation('getMember', { memberId }, { isEnabled: missing === null });
  if (missing !== null)
    return <ProblemPage title={words.problem.notAllowed} detail={words.problem.notAllowedDetail(missing)} />;
  return (
    <main className="main" id="content">
      {found.data === undefined ? <Crumb externalRef={null} /> : <MemberBody member={found.data} />}
      {found.isPending ? (
        <div className="card">
          <Bars rows={6} />
        </div>
      ) : null}
      {found.isError ? (
        <div className="card">
          <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
        </div>
      ) : null}
    </main>
  );
}

type Member = Schemas['Member'];

function MemberBody({ member }: { readonly member: Member }) {
  return (
    <>
      <MemberHead member={member} />
      <MemberFacts member={member} />
      <div className="grid-2">
        <div>
          <Ledger memberId={member.id} />
        </div>
        <div>
          <Expiries memberId={member.id} balance={member.pointsBalance} />
          <StampCards memberId={member.id} />
          <Rewards memberId={member.id} />
        </div>
      </div>
    </>
  );
}

function Crumb({ externalRef }: { readonly externalRef: string | null }) {
  return (
    <p className="crumb">
      <Link className="link" to="/members" search={modeIn}>
        {words.members.title}
      </Link>
      {externalRef === null ? null : (
        <>
          <span aria-hidden>{words.slash}</span>
          <Name text={externalRef} className="mono" />
        </>
      )}
    </p>
  );
}

const tones = { active: 'ok', suspended: 'warn', anonymized: 'bad' } as const;

function MemberHead({ member }: { readonly member: Member }) {
  const { name, externalRef, state, tier } = member;
  const title = name ?? words.member.unnamed;
  const heading = usePageTitle(shownText(title));
  return (
    <header className="head">
      <div className="head-text">
        <Crumb externalRef={externalRef} />
        <div className="who">
          <span className="ava" aria-hidden>
            {lettersOf(name ?? externalRef)}
          </span>
          <div className="head-text">
            <h1 ref={heading} tabIndex={-1} className="wrap">
              <bdi>{shownText(title)}</bdi>
            </h1>
            <div className="line">
              <Name text={externalRef} className="mono" />
              <CopyButton text={externalRef} what={words.member.reference} />
              <Chip tone={tones[state]} hasDot>
                {wordOf(words.states, state)}
              </Chip>
              {tier.name === null ? null : (
                <Chip tone="line">
                  <Name text={tier.name} />
                </Chip>
              )}
            </div>
          </div>
        </div>
      </div>
    </header>
  );
}
