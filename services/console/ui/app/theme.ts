import { readStored, writeStored } from './browser-storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'theme';

/** Returns the stored theme. If storage is forbidden, a choice lasts until the page is left. */
export const keptTheme = (): Theme => themes.find((theme) => theme === readStored(key)) ?? 'system';

export const applyTheme = (theme: Theme): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  writeStored(key, theme);
};
