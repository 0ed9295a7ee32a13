import { ownTimeText } from '../../model/times/times.ts';

/** An instant as a page writes it, with the reader's own time on hover. */
export function Time({ iso, text }: { readonly iso: string; readonly text: string }) {
  return (
    <time dateTime={iso} title={ownTimeText(iso)}>
      {text}
    </time>
  );
}
