import { useState } from 'react';
import { useCampaigns } from '../../../api/use-campaigns.ts';
import { textAt, valueAt } from '../../../model/drafts/draft.ts';
import { DraftCheck, DraftNumber, DraftSuggested } from '../../../parts/forms/draft-fields.tsx';
import { useDraft } from '../../../parts/forms/draft-state.tsx';
import { groupWords as words } from '../../../words/groups.ts';
import { canMultiply, groupsInUse } from './groups.ts';
import * as css from '../../../styles/common.module.css';

/** The fields for the group and the priority of a campaign. */
export function GroupFields() {
  const groups = groupsInUse(useCampaigns().campaigns);
  return (
    <div className={css.row2}>
      <DraftSuggested label={words.group} at="/exclusiveGroup" hint={words.groupHint} suggestions={groups} />
      <DraftNumber label={words.priority} at="/priority" hint={words.priorityHint} />
    </div>
  );
}

const multiplierAt = '/tierMultiplier';

/**
 * The field for the tier multiplier. If the previous rule could have one and this rule cannot, it can be
 * removed.
 */
export function MultiplierField() {
  const { draft } = useDraft();
  const kind = textAt(draft, '/earningRule/type');
  // Taken away, it stays until another kind is chosen: the focus is on it.
  const [keptFor, setKeptFor] = useState('');
  if (valueAt(draft, multiplierAt) !== undefined && keptFor !== kind) setKeptFor(kind);
  if (!canMultiply(kind) && keptFor !== kind) return null;
  return (
    <DraftCheck label={words.multiplier} hint={words.multiplierHint} at={multiplierAt} off={undefined} />
  );
}
