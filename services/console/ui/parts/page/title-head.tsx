import type { ReactNode } from 'react';
import { shownText } from '../../model/shown-text.ts';
import { usePageTitle } from './page-head.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './page-head.module.css';

interface TitleHeadProps {
  readonly crumb: ReactNode;
  /** A name from data, or a text. */
  readonly title: string;
  /** The line is below the title, with chips and references. */
  readonly line?: ReactNode;
  readonly acts?: ReactNode;
}

/** The head of a page about one thing: the way to it, its name, and what can be done with it. */
export function TitleHead({ crumb, title, line, acts }: TitleHeadProps) {
  const heading = usePageTitle(shownText(title));
  return (
    <header className={own.head}>
      <div className={own.text}>
        {crumb}
        <h1 ref={heading} tabIndex={-1} className={css.wrap}>
          <bdi>{shownText(title)}</bdi>
        </h1>
        {line === undefined ? null : <div className={own.line}>{line}</div>}
      </div>
      {acts === undefined ? null : <div className={own.acts}>{acts}</div>}
    </header>
  );
}
