import type { ReactNode } from 'react';
import { Bars } from '../../../parts/lists/bars.tsx';
import { MoreButton } from '../../../parts/lists/more-button.tsx';
import { ProblemNote } from '../../../parts/page/problem.tsx';
import * as css from '../../../styles/common.module.css';
import * as emptyCss from '../../../parts/lists/empty.module.css';

interface ListBodyProps {
  readonly list: {
    readonly isPending: boolean;
    readonly isError: boolean;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => Promise<unknown>;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly count: number;
  /** Title and text where there is nothing. */
  readonly empty: readonly [string, string];
  readonly children: ReactNode;
}

/** The list of a tab, or what stands in its place while it is read, if that fails, or if it is empty. */
export function ListBody({ list, count, empty: [title, detail], children }: ListBodyProps) {
  if (list.isPending) return <Bars rows={6} />;
  if (list.isError && count === 0)
    return <ProblemNote error={list.error} onAgain={() => void list.refetch()} />;
  return (
    <>
      {count > 0 ? children : list.hasNextPage ? null : <Nothing title={title} detail={detail} />}
      {list.isError ? <ProblemNote error={list.error} onAgain={() => void list.fetchNextPage()} /> : null}
      {list.hasNextPage ? (
        <footer className={css.more}>
          <MoreButton list={list} className={`${css.btn} ${css.push}`} />
        </footer>
      ) : null}
    </>
  );
}

function Nothing({ title, detail }: { readonly title: string; readonly detail: string }) {
  return (
    <div className={emptyCss.empty} role="status">
      <h2>{title}</h2>
      <p>{detail}</p>
    </div>
  );
}
