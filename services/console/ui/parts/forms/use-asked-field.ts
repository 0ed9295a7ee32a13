import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Gives the focus to the field that a link to this form names in its hash. */
export const useAskedField = (): void => {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.querySelector<HTMLElement>(`[name="${CSS.escape(`/${hash}`)}"]`)?.focus();
  }, [hash]);
};
