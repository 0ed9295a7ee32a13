import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { modeIn } from '../../../app/mode.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { namedText } from '../../../model/shown-text.ts';
import { ProblemLine } from '../../../parts/page/problem.tsx';
import type { Both } from './both-members.tsx';
import { mergeWords } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './merge.module.css';
import * as pageCss from '../member-page.module.css';

const words = mergeWords.preview;
const blockedWords = mergeWords.blocked;

interface PreviewProps extends Both {
  readonly read: {
    readonly data: Schemas['MemberMerge'] | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
}

/** Says in words what the merge of these two moves, or what hinders it. */
export function MergePreview({ winner, loser, read }: PreviewProps) {
  const { data, error } = read;
  return (
    <div role="status">
      {error !== null ? <ProblemLine error={error} faults={[]} /> : null}
      {data === undefined && error === null ? <p className={css.muted}>{words.pending}</p> : null}
      {data !== undefined && error === null && data.blockers.length === 0 ? (
        <Moves winner={winner} loser={loser} merge={data} />
      ) : null}
      {data !== undefined && error === null && data.blockers.length > 0 ? (
        <Blocked winner={winner} loser={loser} read={read} blockers={data.blockers} />
      ) : null}
    </div>
  );
}

function Moves({ winner, loser, merge }: Both & { readonly merge: Schemas['MemberMerge'] }) {
  const { pointsMoved, lifetimePointsMoved, rewardsMoved, pointsBalance } = merge;
  const [from, to] = [nameOf(loser), nameOf(winner)];
  const sentences = [
    words.points(pointsText(pointsMoved), pointsText(pointsBalance)),
    words.lifetime(pointsText(lifetimePointsMoved)),
    words.rewards(pointsText(rewardsMoved)),
    words.rest,
    words.references(namedText(loser.externalRef), to),
    words.stays(from),
    words.windows(from),
  ];
  return (
    <section className={pageCss.quote} aria-label={words.title}>
      <h3>{words.title}</h3>
      <ul className={`${own.sentences} ${css.small}`}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

type Blocker = Schemas['MergeBlocker'];

interface BlockedProps extends PreviewProps {
  readonly blockers: readonly Blocker[];
}

/** Each of what hinders has its way out. */
function Blocked({ winner, loser, read, blockers }: BlockedProps) {
  const memberOf = ({ memberId }: Blocker) => (memberId === winner.id ? winner : loser);
  return (
    <section className={pageCss.quote} aria-label={blockedWords.title}>
      <h3 className={css.bad}>{blockedWords.title}</h3>
      <ul className={`${own.sentences} ${css.small}`}>
        {blockers.map((blocker) => (
          <li key={`${blocker.reason} ${blocker.memberId} ${blocker.of ?? ''}`}>
            {sentenceOf(blocker, nameOf(memberOf(blocker)))}{' '}
            {blocker.mergedInto === undefined ? (
              <ToMember
                memberId={blocker.memberId}
                text={blockedWords.page(namedText(memberOf(blocker).externalRef))}
              />
            ) : (
              <ToMember memberId={blocker.mergedInto} text={blockedWords.toThem} />
            )}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={`${css.btn} ${css.push0}`}
        data-small
        aria-busy={read.isFetching}
        onClick={() => void read.refetch()}
      >
        {blockedWords.again}
      </button>
    </section>
  );
}

const sentenceOf = ({ reason, of = '', limit = 0 }: Blocker, name: string): string =>
  blockedWords.reasons[reason]?.(name) ??
  blockedWords.limits[of]?.(pointsText(limit), name) ??
  blockedWords.unknown(reason, name);

const nameOf = ({ name, externalRef }: Schemas['Member']): string => namedText(name ?? externalRef);

/** In another tab: what was typed here stays. */
function ToMember({ memberId, text }: { readonly memberId: string; readonly text: string }) {
  return (
    <Link
      className={css.link}
      to="/members/$memberId"
      params={{ memberId }}
      search={modeIn}
      target="_blank"
      rel="noreferrer"
    >
      {text}
    </Link>
  );
}
