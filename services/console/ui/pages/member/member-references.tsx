import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Ban, CircleMinus, Plus, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { shownText } from '../../model/shown-text.ts';
import { dayText } from '../../model/times/times.ts';
import { ActionMenu, type MenuAction } from '../../parts/dialogs/action-menu.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { AddReferenceDialog, changedByReferences } from './dialogs/add-reference-dialog.tsx';
import { ReleaseDialog } from './dialogs/release-dialog.tsx';
import { memberWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './member-page.module.css';

type Member = Schemas['Member'];
type Reference = Schemas['MemberReference'];
type ReferenceState = Schemas['ReferenceState'];

const words = memberWords.references;

/** Few members are ever merged. */
const MergeDialog = lazy(async () => ({ default: (await import('./merge/merge-dialog.tsx')).MergeDialog }));

/** Shows by which references the member is known, and what each of them may do. */
export function References({ member }: { readonly member: Member }) {
  const [isAdding, setAdding] = useState(false);
  const isGone = member.state === 'anonymized' || member.state === 'merged';
  const read = useOperation('listMemberReferences', { memberId: member.id }, { isEnabled: !isGone });
  const references = read.data?.references ?? [];
  if (references.length === 0 || isGone) return null;
  return (
    <section className={css.card} aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <span className={own.headActs}>
          <MergeButton member={member} />
          <ActionButton isSmall operations={['putMemberReference']} onClick={() => setAdding(true)}>
            <Plus size={16} /> {words.open}
          </ActionButton>
        </span>
      </header>
      <ul className={own.references}>
        {references.map((reference) => (
          <ReferenceRow key={reference.reference} member={member} reference={reference} />
        ))}
      </ul>
      <AddReferenceDialog member={member} isOpen={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}

function MergeButton({ member }: { readonly member: Member }) {
  const [opened, setOpened] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <ActionButton
        isSmall
        operations={['mergeMembers', 'listMembers', 'listLedgerEntries']}
        onClick={() => setOpened('open')}
      >
        {words.merge}
      </ActionButton>
      {opened === 'never' ? null : (
        <Suspense fallback={null}>
          <MergeDialog member={member} isOpen={opened === 'open'} onClose={() => setOpened('closed')} />
        </Suspense>
      )}
    </>
  );
}

const tones = { ACTIVE: 'ok', EARN_ONLY: 'line', BLOCKED: 'bad' } as const;

interface RowProps {
  readonly member: Member;
  readonly reference: Reference;
}

function ReferenceRow({ member, reference: held }: RowProps) {
  const { reference, kind, state, isPrimary, mergedMemberId, addedAt } = held;
  const [isReleasing, setReleasing] = useState(false);
  const actions = useReferenceActions(member, held, () => setReleasing(true));
  const beside = [
    kind === null ? null : shownText(kind),
    isPrimary ? words.first : words.since(dayText(addedAt)),
  ];
  return (
    <li>
      <span className={own.referenceText}>
        <Name text={reference} className={css.mono} />
        <span className={`${css.small} ${css.faint}`}>
          {beside.filter((text) => text !== null).join(' · ')}
        </span>
        {mergedMemberId === null ? null : (
          <Link
            className={`${css.link} ${css.small}`}
            to="/members/$memberId"
            params={{ memberId: mergedMemberId }}
            search={modeIn}
          >
            {words.merged}
          </Link>
        )}
      </span>
      <Chip tone={tones[state]} hasDot>
        {words.states[state]}
      </Chip>
      <ActionMenu label={words.actions(shownText(reference))} actions={actions} />
      <ReleaseDialog
        member={member}
        reference={reference}
        isOpen={isReleasing}
        onClose={() => setReleasing(false)}
      />
    </li>
  );
}

const icons = { ACTIVE: BadgeCheck, EARN_ONLY: CircleMinus, BLOCKED: Ban } as const;

/** Each state is set at once, because it can be undone; what takes a reference away asks before. */
const useReferenceActions = (
  { id: memberId }: Member,
  { reference, state, isPrimary, mergedMemberId }: Reference,
  release: () => void,
): readonly MenuAction[] => {
  const set = useWrite('putMemberReference', {
    invalidates: changedByReferences,
    onFailed: toastProblem,
    onDone: (after) =>
      toast({
        title: words.changed[after.state](shownText(reference)),
        onUndo: () => set.mutate({ memberId, body: { reference, state } }),
      }),
  });
  const toState = (to: ReferenceState): MenuAction => {
    const Icon = icons[to];
    return {
      text: words.to[to],
      icon: <Icon size={16} />,
      operations: ['putMemberReference'],
      onClick: () => set.mutate({ memberId, body: { reference, state: to } }),
    };
  };
  const others = (['ACTIVE', 'EARN_ONLY', 'BLOCKED'] as const).filter((to) => to !== state).map(toState);
  if (isPrimary || mergedMemberId !== null) return others;
  const toRelease = { text: words.release.open, icon: <Undo2 size={16} />, onClick: release, isDanger: true };
  return [...others, { ...toRelease, operations: ['releaseMemberReference'] }];
};
