import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../../app/session.tsx';
import { words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';
import * as own from './page-head.module.css';

let hasShownPage = false;

/**
 * Gives the focus to the heading of a page that was opened from another one, and names the window after it.
 */
export const usePageTitle = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { tenantName } = useSession();
  useEffect(() => {
    document.title = words.pageTitle(title, tenantName);
  }, [title, tenantName]);
  useEffect(() => {
    if (hasShownPage) heading.current?.focus();
    hasShownPage = true;
  }, []);
  return heading;
};

interface PageHeadProps {
  readonly title: string;
  readonly about: ReactNode;
  /** These are buttons at its end. */
  readonly acts?: ReactNode;
}

export function PageHead({ title, about, acts }: PageHeadProps) {
  const heading = usePageTitle(title);
  return (
    <header className={own.head}>
      <div className={own.text}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={`${css.small} ${css.faint}`}>{about}</p>
      </div>
      {acts === undefined ? null : <div className={own.acts}>{acts}</div>}
    </header>
  );
}
