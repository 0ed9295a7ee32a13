import type { PreviewState } from '../../api/use-preview.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { MemberLink } from '../../parts/names/member-link.tsx';
import { problemTexts } from '../../parts/page/problem.tsx';
import { words } from '../../words/index.ts';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './segments-page.module.css';

interface MembersNowProps {
  readonly preview: PreviewState;
  readonly isFilled: boolean;
  /** It is true if the faults are shown at the fields already. */
  readonly isFaulty: boolean;
}

/** Shows how many members meet the rule that is being written, and some of them. */
export function MembersNow({ preview, isFilled, isFaulty }: MembersNowProps) {
  const { result, error, isPending } = preview;
  const isKnown = isFilled && result !== null && error === null;
  return (
    <section className={css.card} aria-label={segmentWords.now.title}>
      <header>
        <h2>{segmentWords.now.title}</h2>
        <span className={`${css.small} ${css.faint}`}>{segmentWords.now.about}</span>
      </header>
      <div className={`${css.pad} ${css.stack}`}>
        <p
          className={`${css.big} ${css.num}`}
          role="status"
          aria-busy={isPending}
          data-old={isPending ? '' : undefined}
        >
          {isKnown ? pointsText(result.matchCount) : words.nothingYet}
        </p>
        <p className={`${css.small} ${css.faint}`}>{noteOf(preview, isFilled, isFaulty)}</p>
        {isKnown && result.sampleMemberIds.length > 0 ? (
          <div className={`${css.stackTight} ${own.sample}`}>
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
