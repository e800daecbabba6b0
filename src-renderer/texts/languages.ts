import type { Language } from '../state/settings.svelte';
import type { Texts } from './en';

/** Each by its own name. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const fetchers: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
};

/** Only the chosen language is fetched. */
export const textsIn = (language: Language): Promise<Texts> => fetchers[language]();
