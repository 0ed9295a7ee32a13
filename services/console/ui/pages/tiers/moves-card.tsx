import type { PreviewState } from '../../api/use-preview.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { Name } from '../../parts/names/name.tsx';
import { problemTexts } from '../../parts/page/problem.tsx';
import { words } from '../../words/index.ts';
import { movedRanges, type TierBound } from './tier-moves.ts';
import { tierWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './tiers-page.module.css';

const texts = tierWords.moves;

interface NamedTier extends TierBound {
  readonly name: string;
}

interface MovesCardProps {
  /** This is the id of the tier that is being changed; it is empty for a new one. */
  readonly id: string;
  readonly before: readonly TierBound[];
  /** Null while no number of points is typed. */
  readonly after: readonly TierBound[] | null;
  readonly tiers: readonly NamedTier[];
  readonly preview: PreviewState;
}

/** Shows how many members a change of thresholds moves, before it is saved. */
export function MovesCard({ id, before, after, tiers, preview }: MovesCardProps) {
  const ranges = after === null ? [] : movedRanges(before, after);
  return (
    <section className={css.card} aria-label={texts.title}>
      <header>
        <h2>{texts.title}</h2>
        <span className={`${css.small} ${css.faint}`}>{texts.about}</span>
      </header>
      <div className={`${css.pad} ${css.stack}`}>
        <p
          className={`${css.big} ${css.num}`}
          role="status"
          aria-busy={preview.isPending}
          data-old={preview.isPending ? '' : undefined}
        >
          {countText(ranges.length, preview)}
          {ranges.length > 0 && preview.result !== null ? <small> {texts.members}</small> : null}
        </p>
        <p className={`${css.small} ${css.muted}`}>{noteOf(after, ranges, preview)}</p>
        {after === null ? null : <LadderAfter changed={id} after={after} tiers={tiers} />}
      </div>
    </section>
  );
}

const countText = (ranges: number, { result }: PreviewState): string => {
  if (ranges === 0) return pointsText(0);
  return result === null ? words.nothingYet : pointsText(result.matchCount);
};

const noteOf = (
  after: MovesCardProps['after'],
  ranges: ReturnType<typeof movedRanges>,
  { result, error, isPending }: PreviewState,
): string => {
  if (after === null) return texts.typed;
  if (ranges.length === 0) return texts.none;
  if (isPending) return texts.counting;
  if (error !== null) return problemTexts(error).detail;
  if (result?.matchCount === 0) return texts.nobody;
  return ranges
    .map(({ from, to }) =>
      to === null ? texts.above(pointsText(from)) : texts.between(pointsText(from), pointsText(to - 1)),
    )
    .join(texts.join);
};

interface LadderAfterProps {
  readonly changed: string;
  readonly after: readonly TierBound[];
  readonly tiers: readonly NamedTier[];
}

function LadderAfter({ changed, after, tiers }: LadderAfterProps) {
  const descending = after.toSorted((one, other) => other.minLifetimePoints - one.minLifetimePoints);
  const nameOf = (id: string): string => tiers.find((tier) => tier.id === id)?.name ?? '';
  return (
    <div className={css.stackTight}>
      <h3>{texts.after}</h3>
      <ol className={own.ladderAfter}>
        {descending.map(({ id, minLifetimePoints }) => (
          <li key={id} className={css.rowB} aria-current={id === changed ? 'true' : undefined}>
            <Name text={nameOf(id) === '' ? texts.unnamed : nameOf(id)} />
            <span className={css.num}>{pointsText(minLifetimePoints)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
