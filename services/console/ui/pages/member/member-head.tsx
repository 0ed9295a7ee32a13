import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { UserX } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { lettersOf, shownText } from '../../model/shown-text.ts';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { usePageTitle } from '../../parts/page/page-head.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { wordOf, words } from '../../words/index.ts';
import { MemberActions } from './member-actions.tsx';
import { MemberContact } from './member-contact.tsx';
import { memberWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './member-page.module.css';
import * as headCss from '../../parts/page/page-head.module.css';

type Member = Schemas['Member'];

export function Crumb({ externalRef }: { readonly externalRef: string | null }) {
  return (
    <p className={headCss.crumb}>
      <Link className={css.link} to="/members" search={modeIn}>
        {words.pages.members}
      </Link>
      {externalRef === null ? null : (
        <>
          <span aria-hidden>{words.slash}</span>
          <Name text={externalRef} className={css.mono} />
        </>
      )}
    </p>
  );
}

const tones = { active: 'ok', suspended: 'warn', anonymized: 'bad', merged: 'line' } as const;

export function MemberHead({ member }: { readonly member: Member }) {
  const { name, externalRef, state } = member;
  const isErased = state === 'anonymized';
  const title = isErased ? memberWords.erased : (name ?? memberWords.facts.unnamed);
  const heading = usePageTitle(shownText(title));
  return (
    <header className={headCss.head}>
      <div className={headCss.text}>
        <Crumb externalRef={isErased ? null : externalRef} />
        <div className={own.who}>
          <span className={own.ava} aria-hidden>
            {isErased ? <UserX size={20} /> : lettersOf(name ?? externalRef)}
          </span>
          <div className={headCss.text}>
            <h1 ref={heading} tabIndex={-1} className={css.wrap}>
              <bdi>{shownText(title)}</bdi>
            </h1>
            <Marks member={member} />
            {isErased ? null : <MemberContact member={member} />}
          </div>
        </div>
      </div>
      {isErased || state === 'merged' ? null : <MemberActions member={member} />}
    </header>
  );
}

/** Reference, state, tier and segments. A member who was erased or merged has neither tier nor segments. */
function Marks({ member: { id, externalRef, state, tier } }: { readonly member: Member }) {
  const isGone = state === 'anonymized' || state === 'merged';
  return (
    <div className={own.line}>
      <Name text={externalRef} className={css.mono} />
      <CopyButton text={externalRef} what={memberWords.facts.reference} />
      <Chip tone={tones[state]} hasDot>
        {wordOf(words.states, state)}
      </Chip>
      {tier.name === null || isGone ? null : (
        <Chip tone="line">
          <Name text={tier.name} />
        </Chip>
      )}
      {isGone ? null : <SegmentChips memberId={id} />}
    </div>
  );
}

/** More are said by a number: a member may be in a thousand. */
const chipsMax = 4;

function SegmentChips({ memberId }: { readonly memberId: string }) {
  const found = useOperation('listMemberSegments', { memberId, limit: chipsMax + 1 }).data?.segments ?? [];
  return (
    <>
      {found.slice(0, chipsMax).map(({ segmentId, name }) => (
        <Chip key={segmentId} tone="line">
          <Name text={name} />
        </Chip>
      ))}
      {found.length > chipsMax ? (
        <span className={`${css.small} ${css.faint}`}>{memberWords.moreSegments}</span>
      ) : null}
    </>
  );
}
