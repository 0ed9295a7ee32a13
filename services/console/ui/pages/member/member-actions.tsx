import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Ban, Download, Mail, PartyPopper, Pencil, Plus, UserX } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { modeIn, useMode } from '../../app/mode.ts';
import { shownText } from '../../model/shown-text.ts';
import { ActionMenu, type MenuAction } from '../../parts/dialogs/action-menu.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { AdjustDialog } from './dialogs/adjust-dialog.tsx';
import { ConsentDialog } from './dialogs/consent-dialog.tsx';
import { EditDialog } from './dialogs/edit-dialog.tsx';
import { EraseDialog } from './dialogs/erase-dialog.tsx';
import { EventDialog } from './dialogs/event-dialog.tsx';
import { ExportDialog } from './dialogs/export-dialog.tsx';
import { SuspendDialog } from './dialogs/suspend-dialog.tsx';
import { memberWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as headCss from '../../parts/page/page-head.module.css';

type Member = Schemas['Member'];

const dialogs = {
  adjust: AdjustDialog,
  edit: EditDialog,
  consent: ConsentDialog,
  event: EventDialog,
  suspend: SuspendDialog,
  export: ExportDialog,
  erase: EraseDialog,
} as const;
type Opened = keyof typeof dialogs;

/** The actions on a member. There are none once the member is erased. */
export function MemberActions({ member }: { readonly member: Member }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const actions = useMemberActions(member, setOpened);
  return (
    <div className={headCss.acts}>
      <ActionButton kind="main" operations={['adjustPoints']} onClick={() => setOpened('adjust')}>
        <Plus size={16} /> {words.adjust.open}
      </ActionButton>
      <Link
        className={css.btn}
        to="/why"
        search={(search) => ({ member: member.externalRef, ...modeIn(search) })}
      >
        {words.why}
      </Link>
      <ActionMenu label={words.more} actions={actions} />
      {(Object.keys(dialogs) as Opened[]).map((name) => {
        const Opening = dialogs[name];
        return (
          <Opening key={name} member={member} isOpen={opened === name} onClose={() => setOpened(null)} />
        );
      })}
    </div>
  );
}

const useMemberActions = (member: Member, open: (dialog: Opened) => void): readonly MenuAction[] => {
  const mode = useMode();
  const reinstate = useReinstate(member);
  const opening = (dialog: Opened) => () => open(dialog);
  const toEdit = { text: words.edit.open, icon: <Pencil size={16} />, onClick: opening('edit') };
  const toConsent = { text: words.consent.open, icon: <Mail size={16} />, onClick: opening('consent') };
  const toSend = { text: words.event.open, icon: <PartyPopper size={16} />, onClick: opening('event') };
  const toSuspend = { text: words.suspend.open, icon: <Ban size={16} />, onClick: opening('suspend') };
  const toExport = { text: words.export.open, icon: <Download size={16} />, onClick: opening('export') };
  const toErase = { text: words.erase.open, icon: <UserX size={16} />, onClick: opening('erase') };
  return [
    { ...toEdit, operations: ['updateMember'] as const },
    { ...toConsent, operations: ['recordConsent'] as const },
    ...(mode === 'test' ? [{ ...toSend, operations: ['submitLifecycleEvent'] as const }] : []),
    member.state === 'suspended' ? reinstate : { ...toSuspend, operations: ['suspendMember'] as const },
    { ...toExport, operations: ['exportMember'] as const },
    { ...toErase, operations: ['eraseMember'] as const, isDanger: true },
  ];
};

/** Done at once, because it can be undone. */
const useReinstate = ({ id: memberId, name, externalRef, stateReason }: Member): MenuAction => {
  const invalidates = ['getMember', 'listMembers'] as const;
  const suspend = useWrite('suspendMember', { invalidates, onFailed: toastProblem });
  const reinstate = useWrite('reinstateMember', {
    invalidates,
    onFailed: toastProblem,
    onDone: () =>
      toast({
        title: words.reinstate.done(shownText(name ?? externalRef)),
        detail: words.reinstate.detail,
        onUndo: () =>
          suspend.mutate({ memberId, ...(stateReason === null ? {} : { body: { reason: stateReason } }) }),
      }),
  });
  return {
    text: words.reinstate.open,
    icon: <BadgeCheck size={16} />,
    operations: ['reinstateMember'],
    onClick: () => reinstate.mutate({ memberId }),
  };
};
