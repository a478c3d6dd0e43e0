/** Zones that are no places, and regions of which they are parts. */
const NO_PLACES = /^(?:Etc|SystemV|[A-Z]{3,})$|GMT|UTC|\d/;
const LANGUAGES = ['en', 'de'] as const;
/** Languages that people are likely to name. */
const SPOKEN =
  'ar bg cs da de el en es et fa fi fr ga he hi hr hu is it ja ko la lt lv nl no pl pt ro ru sk sl sq sr sv sw th tr uk ur vi zh'.split(
    ' ',
  );

let names: ReadonlySet<string> | undefined;
let times: ReadonlySet<string> | undefined;

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

/** Names of languages, months, and days in English and German, which follow “in” and “on” as places do. */
function timesAndLanguages(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const language of LANGUAGES) {
    const nameOf = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' });
    for (const code of SPOKEN) found.add(nameOf.of(code)!);
    const { format: month } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    const { format: weekday } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    for (let i = 0; i < 12; i++) found.add(month(Date.UTC(2024, i)));
    for (let i = 1; i <= 7; i++) found.add(weekday(Date.UTC(2024, 0, i)));
  }
  return found;
}

/** Whether a name is that of a language, a month, or a day. */
export function isTimeOrLanguage(name: string): boolean {
  times ??= timesAndLanguages();
  return times.has(name);
}
