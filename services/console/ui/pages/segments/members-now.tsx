import type { PreviewState } from '../../api/use-preview.ts';
import { pointsText } from '../../model/figures.ts';
import { MemberLink } from '../../parts/member-link.tsx';
import { problemTexts } from '../../parts/problem.tsx';
import { words } from '../../words/index.ts';
import { segmentWords } from '../../words/segments.ts';

interface MembersNowProps {
  readonly preview: PreviewState;
  readonly isFilled: boolean;
  /** Said at the fields already. */
  readonly isFaulty: boolean;
}

/** How many members meet the rule that is being written, and some of them. */
export function MembersNow({ preview, isFilled, isFaulty }: MembersNowProps) {
  const { result, error, isPending } = preview;
  const isKnown = isFilled && result !== null && error === null;
  return (
    <section className="card" aria-label={segmentWords.now.title}>
      <header>
        <h2>{segmentWords.now.title}</h2>
        <span className="small faint">{segmentWords.now.about}</span>
      </header>
      <div className="pad stack">
        <p className="big num" role="status" aria-busy={isPending} data-old={isPending ? '' : undefined}>
          {isKnown ? pointsText(result.matchCount) : words.nothingYet}
        </p>
        <p className="small faint">{noteOf(preview, isFilled, isFaulty)}</p>
        {isKnown && result.sampleMemberIds.length > 0 ? (
          <div className="stack-tight sample">
            <h3>{segmentWords.now.sample}</h3>
            <ul>
              {result.sampleMemberIds.map((id) => (
                <li key={id}>
                  <MemberLink memberId={id} />
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </section>
  );
}

const noteOf = (
  { result, error, isPending }: MembersNowProps['preview'],
  isFilled: boolean,
  isFaulty: boolean,
): string | null => {
  const { now } = segmentWords;
  if (!isFilled) return now.unfilled;
  if (isPending) return now.counting;
  if (error !== null) return isFaulty ? null : problemTexts(error).detail;
  return result?.matchCount === 0 ? now.none : null;
};
