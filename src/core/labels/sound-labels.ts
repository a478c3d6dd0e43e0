import type { SegmentDraft } from '../../contract/analysis/segment.ts';

/** Named sounds that belong together, such as a siren and a helicopter. */
interface SoundGroup {
  key: string;
  labels: readonly string[];
  /** Name of the group in a query; null if `hears:` does not know it. */
  word: { en: string; de: string } | null;
  /** Further words for it, separated by spaces. */
  words: string;
}

/**
 * The sounds that the bundled recognizer names, in groups; each is in one. A label is the English text of a finding in
 * lower case.
 */
export const SOUND_GROUPS = [
  {
    key: 'people',
    labels: [
      'laughter',
      'applause',
      'cheering',
      'crying',
      'screaming',
      'crowd',
      'singing',
      'coughing',
      'sneezing',
      'snoring',
      'footsteps',
    ],
    word: null,
    words: '',
  },
  {
    key: 'animals',
    labels: ['dog', 'cat', 'bird', 'poultry', 'horse', 'cow', 'sheep or goat', 'pig', 'insect', 'frog', 'roar'],
    word: { en: 'animal', de: 'Tier' },
    words: 'animals tiere tieren',
  },
  {
    key: 'vehicles',
    labels: [
      'siren',
      'horn',
      'road traffic',
      'skidding',
      'motorcycle',
      'train',
      'helicopter',
      'aircraft',
      'boat',
      'engine',
    ],
    word: { en: 'vehicle', de: 'Fahrzeug' },
    words: 'vehicles fahrzeuge',
  },
  {
    key: 'signals',
    labels: ['alarm', 'telephone', 'doorbell', 'bell', 'beep', 'whistle'],
    word: { en: 'signal', de: 'Signalton' },
    words: 'signals signaltöne',
  },
  {
    key: 'bangs',
    labels: ['gunshot-like bang', 'explosion', 'fireworks', 'glass', 'crash', 'door', 'knock'],
    word: { en: 'bang', de: 'Knall' },
    words: 'bangs knalle',
  },
  {
    key: 'nature',
    labels: ['rain', 'thunder', 'wind', 'water', 'fire'],
    word: { en: 'nature', de: 'Natur' },
    words: 'weather wetter',
  },
  {
    key: 'machines',
    labels: ['power tool', 'sawing', 'vacuum cleaner', 'typing', 'camera shutter'],
    word: { en: 'machine', de: 'Maschine' },
    words: 'machines maschinen',
  },
  {
    key: 'instruments',
    labels: ['guitar', 'piano', 'drums', 'strings', 'brass', 'woodwind', 'mallets'],
    word: { en: 'instrument', de: 'Musikinstrument' },
    words: 'instruments instrumente musikinstrumente',
  },
  {
    key: 'genres',
    labels: ['classical music', 'rock music', 'electronic music', 'jazz', 'hip-hop', 'folk music'],
    word: { en: 'genre', de: 'Musikrichtung' },
    words: 'genres musikrichtungen',
  },
] as const satisfies readonly SoundGroup[];

type Group = (typeof SOUND_GROUPS)[number];
export type SoundGroupKey = Group['key'];
export type SoundLabel = Group['labels'][number];

/** All named sounds, in display order. */
export const SOUND_LABELS: readonly SoundLabel[] = SOUND_GROUPS.flatMap(({ labels }): readonly SoundLabel[] => labels);

const GROUP_OF = new Map<string, SoundGroupKey>(
  SOUND_GROUPS.flatMap(({ key, labels }) => labels.map((label) => [label, key] as const)),
);

/** Whether a finding is a named sound, such as applause, instead of a range of speech, music or noise, or silence. */
export function isNamedSound({ data }: Pick<SegmentDraft, 'data'>): boolean {
  return SOUND_GROUPS.some(({ key }) => key === data?.group);
}

/** Group of a named sound; undefined for other labels, such as those of speech and silence. */
export function groupOfSound(label: string): SoundGroupKey | undefined {
  return GROUP_OF.get(label.toLowerCase());
}
