import { Fault } from '@loyalty/kernel';
import { readRecord, separatorOf } from './csv-record.ts';
import type { Listed } from './list-reader.ts';

interface NamedColumnsForm<Name extends string> {
  /** All names, in the order in which a line without names has its cells. */
  readonly names: readonly Name[];
  /** These must be there. */
  readonly needed: readonly Name[];
  /** False if the first line may be one of cells. It then has its first column, and a digit somewhere. */
  readonly mustHaveNames: boolean;
  /** The code of the fault of a first line that cannot be read. */
  readonly code: string;
  /** What the first line must name, as the end of a sentence. */
  readonly wanted: string;
}

/** Reads the lines of a CSV, whose first line says the separator and names the columns. */
export class NamedColumns<Name extends string> {
  readonly #form: NamedColumnsForm<Name>;
  #separator = ',';
  #columns: readonly Name[] | null = null;

  constructor(form: NamedColumnsForm<Name>) {
    this.#form = form;
  }

  /**
   * Returns the trimmed cells of a line, which are empty where it has none; the end of a sentence about the line if it
   * cannot be read; null for the names and for an empty line. Throws a Fault if the first line of the file does not
   * name the columns.
   */
  read({ text }: Pick<Listed, 'text'>): Readonly<Record<Name, string>> | string | null {
    const isFirst = this.#columns === null;
    const columns = (this.#columns ??= this.#columnsOf(text));
    const isOfNames = isFirst && this.#cellsOf(text).some((cell) => this.#isColumn(cell));
    return isOfNames || text.trim() === '' ? null : this.#record(text.replace(/^\uFEFF/, ''), columns);
  }

  #record(text: string, columns: readonly Name[]): Readonly<Record<Name, string>> | string {
    const record = readRecord(text, this.#separator, 'every column');
    if (record.outcome !== 'read')
      return 'has a quotation mark in it: put the cell in "…" and double the mark inside';
    if (record.fields.length !== columns.length)
      return `has ${record.fields.length.toString()} columns, but the first line has ${columns.length.toString()}`;
    const cells = this.#form.names.map((name) => [name, record.fields[columns.indexOf(name)]?.trim() ?? '']);
    return Object.fromEntries(cells) as Record<Name, string>;
  }

  #columnsOf(text: string): readonly Name[] {
    const { names, needed, mustHaveNames } = this.#form;
    this.#separator = separatorOf(text.replace(/^\uFEFF/, ''));
    const cells = this.#cellsOf(text);
    const named = cells.filter((cell) => this.#isColumn(cell));
    const isWhole = needed.every((name) => named.includes(name)) && new Set(cells).size === cells.length;
    if (isWhole && named.length === cells.length) return named;
    // Names that nobody knows, in an order that nobody knows, are not taken for cells.
    const isOfCells = named.length === 0 && cells.some((cell) => /\d/.test(cell));
    const fits = cells.length >= needed.length && cells.length <= names.length;
    if (!mustHaveNames && isOfCells && fits) return names.slice(0, cells.length);
    throw this.#faultOf(cells);
  }

  #faultOf(cells: readonly string[]): Fault {
    const { code, wanted } = this.#form;
    const unknown = cells.filter((cell) => !this.#isColumn(cell));
    const found = unknown.length === 0 ? '' : ` It has ${unknown.map((cell) => `«${cell}»`).join(', ')}.`;
    return new Fault(code, `The first line must name the columns: ${wanted}.${found} Nothing was sent.`);
  }

  #cellsOf(text: string): readonly string[] {
    return text
      .replace(/^\uFEFF/, '')
      .split(this.#separator)
      .map((cell) => cell.trim().replaceAll(/^"|"$/g, '').toLowerCase());
  }

  #isColumn(name: string): name is Name {
    return (this.#form.names as readonly string[]).includes(name);
  }
}
