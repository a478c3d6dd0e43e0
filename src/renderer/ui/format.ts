import { useMemo } from 'react';
import { createFormats, type Formats } from './formats.ts';
import { usePreferences } from './preferences.ts';

export { type Formats, position } from './formats.ts';

/** Numbers, sizes and times in the chosen language. */
export function useFormats(): Formats {
  const language = usePreferences((preferences) => preferences.language);
  return useMemo(() => createFormats(language), [language]);
}
