export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';

/** Returns the stored theme. If storage is forbidden, a choice lasts until the page is left. */
export const keptTheme = (): Theme => {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system';
  }
};

export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // It is applied, and forgotten when the page is left.
  }
};
