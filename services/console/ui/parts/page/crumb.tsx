import type { ReactNode } from 'react';
import { words } from '../../words/index.ts';
import { Name } from '../names/name.tsx';
import * as own from './page-head.module.css';

interface CrumbProps {
  /** The children are the link to the list. */
  readonly children: ReactNode;
  readonly text?: string | null;
}

/** Shows the way to a page: its list, and its place in it. */
export function Crumb({ children, text = null }: CrumbProps) {
  return (
    <p className={own.crumb}>
      {children}
      {text === null ? null : (
        <>
          <span aria-hidden>{words.slash}</span>
          <Name text={text} />
        </>
      )}
    </p>
  );
}
