import type { Schemas } from '@loyalty/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useLoyalty } from '../../../api/client.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useWrite } from '../../../api/use-write.ts';
import { modeIn } from '../../../app/mode.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { Segments } from '../../../parts/forms/segments.tsx';
import { words as all } from '../../../words/index.ts';
import { type Both, BothMembers } from './both-members.tsx';
import { MergePreview } from './merge-preview.tsx';
import { mergeWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './merge.module.css';

type Member = Schemas['Member'];

interface MergeFormProps extends Both {
  /** The member whose page is open. */
  readonly here: Member;
  readonly onSwap: () => void;
  readonly onOther: () => void;
  readonly onClose: () => void;
}

/** The API wants a reason for a dry run too, and keeps none. */
const reasonOfPreview = 'Preview';

/** Shows both members and what a merge does, and asks for a reason and the reference of who stays. */
export function MergeForm(props: MergeFormProps) {
  const { winner, loser, onClose, onOther } = props;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [hasTried, setTried] = useState(false);
  const preview = useOperation('mergeMembers', {
    memberId: winner.id,
    dryRun: true,
    body: { memberId: loser.id, reason: reasonOfPreview },
  });
  const args = { memberId: winner.id, body: { memberId: loser.id, reason: reason.trim() } };
  const write = useMerge(props, () => void preview.refetch());
  const isMissing = args.body.reason === '';
  return (
    <Form
      error={write.error}
      pointers={['/reason']}
      isPending={write.isPending}
      submit={words.submit}
      isDanger
      canSubmit={preview.data?.blockers.length === 0 && typed.trim() === winner.externalRef.trim()}
      onSubmit={() => {
        setTried(true);
        if (!isMissing) write.mutate(args);
      }}
      onCancel={onClose}
      aside={<CodeButton operation="mergeMembers" args={args} />}
    >
      <WhoStays {...props} />
      <BothMembers winner={winner} loser={loser} />
      <button type="button" className={`${css.btn} ${css.push0}`} data-small onClick={onOther}>
        {words.other}
      </button>
      <MergePreview winner={winner} loser={loser} read={preview} />
      <TextField
        label={words.reason}
        pointer="/reason"
        hint={words.reasonHint}
        fault={hasTried && isMissing ? words.noReason : null}
        value={reason}
        onChange={setReason}
      />
      <TextField
        label={all.typeToConfirm(shownText(winner.externalRef))}
        value={typed}
        onChange={setTyped}
        isMono
      />
    </Form>
  );
}

/** The focus comes here from what was found, which is no longer there. */
function WhoStays({ here, winner, loser, onSwap }: MergeFormProps) {
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => group.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus(), []);
  const other = here === winner ? loser : winner;
  return (
    <div ref={group} className={css.stack}>
      <p className={css.strong} aria-hidden>
        {words.stays}
      </p>
      <div className={own.stays}>
        <Segments
          label={words.stays}
          chosen={winner.id}
          options={[here, other].map(({ id, externalRef }) => ({ value: id, text: shownText(externalRef) }))}
          onChoose={(id) => {
            if (id !== winner.id) onSwap();
          }}
        />
      </div>
    </div>
  );
}

/** After the merge the page of the member who stays is shown. */
const useMerge = ({ here, winner, loser, onClose }: MergeFormProps, readAgain: () => void) => {
  const navigate = useNavigate();
  const { tenantId, mode } = useLoyalty();
  const queries = useQueryClient();
  return useWrite('mergeMembers', {
    invalidates: changedByMerge,
    onFailed: readAgain,
    onDone: ({ pointsBalance }) => {
      onClose();
      // Their page must not show for a moment what they had.
      queries.removeQueries({ queryKey: [tenantId, mode, 'getMember', { memberId: loser.id }] });
      toast({
        title: words.done(shownText(loser.externalRef), shownText(winner.externalRef)),
        detail: words.balance(pointsText(pointsBalance)),
      });
      if (here.id === loser.id)
        void navigate({ to: '/members/$memberId', params: { memberId: winner.id }, search: modeIn });
    },
  });
};

/** Reads that a merge makes old. */
const changedByMerge = [
  'getMember',
  'listMembers',
  'listMemberReferences',
  'listMemberNotes',
  'listLedgerEntries',
  'listExpiringPoints',
  'listPendingPoints',
  'listStampCards',
  'listMemberRewards',
  'listMemberSegments',
  'listMemberLimits',
  'getMemberStatistics',
] as const;
