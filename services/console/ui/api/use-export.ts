import type { CallOptions, Methods } from '@loyalty/client';
import { useEffect, useRef, useState } from 'react';
import { type CsvColumn, csvOf } from '../model/csv.ts';
import { useLoyalty } from './client.ts';
import type { ListId } from './use-operation.ts';

type ArgsOf<Id extends ListId> = NonNullable<Parameters<Methods[Id]>[0]>;
type ResultOf<Id extends ListId> = Awaited<ReturnType<Methods[Id]>>;

export interface ExportedList<Id extends ListId, Row> {
  readonly operation: Id;
  /** The filters of the list, without the size of a page. */
  readonly args: ArgsOf<Id>;
  readonly rowsOf: (page: ResultOf<Id>) => readonly Row[];
  readonly columns: readonly CsvColumn<Row>[];
  /** The name of the file without its ending. */
  readonly fileName: string;
}

interface ExportOutcome {
  readonly rowCount: number;
  /** True if the list has more rows than a file holds. */
  readonly isCut: boolean;
}

/** 250 pages, which fit into half a minute of what one person may ask for. */
const rowsMax = 50_000;
const pageSize = 200;

/** Reads a list to its end, page by page, and saves it as a file. The number of rows read is null while none runs. */
export const useExport = <Id extends ListId, Row>(
  list: ExportedList<Id, Row>,
  onDone: (outcome: ExportOutcome) => void,
  onFailed: (error: unknown) => void,
) => {
  const { loyalty } = useLoyalty();
  const [rowCount, setRowCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  // An export ends with the page that shows it.
  useEffect(() => () => running.current?.abort(), []);
  const run = async (signal: AbortSignal): Promise<void> => {
    const { operation, args, rowsOf, columns, fileName } = list;
    const call = loyalty[operation] as unknown as (
      args: object,
      options: CallOptions,
    ) => Promise<ResultOf<Id> & { readonly nextCursor: string | null }>;
    const rows: Row[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && rows.length < rowsMax) {
      const asked = { ...args, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
      const page = await call(asked, { signal });
      for (const row of rowsOf(page)) rows.push(row);
      cursor = page.nextCursor;
      setRowCount(rows.length);
    }
    const shown = rows.slice(0, rowsMax);
    saveCsv(shown, columns, fileName);
    onDone({ rowCount: shown.length, isCut: cursor !== null || rows.length > rowsMax });
  };
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setRowCount(0);
    try {
      await run(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) onFailed(error);
    } finally {
      setRowCount(null);
    }
  };
  return { rowCount, start: () => void start(), cancel: () => running.current?.abort() };
};

/** Saves rows as a CSV file, whose name is given without its ending. */
export const saveCsv = <Row>(
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
  fileName: string,
): void => {
  const cells = rows.map((row) => columns.map(({ value }) => value(row)));
  const text = csvOf([columns.map(({ head }) => head), ...cells]);
  saveFile(text, { type: 'text/csv;charset=utf-8', name: `${fileName}.csv` });
};

export const saveFile = (
  text: string,
  { type, name }: { readonly type: string; readonly name: string },
): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it once this has run.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};
