import { type JsonPart, jsonPartsOf, jsonTextOf } from '../../model/json-text.ts';
import { CopyButton } from './copy-button.tsx';
import * as css from '../../styles/common.module.css';
import * as codeCss from './code.module.css';
import * as own from './json-block.module.css';

interface JsonBlockProps {
  readonly title: string;
  readonly value: unknown;
}

/** Shows JSON with its names, texts and numbers in colours; it can be copied as a whole. */
export function JsonBlock({ title, value }: JsonBlockProps) {
  const text = jsonTextOf(value);
  return (
    <section className={own.json} aria-label={title}>
      <header className={css.rowB}>
        <h3>{title}</h3>
        <CopyButton text={text} what={title} />
      </header>
      <pre className={codeCss.code} tabIndex={0}>
        {jsonPartsOf(text).map(Part)}
      </pre>
    </section>
  );
}

const colours: Readonly<Record<JsonPart['kind'], string | undefined>> = {
  name: codeCss.key,
  text: codeCss.string,
  figure: codeCss.number,
  plain: undefined,
};

function Part({ kind, text }: JsonPart, place: number) {
  return (
    <span key={place} className={colours[kind]}>
      {text}
    </span>
  );
}
