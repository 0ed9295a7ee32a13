import { words } from '../words/index.ts';

/** Stands where text will be. */
export function Bars({ rows }: { readonly rows: number }) {
  return (
    <div className="wait" role="status">
      <span className="vh">{words.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  );
}
