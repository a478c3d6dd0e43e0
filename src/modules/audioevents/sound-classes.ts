import type { SoundLabel } from '../../core/labels/sound-labels.ts';

/** How a named sound is recognized. */
interface SoundRule {
  /** Classes of AudioSet, by their names in weights/yamnet/classes.json; the most probable one counts. */
  classes: readonly string[];
  /** Probability from which the sound is a finding, if not {@link THRESHOLD}. */
  threshold?: number;
  /** Classes that explain the same sound better where they are more probable. */
  unless?: readonly string[];
  /** Whether others of its group go first, since it comes with them: an engine with a helicopter. */
  isGeneric?: true;
  /** Whether it must last: the mean over {@link SUSTAINED_SECONDS} counts. */
  isSustained?: true;
}

/**
 * Probability from which a sound is a finding. In 72 minutes of plain speech none but glass (0.41, once) reached 0.2
 * (bench/sounds.ts).
 */
export const THRESHOLD = 0.25;
/** A genre is a matter of a passage, not of a note. */
export const SUSTAINED_SECONDS = 10;
/** Noise without a source that YAMNet takes for falling water. */
const NOISE = ['Noise', 'White noise', 'Pink noise', 'Static'];
const GENRE = { threshold: 0.25, isSustained: true } as const;

