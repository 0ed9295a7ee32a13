import type { ReactNode } from 'react';

interface ChipProps {
  readonly tone?: 'ok' | 'warn' | 'bad' | 'accent' | 'line';
  readonly hasDot?: boolean;
  readonly children: ReactNode;
}

export function Chip({ tone, hasDot = false, children }: ChipProps) {
  return (
    <span className="chip" data-tone={tone}>
      {hasDot ? <span className="dot" /> : null}
      {children}
    </span>
  );
}
