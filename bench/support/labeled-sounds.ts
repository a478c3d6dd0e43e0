import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SoundLabel } from '../../src/core/labels/sound-labels.ts';

/** Folder in which Debian's packages are unpacked or installed. */
const ROOT = process.env['REELSCOPE_BENCH_SOUNDS'] ?? '/';

/** A recording of one sound. */
export interface LabeledSound {
  path: string;
  /** Right answers: a goose is poultry, and a bird. */
  labels: readonly SoundLabel[];
  /** Whether thresholds were chosen without it. */
  isHeldOut: boolean;
}

const STAMPS = 'usr/share/tuxpaint/stamps';
const THEME = 'usr/share/sounds/freedesktop/stereo';
const LOMIRI = 'usr/share/sounds/lomiri';
const TORCS = 'usr/share/games/torcs/data/sound';

/**
 * Recordings by their labels, as their packages name them: `tuxpaint-stamps-default`, `sound-theme-freedesktop`,
 * `lomiri-sounds`, and `torcs-data`. Silent ones and those without a label of the product are left out, not those that
 * are hard.
 */
const FILES: readonly [folder: string, labels: readonly SoundLabel[], names: string][] = [
  [`${STAMPS}/animals/amphibians`, ['frog'], 'frog'],
  [
    `${STAMPS}/animals/birds`,
    ['bird'],
    'blackbird crow cuckoo heron_greatblue_flying lark owl penguin quetzal seagull tucan vulture',
  ],
  [`${STAMPS}/animals/birds`, ['poultry', 'bird'], 'drake duck gander hen rooster turkey'],
  [`${STAMPS}/animals/insects`, ['insect'], 'bee grasshopper hornet mosquito xanthia'],
  [`${STAMPS}/animals/mammals`, ['pig'], 'pig pig_golden pig_golden2'],
  [`${STAMPS}/animals/mammals/bovines`, ['cow'], 'bull cow cow_white'],
  [`${STAMPS}/animals/mammals/bovines`, ['sheep or goat'], 'goat mountaingoat sheep sheep_lamb'],
  [`${STAMPS}/animals/mammals/cats`, ['roar'], 'lion tiger'],
  [`${STAMPS}/animals/mammals/bears`, ['roar'], 'bear'],
  [`${STAMPS}/animals/mammals/dogs`, ['dog'], 'dog'],
  [`${STAMPS}/animals/mammals/equines`, ['horse'], 'horse'],
  [`${STAMPS}/hobbies`, ['camera shutter'], 'camera_35mm'],
  [`${STAMPS}/hobbies/music/percussion`, ['drums'], 'cymbal_crash drum_tomtom_floor drumkit'],
  [`${STAMPS}/hobbies/music/string`, ['strings'], 'cello violin'],
  [`${STAMPS}/hobbies/music/wind`, ['woodwind'], 'bassoon'],
  [`${STAMPS}/household`, ['vacuum cleaner'], 'vacuum_cleaner'],
  [`${STAMPS}/household`, ['water'], 'toilet'],
  [`${STAMPS}/household/dishes`, ['glass'], 'bottle'],
  [`${STAMPS}/household/dishes`, ['glass', 'water'], 'glass'],
  [`${STAMPS}/household/tools`, ['sawing'], 'saw'],
  [`${STAMPS}/military`, ['brass'], 'final-roll-call'],
  [`${STAMPS}/naturalforces`, ['thunder'], 'lightningbolt'],
  [`${STAMPS}/seasonal/christmas`, ['bell'], 'santahat'],
  [`${STAMPS}/seasonal/halloween`, ['cat'], 'blackcat'],
  [`${STAMPS}/seasonal/newyears`, ['fireworks'], 'fireworks'],
  [`${STAMPS}/vehicles/emergency`, ['siren'], 'firetruck'],
  [THEME, ['alarm'], 'alarm-clock-elapsed'],
  [THEME, ['telephone'], 'phone-incoming-call phone-outgoing-busy phone-outgoing-calling'],
  [THEME, ['camera shutter'], 'camera-shutter'],
  [`${LOMIRI}/camera/click`, ['camera shutter'], 'camera_click'],
  [TORCS, ['skidding'], 'skid skid_tyres'],
  [TORCS, ['crash'], 'crash1 crash3 crash5'],
  [TORCS, ['engine', 'road traffic'], 'engine-1 ferrarif50 porsche_engine viper_long'],
];

/** Those recordings that exist here; every second one of each row is held out, odd rows from the first. */
export function labeledSounds(): LabeledSound[] {
  return FILES.flatMap(([folder, labels, names], row) =>
    names.split(' ').map((name, i) => {
      const path = ['ogg', 'oga', 'wav'].map((ending) => join(ROOT, folder, `${name}.${ending}`)).find(existsSync);
      return path ? { path, labels, isHeldOut: (row + i) % 2 === 1 } : null;
    }),
  ).filter((sound) => sound !== null);
}

/**
 * Folders of plain speech (16 kHz, `asterisk-core-sounds-*-g722`) and music (`asterisk-moh-opsound-g722`,
 * `singularity-music`).
 */
export const SPEECH_FOLDERS = ['en_US_f_Allison', 'fr_CA_f_June', 'ru_RU_f_IvrvoiceRU'].map((name) =>
  join(ROOT, 'usr/share/asterisk/sounds', name),
);
export const MUSIC_FOLDERS = ['usr/share/asterisk/moh', 'usr/share/games/singularity/music'].map((name) =>
  join(ROOT, name),
);

/** Files of the speech folders that are tones, or monkeys. */
export function isPlainSpeech(path: string): boolean {
  return !/beep|tone|monkey|weasel|ring|dial-/.test(basename(path));
}
