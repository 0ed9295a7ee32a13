/** What multiplied and cut the points of a campaign, one line each. */
export function ExplainedTexts({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className="explained small muted">
      {texts.map((text) => (
        <li key={text} className="wrap">
          {text}
        </li>
      ))}
    </ul>
  );
}
