/** Zones that are no places, and regions of which they are parts. */
const NO_PLACES = /^(?:Etc|SystemV|[A-Z]{3,})$|GMT|UTC|\d/;
const LANGUAGES = ['en', 'de'] as const;

let names: ReadonlySet<string> | undefined;

/** Countries in English and German, and the cities that time zones are named after, from the data of `Intl`. */
function placeNames(): ReadonlySet<string> {
  const found = new Set<string>(['USA', 'UK', 'England', 'Scotland', 'Wales']);
  for (const language of LANGUAGES) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (let i = 0; i < 26 * 26; i++) {
      const code = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26));
      const name = code === 'ZZ' ? undefined : regions.of(code);
      if (name !== undefined) found.add(name);
    }
  }
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    if (!NO_PLACES.test(zone)) found.add(zone.split('/').at(-1)!.replaceAll('_', ' '));
  }
  return found;
}

/** Whether a name is that of a country or a large city. */
export function isPlaceName(name: string): boolean {
  names ??= placeNames();
  return names.has(name);
}
