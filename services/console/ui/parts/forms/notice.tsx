import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import * as css from '../../styles/common.module.css';
import * as own from './notice.module.css';

/** A line above a form about what it begins with or what has happened meanwhile, with what one can do. */
export function Notice({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className={own.notice} role="status">
      <Info size={16} />
      <p className={css.wrap}>{text}</p>
      {children === undefined ? null : <span className={own.acts}>{children}</span>}
    </div>
  );
}
