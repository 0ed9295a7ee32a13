import { ownTimeText } from '../../model/times/times.ts';

/** Shows an instant in the form of the page, with the reader's own time on hover. */
export function Time({ iso, text }: { readonly iso: string; readonly text: string }) {
  return (
    <time dateTime={iso} title={ownTimeText(iso)}>
      {text}
    </time>
  );
}
