/** The share page's own words: it loads nothing of the window, the catalogue included. */
const EN = {
  shared: 'Shared report',
  length: 'Length {{value}}',
  made: 'Shared on {{value}}',
  until: 'Open until {{value}}',
  search: 'Search in this video',
  clear: 'Clear',
  all: 'All',
  kinds: 'Kinds of findings',
  findings: 'Findings',
  found: '{{count}} of {{all}}',
  none: 'Nothing found for these words.',
  empty: 'The analysis of this video is not finished, so there are no findings yet.',
  noSource: 'The video itself is not available any more. Its findings are below.',
  preparing: 'A copy of the video that plays here is being made. It starts by itself when it is ready.',
  noPlay: 'This browser can’t play the video. Its findings are here all the same.',
  captions: 'Speech',
  player: 'Video',
  print: 'Print',
  play: 'Play at {{value}}',
  'missing.title': 'This link does not work',
  'missing.text': 'It was taken back, or its address is not complete. Ask the person who sent it for a new one.',
  'expired.title': 'This link has expired',
  'expired.text': 'It was open for a limited time. Ask the person who sent it for a new one.',
  'failed.title': 'The report could not be loaded',
  'failed.text': 'The machine that shares it may be off or out of reach.',
  retry: 'Try again',
} as const satisfies Record<string, string>;

export type Key = keyof typeof EN;

const DE: Record<Key, string> = {
  shared: 'Geteilter Bericht',
  length: 'Länge {{value}}',
  made: 'Geteilt am {{value}}',
  until: 'Offen bis {{value}}',
  search: 'In diesem Video suchen',
  clear: 'Leeren',
  all: 'Alle',
  kinds: 'Arten von Befunden',
  findings: 'Befunde',
  found: '{{count}} von {{all}}',
  none: 'Zu diesen Wörtern wurde nichts gefunden.',
  empty: 'Die Analyse dieses Videos ist nicht abgeschlossen, daher gibt es noch keine Befunde.',
  noSource: 'Das Video selbst ist nicht mehr verfügbar. Die Befunde stehen unten.',
  preparing: 'Eine Kopie des Videos, die hier läuft, wird gemacht. Sie beginnt von selbst, sobald sie fertig ist.',
  noPlay: 'Dieser Browser kann das Video nicht abspielen. Seine Befunde sind trotzdem hier.',
  captions: 'Sprache',
  player: 'Video',
  print: 'Drucken',
  play: 'Ab {{value}} abspielen',
  'missing.title': 'Dieser Link funktioniert nicht',
  'missing.text':
    'Er wurde zurückgenommen, oder die Adresse ist unvollständig. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
  'expired.title': 'Dieser Link ist abgelaufen',
  'expired.text': 'Er galt für begrenzte Zeit. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.',
  'failed.title': 'Der Bericht konnte nicht geladen werden',
  'failed.text': 'Der Rechner, der ihn teilt, ist vielleicht aus oder nicht erreichbar.',
  retry: 'Noch einmal',
};

const first = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'de' || tag === 'en');
export const language = first ?? 'en';
const words: Record<Key, string> = language === 'de' ? DE : EN;

export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return words[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
