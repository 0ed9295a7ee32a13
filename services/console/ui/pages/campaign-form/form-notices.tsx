import type { Schemas } from '@loyalty/client';
import { clockText } from '../../model/times/times.ts';
import { Notice } from '../../parts/forms/notice.tsx';
import { lossOf } from './use-save.ts';
import { campaignFormWords as words } from './words.ts';
import * as css from '../../styles/common.module.css';

interface NoticesProps {
  /** This is the campaign when the form was opened. */
  readonly began: Schemas['Campaign'] | null;
  /** The campaign as it is stored now. */
  readonly record: Schemas['Campaign'] | null;
  readonly error: unknown;
  readonly onDetach: () => void;
  readonly onTakeTheirs: () => void;
}

/** Shows that somebody else has changed the campaign meanwhile; what was typed stays. */
export function FormNotices({ began, record, error, onDetach, onTakeTheirs }: NoticesProps) {
  const loss = began === null ? null : record?.state === 'ARCHIVED' ? 'archived' : lossOf(error);
  if (loss !== null)
    return (
      <Notice text={loss === 'gone' ? words.gone : words.archivedMeanwhile}>
        <button type="button" className={css.btn} data-small onClick={onDetach}>
          {words.saveAsNew}
        </button>
      </Notice>
    );
  if (began === null || record === null || began.updatedAt === record.updatedAt) return null;
  return (
    <Notice text={words.changedMeanwhile(clockText(record.updatedAt))}>
      <button type="button" className={css.btn} data-small onClick={onTakeTheirs}>
        {words.takeTheirs}
      </button>
    </Notice>
  );
}
