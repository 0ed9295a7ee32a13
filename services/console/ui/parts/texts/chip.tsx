import type { ReactNode } from 'react';
import * as css from '../../styles/common.module.css';
import * as own from './chip.module.css';

interface ChipProps {
  readonly tone?: 'ok' | 'warn' | 'bad' | 'accent' | 'line';
  readonly hasDot?: boolean;
  readonly children: ReactNode;
}

export function Chip({ tone, hasDot = false, children }: ChipProps) {
  return (
    <span className={own.chip} data-tone={tone}>
      {hasDot ? <span className={css.dot} /> : null}
      {children}
    </span>
  );
}
