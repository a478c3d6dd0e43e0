import { createFormats, type Formats } from './formats.ts';
import { usePreferences } from './preferences.ts';

export { type Formats, position } from './formats.ts';

/** Formatters by language. */
const made = new Map<string, Formats>();

/** Cached per language: creating formatters takes longer than rendering a list row. */
function formatsOf(language: string): Formats {
  let formats = made.get(language);
  if (!formats) {
    formats = createFormats(language);
    made.set(language, formats);
  }
  return formats;
}

export function useFormats(): Formats {
  return formatsOf(usePreferences((preferences) => preferences.language));
}
