import type { Schemas } from '@loyalty/client';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLoyalty } from '../../api/client.ts';
import { useDebounced } from '../../api/use-debounced.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast, toastProblem } from '../../parts/dialogs/toasts.tsx';
import { AreaField, TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { Name } from '../../parts/names/name.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './segments-page.module.css';
import * as dialogCss from '../../parts/dialogs/dialog.module.css';

interface AddMembersProps {
  readonly segmentId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const ways = ['search', 'paste'] as const;

/** Adds members to a list one by one, or by their references. */
export function AddMembers({ segmentId, isOpen, onClose }: AddMembersProps) {
  const [way, setWay] = useState<(typeof ways)[number]>('search');
  return (
    <Dialog title={segmentWords.add} about={segmentWords.addAbout} isOpen={isOpen} onClose={onClose}>
      <div className={`${dialogCss.body} ${css.stack}`}>
        <Segments
          label={segmentWords.addHow}
          chosen={way}
          options={ways.map((value) => ({ value, text: segmentWords.ways[value] }))}
          onChoose={setWay}
        />
        {way === 'search' ? (
          <SearchToAdd segmentId={segmentId} />
        ) : (
          <PasteToAdd segmentId={segmentId} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

/** This is longer than the time between two keys of a person who types. */
const typedMs = 350;
const foundMax = 8;

function SearchToAdd({ segmentId }: { readonly segmentId: string }) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), typedMs);
  const found = useOperation('listMembers', { search, limit: foundMax }, { isEnabled: search !== '' });
  const members = search === '' ? [] : (found.data?.members ?? []);
  return (
    <>
      <TextField
        label={segmentWords.search}
        placeholder={segmentWords.searchHint}
        value={text}
        onChange={setText}
      />
      {found.isError ? <ProblemNote error={found.error} onAgain={() => void found.refetch()} /> : null}
      <ul className={own.found} aria-live="polite">
        {found.isSuccess && search !== '' && members.length === 0 ? (
          <li className={css.faint}>{segmentWords.searchNone}</li>
        ) : null}
        {members.map((member) => (
          <FoundMember key={member.id} segmentId={segmentId} member={member} />
        ))}
      </ul>
    </>
  );
}

const invalidates = ['getSegment', 'listSegments', 'listSegmentMembers', 'listMemberSegments'] as const;

function FoundMember({
  segmentId,
  member,
}: {
  readonly segmentId: string;
  readonly member: Schemas['Member'];
}) {
  const { id: memberId, name, externalRef } = member;
  const shown = shownText(name ?? externalRef);
  const add = useWrite('addSegmentMembers', {
    invalidates,
    onDone: ({ added }) =>
      toast({ title: added === 0 ? segmentWords.addedBefore(shown) : segmentWords.addedOne(shown) }),
  });
  return (
    <li className={css.rowB}>
      <span className={css.stackTight}>
        <Name text={name ?? externalRef} className={css.strong} />
        {name === null ? null : (
          <Name text={externalRef} className={`${css.mono} ${css.faint} ${css.below}`} />
        )}
      </span>
      <button
        type="button"
        className={css.btn}
        data-small
        aria-label={segmentWords.addOne(shown)}
        aria-busy={add.isPending}
        onClick={() => add.mutate({ segmentId, body: { memberId } }, { onError: toastProblem })}
      >
        <Plus size={14} /> {segmentWords.addWord}
      </button>
    </li>
  );
}

const refsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Finds members by their references, one after the other: an environment reads few lists at a time. */
const useLookUp = (onFound: (memberIds: readonly string[]) => void) => {
  const { loyalty } = useLoyalty();
  const [done, setDone] = useState(0);
  const lookUp = useMutation({
    mutationFn: async (refs: readonly string[]) => {
      const memberIds: string[] = [];
      const unknown: string[] = [];
      for (const [place, ref] of refs.entries()) {
        setDone(place);
        const { members } = await loyalty.listMembers({ ref, limit: 1 });
        memberIds.push(...members.map(({ id }) => id));
        if (members.length === 0) unknown.push(ref);
      }
      return { memberIds, unknown };
    },
    onSuccess: ({ memberIds, unknown }) => {
      if (unknown.length === 0) onFound(memberIds);
    },
  });
  return { lookUp, done };
};

function PasteToAdd({ segmentId, onClose }: { readonly segmentId: string; readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const refs = refsOf(text);
  const add = useWrite('addSegmentMembers', {
    invalidates,
    onDone: ({ added }) => {
      toast({ title: segmentWords.addedMany(pointsText(added)) });
      onClose();
    },
  });
  const { lookUp, done } = useLookUp((memberIds) => add.mutate({ segmentId, body: { memberIds } }));
  const { memberIds = [], unknown = [] } = lookUp.data ?? {};
  const progress = segmentWords.lookedUp(pointsText(done), pointsText(refs.length));
  return (
    <Form
      error={add.error ?? lookUp.error}
      pointers={['/memberIds']}
      isPending={add.isPending || lookUp.isPending}
      submit={segmentWords.pasteSubmit}
      canSubmit={refs.length > 0}
      onSubmit={() => lookUp.mutate(refs)}
      aside={<CodeButton operation="addSegmentMembers" args={{ segmentId, body: { memberIds } }} />}
    >
      <AreaField
        label={segmentWords.paste}
        hint={lookUp.isPending ? progress : segmentWords.pasteHint}
        pointer="/memberIds"
        fault={unknown.length === 0 ? null : segmentWords.unknown(unknown.map(shownText).join(', '))}
        rows={6}
        isMono
        value={text}
        onChange={(changed) => {
          setText(changed);
          lookUp.reset();
        }}
      />
    </Form>
  );
}
