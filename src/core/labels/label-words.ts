import { foldText } from '../../base/text-fold.ts';
import { OBJECT_GROUPS } from './label-groups.ts';
import { OBJECT_LABELS, type ObjectLabel } from './object-labels.ts';

/**
 * Everyday English and German words for the labels of the bundled object detector (the 80 COCO classes), separated by
 * spaces. A label's own name needs no entry.
 */
export const LABEL_WORDS: Readonly<Partial<Record<ObjectLabel, string>>> = {
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
  'baseball bat': 'baseballschläger',
  'baseball glove': 'baseballhandschuh',
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
  'hot dog': 'hotdog hotdogs',
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
  'hair drier': 'hairdryer föhn haartrockner',
  toothbrush: 'zahnbürste',
};

/** Groups with a word of their own. */
const NAMED_GROUPS = OBJECT_GROUPS.flatMap(({ word, words, labels }) => (word ? [{ word, words, labels }] : []));

/** Words for several labels at once, English and German. */
export const LABEL_GROUPS: readonly (readonly [words: string, labels: readonly ObjectLabel[]])[] = NAMED_GROUPS.map(
  ({ word, words, labels }) => [`${word.en} ${word.de.toLowerCase()} ${words}`.trim(), labels],
);

/** Names of the groups, as completion offers them. */
export const LABEL_PARENTS: readonly { en: string; de: string }[] = NAMED_GROUPS.map(({ word }) => word);

const BY_WORD = new Map<string, Set<ObjectLabel>>();
const add = (word: string, labels: readonly ObjectLabel[]) => {
  const known = BY_WORD.get(foldText(word)) ?? new Set();
  for (const label of labels) known.add(label);
  BY_WORD.set(foldText(word), known);
};
for (const label of OBJECT_LABELS) {
  add(label, [label]);
  for (const word of LABEL_WORDS[label]?.split(' ') ?? []) add(word, [label]);
}
// Names that the window uses.
add('remote control', ['remote']);
add('hair dryer', ['hair drier']);
for (const [words, labels] of LABEL_GROUPS) for (const word of words.split(' ')) add(word, labels);

/** Labels that an everyday word stands for, singular or plural, in English or German; none for other words. */
export function labelsOfWord(word: string): ObjectLabel[] {
  const folded = foldText(word).trim();
  const forms = [folded, folded.replace(/s$/, ''), folded.replace(/es$/, ''), folded.replace(/ies$/, 'y')];
  const known = forms.map((form) => BY_WORD.get(form)).find((labels) => labels !== undefined);
  return [...(known ?? [])];
}