/** Rules of all named sounds. */
export const SOUND_RULES: Readonly<Record<SoundLabel, SoundRule>> = {
  laughter: {
    classes: ['Laughter', 'Baby laughter', 'Giggle', 'Snicker', 'Belly laugh', 'Chuckle, chortle'],
  },
  applause: { classes: ['Applause', 'Clapping'] },
  cheering: { classes: ['Cheering'] },
  crying: { classes: ['Crying, sobbing', 'Baby cry, infant cry'] },
  screaming: { classes: ['Screaming'] },
  crowd: { classes: ['Crowd', 'Chatter', 'Hubbub, speech noise, speech babble'], isGeneric: true },
  singing: { classes: ['Singing', 'Choir', 'A capella', 'Child singing'] },
  coughing: { classes: ['Cough', 'Throat clearing'], threshold: 0.4 },
  sneezing: { classes: ['Sneeze'], threshold: 0.4 },
  snoring: { classes: ['Snoring'] },
  footsteps: { classes: ['Walk, footsteps'] },
  dog: { classes: ['Dog', 'Bark', 'Yip', 'Bow-wow'] },
  cat: { classes: ['Cat', 'Meow', 'Purr', 'Caterwaul'] },
  bird: {
    classes: [
      'Bird',
      'Bird vocalization, bird call, bird song',
      'Chirp, tweet',
      'Pigeon, dove',
      'Coo',
      'Crow',
      'Caw',
      'Owl',
      'Hoot',
      'Squawk',
    ],
  },
  poultry: {
    classes: [
      'Fowl',
      'Chicken, rooster',
      'Cluck',
      'Crowing, cock-a-doodle-doo',
      'Turkey',
      'Gobble',
      'Duck',
      'Quack',
      'Goose',
    ],
  },
  horse: { classes: ['Horse', 'Clip-clop', 'Neigh, whinny'] },
  cow: { classes: ['Cattle, bovinae', 'Moo'] },
  'sheep or goat': { classes: ['Sheep', 'Goat', 'Bleat'] },
  pig: { classes: ['Pig', 'Oink'] },
  insect: { classes: ['Insect', 'Cricket', 'Mosquito', 'Fly, housefly', 'Bee, wasp, etc.'] },
  frog: { classes: ['Frog', 'Croak'] },
  roar: { classes: ['Roaring cats (lions, tigers)', 'Roar'], isGeneric: true },
  siren: {
    classes: [
      'Siren',
      'Civil defense siren',
      'Police car (siren)',
      'Ambulance (siren)',
      'Emergency vehicle',
      'Fire engine, fire truck (siren)',
    ],
  },
  horn: { classes: ['Vehicle horn, car horn, honking', 'Toot', 'Air horn, truck horn'] },
  'road traffic': {
    classes: ['Car', 'Car passing by', 'Race car, auto racing', 'Truck', 'Bus', 'Traffic noise, roadway noise'],
    isGeneric: true,
  },
  skidding: { classes: ['Skidding', 'Tire squeal'] },
  motorcycle: { classes: ['Motorcycle'], threshold: 0.5 },
  train: {
    classes: [
      'Train',
      'Rail transport',
      'Railroad car, train wagon',
      'Train wheels squealing',
      'Train horn',
      'Subway, metro, underground',
      'Train whistle',
    ],
  },
  helicopter: { classes: ['Helicopter'] },
  aircraft: {
    classes: ['Fixed-wing aircraft, airplane', 'Jet engine', 'Aircraft engine', 'Propeller, airscrew', 'Aircraft'],
  },
  boat: { classes: ['Motorboat, speedboat', 'Ship'], threshold: 0.5 },
  engine: {
    classes: [
      'Engine',
      'Idling',
      'Accelerating, revving, vroom',
      'Engine starting',
      'Medium engine (mid frequency)',
      'Heavy engine (low frequency)',
      'Light engine (high frequency)',
    ],
    isGeneric: true,
  },
  alarm: { classes: ['Car alarm', 'Alarm clock', 'Smoke detector, smoke alarm', 'Fire alarm', 'Buzzer'] },
  telephone: {
    classes: ['Telephone', 'Telephone bell ringing', 'Ringtone', 'Busy signal', 'Dial tone', 'Telephone dialing, DTMF'],
  },
  doorbell: { classes: ['Doorbell', 'Ding-dong'] },
  bell: { classes: ['Bell', 'Church bell', 'Bicycle bell', 'Jingle bell'], isGeneric: true },
  beep: { classes: ['Beep, bleep', 'Reversing beeps'], isGeneric: true },
  whistle: { classes: ['Whistle', 'Steam whistle'] },
  'gunshot-like bang': { classes: ['Gunshot, gunfire', 'Machine gun', 'Fusillade', 'Artillery fire', 'Cap gun'] },
  explosion: { classes: ['Explosion', 'Boom', 'Eruption'], isGeneric: true },
  fireworks: { classes: ['Fireworks', 'Firecracker'] },
  glass: { classes: ['Shatter', 'Glass'], threshold: 0.5 },
  crash: { classes: ['Smash, crash'] },
  door: { classes: ['Door', 'Slam', 'Sliding door'] },
  knock: { classes: ['Knock'], threshold: 0.4 },
  rain: { classes: ['Rain', 'Raindrop', 'Rain on surface'], unless: NOISE },
  thunder: { classes: ['Thunder', 'Thunderstorm'] },
  wind: { classes: ['Wind', 'Wind noise (microphone)'], isGeneric: true },
  water: {
    classes: [
      'Stream',
      'Waterfall',
      'Ocean',
      'Waves, surf',
      'Splash, splatter',
      'Water tap, faucet',
      'Toilet flush',
      'Fill (with liquid)',
      'Pour',
    ],
    unless: NOISE,
  },
  fire: { classes: ['Fire', 'Crackle'] },
  'power tool': { classes: ['Power tool', 'Drill', 'Jackhammer', 'Chainsaw', 'Lawn mower'] },
  sawing: { classes: ['Sawing'] },
  'vacuum cleaner': { classes: ['Vacuum cleaner', 'Hair dryer'] },
  typing: { classes: ['Typing', 'Typewriter', 'Computer keyboard'] },
  'camera shutter': { classes: ['Camera', 'Single-lens reflex camera'] },
  guitar: { classes: ['Guitar', 'Electric guitar', 'Acoustic guitar', 'Bass guitar', 'Strum'], threshold: 0.4 },
  piano: { classes: ['Piano', 'Electric piano'], threshold: 0.4 },
  drums: {
    classes: ['Drum kit', 'Drum', 'Snare drum', 'Drum machine', 'Bass drum', 'Drum roll', 'Cymbal'],
    threshold: 0.4,
  },
  strings: {
    classes: ['Bowed string instrument', 'Violin, fiddle', 'Cello', 'String section', 'Double bass'],
    threshold: 0.4,
  },
  brass: { classes: ['Brass instrument', 'Trumpet', 'Trombone', 'French horn'], threshold: 0.4 },
  woodwind: {
    classes: ['Wind instrument, woodwind instrument', 'Flute', 'Clarinet', 'Saxophone'],
    threshold: 0.4,
  },
  mallets: {
    classes: ['Mallet percussion', 'Glockenspiel', 'Marimba, xylophone', 'Vibraphone'],
    threshold: 0.4,
  },
  'classical music': { classes: ['Classical music', 'Orchestra', 'Opera'], ...GENRE },
  'rock music': {
    classes: ['Rock music', 'Heavy metal', 'Punk rock', 'Progressive rock', 'Rock and roll'],
    ...GENRE,
  },
  'electronic music': {
    classes: [
      'Electronic music',
      'House music',
      'Techno',
      'Dubstep',
      'Drum and bass',
      'Electronica',
      'Trance music',
      'Electronic dance music',
      'Ambient music',
    ],
    ...GENRE,
  },
  jazz: { classes: ['Jazz', 'Swing music', 'Blues'], ...GENRE },
  'hip-hop': { classes: ['Hip hop music', 'Rapping'], ...GENRE },
  'folk music': { classes: ['Folk music', 'Country', 'Bluegrass'], ...GENRE },
};
