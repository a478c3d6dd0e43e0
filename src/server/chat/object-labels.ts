import { termsOf } from '../../db/terms.ts';
import type { AnswerLanguage } from './answer-texts.ts';

/**
 * English and German synonyms for the labels of the bundled object detector (the 80 COCO classes). A label's own name
 * needs no entry.
 */
const SYNONYMS: Readonly<Record<string, string>> = {
  person:
    'people someone somebody anyone anybody man men woman women human child children kid mensch menschen person personen mann männer frau frauen kind kinder leute jemand',
  bicycle: 'bike cycle fahrrad fahrräder rad räder',
  car: 'automobile auto autos wagen pkw taxi',
  motorcycle: 'motorbike motorrad motorräder',
  airplane: 'plane aeroplane aircraft flugzeug flugzeuge',
  bus: 'minibus busse bussen',
  train: 'zug züge bahn',
  truck: 'lorry lastwagen lkw laster',
  boat: 'ship boot boote schiff schiffe',
  'traffic light': 'ampel ampeln',
  'fire hydrant': 'hydrant hydranten',
  'stop sign': 'stoppschild',
  'parking meter': 'parkuhr',
  bench: 'bank bänke sitzbank',
  bird: 'vogel vögel parrot papagei',
  cat: 'kitten katze katzen',
  dog: 'puppy hund hunde hunden',
  horse: 'pferd pferde',
  sheep: 'schaf schafe',
  cow: 'cattle kuh kühe',
  elephant: 'elefant elefanten',
  bear: 'bär bären',
  zebra: 'zebras',
  giraffe: 'giraffen',
  backpack: 'rucksack rucksäcke',
  umbrella: 'schirm regenschirm schirme',
  handbag: 'handtasche handtaschen tasche taschen',
  tie: 'krawatte krawatten',
  suitcase: 'koffer',
  skis: 'ski',
  'sports ball': 'ball bälle',
  kite: 'drachen',
  skateboard: 'skateboards',
  surfboard: 'surfbrett',
  'tennis racket': 'tennisschläger',
  bottle: 'flasche flaschen',
  'wine glass': 'weinglas weingläser',
  cup: 'mug tasse tassen becher',
  fork: 'gabel gabeln',
  knife: 'messer',
  spoon: 'löffel',
  bowl: 'schüssel schüsseln schale',
  banana: 'banane bananen',
  apple: 'apfel äpfel',
  sandwich: 'belegtes',
  orange: 'apfelsine',
  broccoli: 'brokkoli',
  carrot: 'karotte karotten möhre möhren',
  pizza: 'pizzen',
  cake: 'kuchen torte',
  chair: 'stuhl stühle',
  couch: 'sofa sofas',
  'potted plant': 'plant topfpflanze pflanze pflanzen',
  bed: 'bett betten',
  'dining table': 'table tisch tische esstisch',
  toilet: 'toilette wc',
  tv: 'television fernseher bildschirme monitor',
  laptop: 'notebook laptops',
  mouse: 'maus',
  remote: 'fernbedienung',
  keyboard: 'tastatur tastaturen',
  'cell phone': 'phone smartphone mobile handy handys telefon',
  microwave: 'mikrowelle',
  oven: 'backofen ofen',
  sink: 'spüle waschbecken',
  refrigerator: 'fridge kühlschrank',
  book: 'buch bücher',
  clock: 'uhr uhren',
  vase: 'vasen',
  scissors: 'schere',
  'teddy bear': 'teddy teddybär',
  toothbrush: 'zahnbürste',
};

const GROUPS: readonly (readonly [words: string, labels: readonly string[]])[] = [
  ['animal tier tiere tieren', ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe']],
  [
    'vehicle traffic fahrzeug fahrzeuge verkehr',
    ['bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat'],
  ],
  [
    'food essen lebensmittel',
    ['banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake'],
  ],
  ['furniture möbel', ['chair', 'couch', 'bed', 'dining table', 'bench']],
];

const LABELS_BY_TERM = new Map<string, readonly string[]>([
  ...Object.entries(SYNONYMS).flatMap(([label, names]) => {
    // A one-word label matches itself; the single words of `traffic light` do not.
    const own = label.includes(' ') ? [] : [label];
    return [...own, ...names.split(' ')].flatMap((name) => termsOf(name).map((term) => [term, [label]] as const));
  }),
  ...['frisbee', 'snowboard', 'donut', 'toaster'].map((label) => [termsOf(label)[0]!, [label]] as const),
  ...GROUPS.flatMap(([words, labels]) => termsOf(words).map((term) => [term, labels] as const)),
]);
/** Labels of two words, which match only as a pair. */
const TWO_WORD_LABELS = Object.keys(SYNONYMS).filter((label) => label.includes(' '));

export interface LabelMatches {
  /** Labels that the text names directly or by group, in text order. */
  labels: readonly string[];
  /** Terms of the text that matched a label. */
  terms: ReadonlySet<string>;
}

/** Synonyms to ignore per question language, such as the pronoun `man` in German and a financial `bank` in English. */
const FALSE_FRIENDS: Readonly<Record<AnswerLanguage, ReadonlySet<string>>> = {
  en: new Set(termsOf('bank rad bahn leute')),
  de: new Set(termsOf('man tie orange')),
};

/** Finds the detector labels that a text refers to. */
export function findLabels(text: string, language: AnswerLanguage): LabelMatches {
  const terms = termsOf(text, 'query').filter((term) => !FALSE_FRIENDS[language].has(term));
  const matched = new Set<string>();
  const labels: string[] = [];
  for (const [i, term] of terms.entries()) {
    const pair = TWO_WORD_LABELS.find((label) => termsOf(label).join(' ') === terms.slice(i, i + 2).join(' '));
    if (pair) {
      labels.push(pair);
      for (const word of terms.slice(i, i + 2)) matched.add(word);
    } else if (!matched.has(term) && LABELS_BY_TERM.has(term)) {
      labels.push(...LABELS_BY_TERM.get(term)!);
      matched.add(term);
    }
  }
  return { labels: [...new Set(labels)], terms: matched };
}
