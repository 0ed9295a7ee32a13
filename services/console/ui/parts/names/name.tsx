import { shownText } from '../../model/shown-text.ts';
import * as css from '../../styles/common.module.css';

/**
 * Shows text that comes from data. Its direction does not affect its neighbours, and if it is cut, its whole
 * is shown on hover.
 */
export function Name({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  const shown = shownText(text);
  return (
    <bdi className={`${css.cut} ${className}`} title={shown}>
      {shown}
    </bdi>
  );
}
