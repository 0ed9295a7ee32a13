import type { ReactNode } from 'react';
import { SecretShown } from '../../parts/code/secret-shown.tsx';
import { keyWords } from '../../words/keys.ts';

interface KeyShownProps {
  readonly text: string;
  readonly title?: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function KeyShown({ text, title = keyWords.shown.title, onClose, children }: KeyShownProps) {
  const { about, what, done } = keyWords.shown;
  return (
    <SecretShown texts={{ title, about, what, done }} secret={text} onClose={onClose}>
      {children}
    </SecretShown>
  );
}
