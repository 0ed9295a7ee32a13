import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { modeIn } from './mode.ts';

export const searchFieldId = 'search-members';

/** Opens the list of members with the cursor in its search. */
export const useFind = (): (() => void) => {
  const navigate = useNavigate();
  return useCallback(() => {
    void navigate({ to: '/members', search: modeIn }).then(() => {
      document.getElementById(searchFieldId)?.focus();
    });
  }, [navigate]);
};

/** Ctrl K, or ⌘ K, everywhere. */
export const useFindKeys = (): void => {
  const find = useFind();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      find();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, [find]);
};
