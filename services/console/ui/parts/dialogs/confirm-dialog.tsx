import { type ReactNode, useEffect, useState } from 'react';
import { words } from '../../words/index.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What will be so afterwards, and that nobody can take it back. */
  readonly about: ReactNode;
  /** Must be typed: the name or reference of what is lost. */
  readonly typed: string;
  readonly submit: string;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly aside?: ReactNode;
  /** What else one chooses, above what is typed. */
  readonly children?: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, about, typed, submit, isOpen, isPending, error, onConfirm, onClose, aside, children } =
    props;
  const [text, setText] = useState('');
  useEffect(() => {
    if (isOpen) setText('');
  }, [isOpen]);
  return (
    <Dialog title={title} about={about} isOpen={isOpen} onClose={onClose}>
      <Form
        error={error}
        pointers={[]}
        isPending={isPending}
        submit={submit}
        isDanger
        canSubmit={text.trim() === typed.trim()}
        onSubmit={onConfirm}
        onCancel={onClose}
        aside={aside}
      >
        {children}
        <TextField label={words.typeToConfirm(typed)} value={text} onChange={setText} isMono />
      </Form>
    </Dialog>
  );
}
