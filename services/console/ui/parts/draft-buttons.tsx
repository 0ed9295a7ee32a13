import { Plus, Trash2 } from 'lucide-react';
import '../styles/draft.css';

interface ButtonProps {
  readonly text: string;
  readonly onClick: () => void;
}

export function AddButton({ text, onClick }: ButtonProps) {
  return (
    <button type="button" className="btn push-0" data-small onClick={onClick}>
      <Plus size={14} /> {text}
    </button>
  );
}

export function RemoveButton({ text, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className="btn remove"
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
