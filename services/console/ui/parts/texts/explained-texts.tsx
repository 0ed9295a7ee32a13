import * as css from '../../styles/common.module.css';
import * as own from './explained-texts.module.css';
/** Shows what multiplied and reduced the points of a campaign, one line for each. */
export function ExplainedTexts({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className={`${own.explained} ${css.small} ${css.muted}`}>
      {texts.map((text) => (
        <li key={text} className={css.wrap}>
          {text}
        </li>
      ))}
    </ul>
  );
}
