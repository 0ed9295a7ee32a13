import { Download, X } from 'lucide-react';
import { type ExportedList, useExport } from '../../api/use-export.ts';
import type { ListId } from '../../api/use-operation.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { exportWords as words } from '../../words/export.ts';
import { toast, toastProblem } from '../dialogs/toasts.tsx';
import * as css from '../../styles/common.module.css';

/** Saves all rows of a list as a CSV file. While it reads, it says how many it has, and can be cancelled. */
export function ExportButton<Id extends ListId, Row>(list: ExportedList<Id, Row>) {
  const { rowCount, start, cancel } = useExport(
    list,
    ({ rowCount: count, isCut }) =>
      toast({
        title: words.done(pointsText(count)),
        ...(isCut ? { detail: words.cut } : {}),
      }),
    toastProblem,
  );
  if (rowCount === null)
    return (
      <button type="button" className={css.btn} onClick={start}>
        <Download size={15} /> {words.start}
      </button>
    );
  return (
    <button type="button" className={css.btn} onClick={cancel}>
      <X size={15} /> {words.cancel}
      <span className={css.num} role="status">
        {words.rows(pointsText(rowCount))}
      </span>
    </button>
  );
}
