import type { ReactNode } from 'react';
import * as css from '../../styles/common.module.css';
import * as own from './figure.module.css';

interface FiguresProps {
  readonly label: string;
  readonly count: 3 | 4;
  readonly children: ReactNode;
}

/** A row of figures in a card. */
export function FigureRow({ label, count, children }: FiguresProps) {
  return (
    <section aria-label={label}>
      <ul className={`${css.card} ${own.stats}`} data-count={count}>
        {children}
      </ul>
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly digits: string;
  readonly unit?: string;
  /** All digits, where some are cut. */
  readonly whole?: string;
  readonly about: string;
  readonly isLive?: boolean;
  readonly isWarning?: boolean;
  readonly spark?: ReactNode;
}

export function Figure(props: FigureProps) {
  const { label, digits, unit = '', whole, about, isLive = false, isWarning = false, spark = null } = props;
  return (
    <li>
      <div className={own.label}>
        {isLive ? <span className={`${css.dot} ${css.ok}`} data-live /> : null}
        {label}
      </div>
      <div className={isWarning ? `${own.value} ${css.warn}` : own.value} title={whole}>
        {digits}
        {unit === '' ? null : <small>{unit}</small>}
      </div>
      <p>{about}</p>
      {spark}
    </li>
  );
}
