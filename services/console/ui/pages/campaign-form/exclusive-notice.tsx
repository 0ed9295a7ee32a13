import type { ShownMode } from '../../app/mode.ts';
import { useMode } from '../../app/mode.ts';
import { exclusiveTiers } from '../../model/campaign-copy.ts';
import { shownText } from '../../model/shown-text.ts';
import { campaignFormWords as words } from '../../words/campaign-form.ts';
import { Notice } from './form-notices.tsx';
import { useTiers } from './programme-lists.ts';

/** Tiers make a campaign exclusive, and a copy of it has none that does: it names them, matched by name (M62). */
export function ExclusiveNotice({
  campaignId,
  ofMode,
}: {
  readonly campaignId: string;
  readonly ofMode: ShownMode;
}) {
  const mode = useMode();
  const theirs = useTiers(ofMode, true);
  const ours = useTiers(mode, true);
  const names = exclusiveTiers(theirs ?? [], campaignId);
  if (names.length === 0 || ours === undefined) return null;
  const matches = names.map((name) =>
    ours.some((tier) => tier.name === name)
      ? words.exclusiveMatched(shownText(name))
      : words.exclusiveMissing(shownText(name)),
  );
  return <Notice text={[words.exclusive(names.map(shownText).join(', ')), ...matches].join(' ')} />;
}
