import { shownText } from '../../model/shown-text.ts';
import * as css from '../../styles/common.module.css';

/** Text that comes from data: shown as text, apart from the direction of its neighbours, cut with the whole on hover. */
export function Name({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  const shown = shownText(text);
  return (
    <bdi className={`${css.cut} ${className}`} title={shown}>
      {shown}
    </bdi>
  );
}
