import { Download } from 'lucide-react';
import { saveCsv } from '../../api/use-export.ts';
import type { CsvColumn } from '../../model/csv.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { exportWords } from '../../words/export.ts';
import * as css from '../../styles/common.module.css';

interface SaveButtonProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly CsvColumn<Row>[];
  /** The name of the file without its ending. */
  readonly fileName: string;
}

/** Saves the rows of a table as a CSV file. All of them are there already, so nothing is read. */
export function SaveButton<Row>({ rows, columns, fileName }: SaveButtonProps<Row>) {
  return (
    <button
      type="button"
      className={css.btn}
      data-small
      onClick={() => {
        saveCsv(rows, columns, fileName);
        toast({ title: exportWords.done(pointsText(rows.length)) });
      }}
    >
      <Download size={14} /> {exportWords.start}
    </button>
  );
}
