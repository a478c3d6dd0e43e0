import { createFormats, type Formats } from './formats.ts';
import { usePreferences } from './preferences.ts';

export { type Formats, position } from './formats.ts';

/** Numbers, sizes and times in the chosen language. */
const made = new Map<string, Formats>();

/** One set for each language: making one takes longer than drawing a row of a list. */
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
