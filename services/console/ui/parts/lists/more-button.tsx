import { words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';

interface MoreButtonProps {
  readonly list: { readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => Promise<unknown> };
  readonly className?: string;
}

/** A button that extends a list, because the API has pages and no totals. */
export function MoreButton({ list, className = css.btn }: MoreButtonProps) {
  return (
    <button
      type="button"
      className={className}
      data-small
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? words.moreComing : words.more}
    </button>
  );
}
