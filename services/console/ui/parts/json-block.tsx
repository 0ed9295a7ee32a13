import { type JsonPart, jsonPartsOf, jsonTextOf } from '../model/json-parts.ts';
import { CopyButton } from './copy-button.tsx';

interface JsonBlockProps {
  readonly title: string;
  readonly value: unknown;
}

/** JSON with its names, texts and figures in colours, to be copied as a whole. */
export function JsonBlock({ title, value }: JsonBlockProps) {
  const text = jsonTextOf(value);
  return (
    <section className="json" aria-label={title}>
      <header className="row-b">
        <h3>{title}</h3>
        <CopyButton text={text} what={title} />
      </header>
      <pre className="code" tabIndex={0}>
        {jsonPartsOf(text).map(Part)}
      </pre>
    </section>
  );
}

const colours: Readonly<Record<JsonPart['kind'], string | undefined>> = {
  name: 'k',
  text: 's',
  figure: 'd',
  plain: undefined,
};

function Part({ kind, text }: JsonPart, place: number) {
  return (
    <span key={place} className={colours[kind]}>
      {text}
    </span>
  );
}
