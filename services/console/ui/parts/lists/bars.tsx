import { words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';
import * as own from './bars.module.css';

/** Shows bars in places where text will appear. */
export function Bars({ rows }: { readonly rows: number }) {
  return (
    <div className={own.bars} role="status">
      <span className={css.vh}>{words.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  );
}
