import { foldText } from '../../base/text-fold.ts';
import { SOUND_GROUPS, SOUND_LABELS, type SoundLabel } from './sound-labels.ts';

/** Everyday English and German words for named sounds, separated by commas. A label's own name needs no entry. */
const SOUND_WORDS: Readonly<Record<SoundLabel, string>> = {
  laughter: 'laugh,laughs,laughing,giggle,chuckle,lachen,lacht,gelächter,kichern',
  applause: 'clap,claps,clapping,applaud,applauds,applaus,klatschen,klatscht,beifall',
  cheering: 'cheer,cheers,jubel,jubeln,jubelt',
  crying: 'cry,cries,sobbing,weinen,weint,schluchzen',
  screaming: 'scream,screams,shriek,schrei,schreie,schreien,schreit,kreischen',
  crowd: 'hubbub,chatter,menge,menschenmenge,stimmengewirr',
  singing: 'sing,sings,choir,chor,gesang,singen,singt',
  coughing: 'cough,coughs,husten,hustet',
  sneezing: 'sneeze,sneezes,niesen,niest',
  snoring: 'snore,snores,schnarchen,schnarcht',
  footsteps: 'footstep,steps,schritt,schritte',
  dog: 'bark,barks,barking,hund,hunde,hundegebell,bellen,bellt,gebell',
  cat: 'meow,meows,purring,katze,katzen,miauen,miaut',
  bird: 'birdsong,chirp,chirps,chirping,vogel,vögel,vogelgesang,zwitschern',
  poultry: 'chicken,rooster,hen,duck,goose,turkey,geflügel,huhn,hühner,hahn,ente,enten,gans,gänse',
  horse: 'hooves,neigh,pferd,pferde,hufe,wiehern',
  cow: 'moo,cattle,kuh,kühe,muhen',
  'sheep or goat': 'sheep,goat,bleat,schaf,schafe,ziege,ziegen,blöken,schaf oder ziege',
  pig: 'oink,schwein,schweine,grunzen',
  insect: 'bee,mosquito,cricket,buzzing,insekt,insekten,biene,bienen,mücke,summen',
  frog: 'croak,frosch,frösche,quaken',
  roar: 'lion,tiger,roaring,gebrüll,brüllen,löwe',
  siren: 'police siren,ambulance,sirene,sirenen,martinshorn,blaulicht',
  horn: 'car horn,honk,honks,honking,hupe,hupen,hupt',
  'road traffic': 'traffic,car,cars,truck,bus,straßenverkehr,verkehr,auto,autos',
  skidding: 'tire squeal,screeching tires,reifenquietschen',
  motorcycle: 'motorbike,motorrad,motorräder',
  train: 'subway,zug,züge,bahn',
  helicopter: 'chopper,hubschrauber,helikopter',
  aircraft: 'airplane,plane,jet,flugzeug,flugzeuge',
  boat: 'motorboat,ship,boot,boote,schiff',
  engine: 'motor,motoren',
  alarm: 'alarm clock,smoke alarm,car alarm,wecker,rauchmelder',
  telephone: 'phone,ringtone,ring tone,telefon,klingelton,handy',
  doorbell: 'türklingel,klingel',
  bell: 'church bell,glocke,glocken,kirchenglocke',
  beep: 'beeping,piepton,piepen,piept',
  whistle: 'whistling,pfeife,pfiff,pfeifen',
  'gunshot-like bang': 'gunshot,gunshots,gunfire,shot,shots,shooting,schuss,schüsse,schussähnlicher knall',
  explosion: 'explosions,blast,explosionen',
  fireworks: 'firework,firecracker,feuerwerk,böller',
  glass: 'breaking glass,shattering,shatter,glas,klirren',
  crash: 'aufprall,zusammenstoß',
  door: 'slam,slamming,tür,türen',
  knock: 'knocking,knocks,klopfen,klopft',
  rain: 'raining,regen,regnet',
  thunder: 'thunderstorm,donner,gewitter,donnert',
  wind: 'windy',
  water: 'waterfall,stream,waves,splash,wasser,wasserfall,wellen,bach',
  fire: 'crackling,feuer,knistern',
  'power tool': 'drill,drilling,chainsaw,jackhammer,elektrowerkzeug,bohrmaschine,bohren,kettensäge',
  sawing: 'saw,sägen,säge',
  'vacuum cleaner': 'hair dryer,staubsauger,föhn',
  typing: 'keyboard,typewriter,tippen,tastatur,schreibmaschine',
  'camera shutter': 'shutter,kameraverschluss',
  guitar: 'guitars,gitarre,gitarren',
  piano: 'klavier,flügel',
  drums: 'drum,drumming,schlagzeug,trommel,trommeln',
  strings: 'violin,cello,streicher,geige,violine',
  brass: 'trumpet,trombone,blechbläser,trompete,posaune',
  woodwind: 'flute,clarinet,saxophone,holzbläser,flöte,klarinette,saxofon',
  mallets: 'xylophone,glockenspiel,stabspiele,xylofon',
  'classical music': 'classical,orchestra,opera,klassik,klassische musik,orchester,oper',
  'rock music': 'rock,rockmusik,metal',
  'electronic music': 'techno,electronic,elektronische musik',
  jazz: 'blues',
  'hip-hop': 'hip hop,rap',
  'folk music': 'folk,country,folkmusik',
};

/** Words for the ranges that cover a recording. */
const COVERING_WORDS = {
  speech: 'speech,talking,sprache,sprechen',
  'music or noise': 'music or noise,music,noise,musik,geräusch,geräusche,musik oder geräusche',
  silence: 'silence,silent,stille,ruhe',
} as const;

/** Label of a sound that `hears:` finds. */
export type HearableLabel = SoundLabel | keyof typeof COVERING_WORDS;

/** Names of the groups, as completion offers them. */
export const SOUND_PARENTS: readonly { en: string; de: string }[] = SOUND_GROUPS.flatMap(({ word }) => word ?? []);

const BY_WORD = new Map<string, Set<HearableLabel>>();
const add = (word: string, labels: readonly HearableLabel[]) => {
  const known = BY_WORD.get(foldText(word)) ?? new Set();
  for (const label of labels) known.add(label);
  BY_WORD.set(foldText(word), known);
};
for (const label of SOUND_LABELS) for (const word of [label, ...SOUND_WORDS[label].split(',')]) add(word, [label]);
for (const [label, words] of Object.entries(COVERING_WORDS) as [keyof typeof COVERING_WORDS, string][])
  for (const word of words.split(',')) add(word, [label]);
for (const { word, words, labels } of SOUND_GROUPS) {
  if (!word) continue;
  for (const name of [word.en, word.de, ...words.split(' ')]) add(name, labels);
}

/**
 * Labels of sounds that an everyday word stands for, singular or plural, in English or German; none for other words.
 */
export function soundsOfWord(word: string): HearableLabel[] {
  const folded = foldText(word).trim();
  const forms = [folded, folded.replace(/s$/, ''), folded.replace(/es$/, '')];
  const known = forms.map((form) => BY_WORD.get(form)).find((labels) => labels !== undefined);
  return [...(known ?? [])];
}
