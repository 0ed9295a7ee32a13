import { type ReactNode, useEffect, useRef } from 'react';
import * as css from '../../styles/common.module.css';
import * as own from './split.module.css';

interface SplitProps {
  readonly label: string;
  /** The chosen row has its own address; on a phone it stands in place of the list then. */
  readonly isOpen: boolean;
  readonly list: ReactNode;
  readonly detail: ReactNode;
}

/** A list, and the chosen item next to it. */
export function Split({ label, isOpen, list, detail }: SplitProps) {
  return (
    <section className={`${css.card} ${own.split}`} aria-label={label} data-open={isOpen ? '' : undefined}>
      <div className={own.list}>{list}</div>
      <div className={own.detail}>{detail}</div>
    </section>
  );
}

/** Returns a reference that gives the focus to a heading that has just replaced the list, on a phone. */
export const useDetailFocus = (chosen: string | undefined) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(chosen);
  useEffect(() => {
    if (chosen === last.current) return;
    last.current = chosen;
    if (chosen !== undefined && matchMedia('(max-width: 760px)').matches) heading.current?.focus();
  }, [chosen]);
  return heading;
};
