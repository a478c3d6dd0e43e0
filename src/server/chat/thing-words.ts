import { termsOf } from '../../db/terms.ts';
import type { AnswerLanguage } from './answer-words.ts';

/**
 * What people call the things that the shipped detector has labels for (COCO's 80 classes, in English), in English and German.
 * A label's own English name needs no entry.
 */
const NAMES: Readonly<Record<string, string>> = {
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

const MEANINGS = new Map<string, readonly string[]>([
  ...Object.entries(NAMES).flatMap(([label, names]) => {
    // One English word by itself is its label's name; of `traffic light` neither word is.
    const own = label.includes(' ') ? [] : [label];
    return [...own, ...names.split(' ')].flatMap((name) => termsOf(name).map((term) => [term, [label]] as const));
  }),
  ...['frisbee', 'snowboard', 'donut', 'toaster'].map((label) => [termsOf(label)[0]!, [label]] as const),
  ...GROUPS.flatMap(([words, labels]) => termsOf(words).map((term) => [term, labels] as const)),
]);
/** Labels of two words, which are recognised as a pair. */
const PAIRS = Object.keys(NAMES).filter((label) => label.includes(' '));

export interface ThingsMeant {
  /** Labels that a text names, or whose kind it names; in the order of the text. */
  labels: readonly string[];
  /** The terms of the text that named them. */
  terms: ReadonlySet<string>;
}

/** Names of one language that are other words in the other: German `man` is nobody, and an English bank is none to sit on. */
const OTHERWISE: Readonly<Record<AnswerLanguage, ReadonlySet<string>>> = {
  en: new Set(termsOf('bank rad bahn leute')),
  de: new Set(termsOf('man tie orange')),
};

/** Which of the detector's labels a text means. Pure. */
export function thingsMeant(text: string, language: AnswerLanguage): ThingsMeant {
  const terms = termsOf(text, 'query').filter((term) => !OTHERWISE[language].has(term));
  const named = new Set<string>();
  const labels: string[] = [];
  for (const [i, term] of terms.entries()) {
    const pair = PAIRS.find((label) => termsOf(label).join(' ') === terms.slice(i, i + 2).join(' '));
    if (pair) {
      labels.push(pair);
      for (const half of terms.slice(i, i + 2)) named.add(half);
    } else if (!named.has(term) && MEANINGS.has(term)) {
      labels.push(...MEANINGS.get(term)!);
      named.add(term);
    }
  }
  return { labels: [...new Set(labels)], terms: named };
}
