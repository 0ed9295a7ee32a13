import { Plus, Trash2 } from 'lucide-react';
import * as css from '../../styles/common.module.css';
import * as own from './draft.module.css';

interface ButtonProps {
  readonly text: string;
  readonly onClick: () => void;
}

export function AddButton({ text, onClick }: ButtonProps) {
  return (
    <button type="button" className={`${css.btn} ${css.push0}`} data-small onClick={onClick}>
      <Plus size={14} /> {text}
    </button>
  );
}

export function RemoveButton({ text, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={`${css.btn} ${own.remove}`}
      data-kind="quiet"
      data-square
      data-small
      aria-label={text}
      onClick={onClick}
    >
      <Trash2 size={15} />
    </button>
  );
}
