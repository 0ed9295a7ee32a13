import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import { shownText } from '../../../model/shown-text.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import type { MemberDialogProps } from '../dialogs/adjust-dialog.tsx';
import { FindOther } from './find-other.tsx';
import { MergeForm } from './merge-form.tsx';
import { mergeWords as words } from './words.ts';

type Member = Schemas['Member'];

/** Finds the other member, shows both and what a merge does, and merges them. */
export function MergeDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const name = shownText(member.name ?? member.externalRef);
  return (
    <Dialog title={words.title} about={words.about(name)} isOpen={isOpen} onClose={onClose} isWide>
      <Steps member={member} onClose={onClose} />
    </Dialog>
  );
}

function Steps({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const [found, setFound] = useState<Member | null>(null);
  const [isSwapped, setSwapped] = useState(false);
  // Figures may change between the search and the merge.
  const read = useOperation(
    'getMember',
    { memberId: found?.id ?? member.id },
    { isEnabled: found !== null },
  ).data;
  if (found === null) return <FindOther member={member} onFound={setFound} />;
  const other = read ?? found;
  return (
    <MergeForm
      // What is typed to confirm a merge says who stays.
      key={isSwapped ? 'swapped' : 'as found'}
      here={member}
      winner={isSwapped ? other : member}
      loser={isSwapped ? member : other}
      onSwap={() => setSwapped(!isSwapped)}
      onOther={() => setFound(null)}
      onClose={onClose}
    />
  );
}
