import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { modeIn } from '../../app/mode.ts';
import { type Column, Table } from '../../parts/lists/table.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { keyWords } from '../../words/keys.ts';
import { endText, KeyStateChips, lastUseText, mayDoText, usedText } from './key-texts.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './keys-page.module.css';

type Key = Schemas['ApiKey'];

const columns: readonly Column<Key>[] = [
  {
    head: keyWords.key,
    phone: 'title',
    cell: ({ id, name, hint }) => (
      <>
        <Link to="/keys/$keyId" params={{ keyId: id }} search={modeIn}>
          <Name text={name} className={css.strong} />
        </Link>
        <span className={`${css.mono} ${css.small} ${css.faint}`}>{hint}</span>
      </>
    ),
  },
  {
    head: keyWords.mayDo,
    width: '22%',
    cell: (key) => (
      <>
        <Name text={mayDoText(key)} />
        <span className={`${css.small} ${css.faint} ${css.below}`}>{usedText(key)}</span>
      </>
    ),
  },
  {
    head: keyWords.state,
    width: '23%',
    phone: 'top',
    cell: (key) => (
      <span className={own.chips}>
        <KeyStateChips apiKey={key} />
      </span>
    ),
  },
  {
    head: keyWords.lastUse,
    isRight: true,
    width: '13%',
    phone: 'none',
    className: `${css.small} ${css.muted}`,
    cell: (key) => lastUseText(key),
  },
  {
    head: keyWords.ends,
    isRight: true,
    width: '13%',
    phone: 'bottom',
    className: `${css.small} ${css.muted}`,
    cell: (key) => (key.expiresAt === null ? endText(key) : <Time iso={key.expiresAt} text={endText(key)} />),
  },
];

export function KeysTable({ keys }: { readonly keys: readonly Key[] }) {
  return <Table columns={columns} rows={keys} keyOf={({ id }) => id} isLinked />;
}
