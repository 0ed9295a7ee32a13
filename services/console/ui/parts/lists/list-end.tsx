import { pointsText } from '../../model/numbers/figures.ts';
import { words } from '../../words/index.ts';
import { ProblemNote } from '../page/problem.tsx';
import { MoreButton } from './more-button.tsx';
import * as css from '../../styles/common.module.css';

interface ListEndProps {
  readonly list: {
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly count: number;
}

/** The end of a list. The API has no totals, so it says how many items there are once all are shown. */
export function ListEnd({ list, count }: ListEndProps) {
  const shown = pointsText(count);
  return (
    <>
      <footer className={css.more}>
        <p className={`${css.small} ${css.faint}`} role="status">
          {list.hasNextPage ? words.shown(shown) : words.allShown(shown)}
        </p>
        {list.hasNextPage ? <MoreButton list={list} /> : null}
      </footer>
      {list.isFetchNextPageError ? (
        <ProblemNote error={list.error} onAgain={() => void list.fetchNextPage()} />
      ) : null}
    </>
  );
}
