import { foldText } from '../../base/text-fold.ts';
import { CAMERA_MOTIONS, type CameraMotion, type CameraMovement } from '../../contract/analysis/camera.ts';

/** Movement that a word of the query language names; its direction only where one was named. */
export type CameraValue = Pick<CameraMovement, 'motion' | 'direction'>;

/** Words for movements, folded, in English and German. */
const MOTION_WORDS: Readonly<Record<CameraMotion, string>> = {
  static: 'static still fixed locked statisch fest feste standkamera stativ',
  pan: 'pan pans panned panning schwenk schwenks schwenkt schwenken',
  tilt: 'tilt tilts tilted tilting neigung neigt neigen',
  zoom: 'zoom zooms zoomed zooming zoomt zoomen',
  handheld: 'handheld hand-held shaky handkamera verwackelt wackelig',
};
const DIRECTION_WORDS: Readonly<Record<NonNullable<CameraMovement['direction']>, string>> = {
  left: 'left leftward links',
  right: 'right rightward rechts',
  up: 'up upward hoch oben hinauf',
  down: 'down downward runter unten hinunter',
  in: 'in hinein herein heran ran',
  out: 'out hinaus heraus weg raus',
};
const FILLERS = new Set('camera kamera shot to the nach'.split(' '));

const MOTIONS = byWord(MOTION_WORDS);
const DIRECTIONS = byWord(DIRECTION_WORDS);

/** Names of movements that completion offers. */
export const CAMERA_VALUES: Readonly<Record<'en' | 'de', readonly string[]>> = {
  en: [...CAMERA_MOTIONS, 'pan left', 'pan right', 'tilt up', 'tilt down', 'zoom in', 'zoom out'],
  de: [
    'fest',
    'schwenk',
    'neigung',
    'zoom',
    'handkamera',
    'schwenk links',
    'schwenk rechts',
    'schwenk hoch',
    'schwenk runter',
    'zoom hinein',
    'zoom heraus',
  ],
};

/** Movement that one word names, such as `pan` and „schwenkt“. */
export function motionOfWord(word: string): CameraMotion | undefined {
  return MOTIONS.get(foldText(word));
}

/** Direction that one word names, such as `left` and „links“. */
export function directionOfWord(word: string): CameraMovement['direction'] {
  return DIRECTIONS.get(foldText(word));
}

/**
 * Reads the value of `camera:`, such as `pan left` and „Schwenk nach links“; undefined for other text. A pan up is a
 * tilt.
 */
export function readCameraValue(text: string): CameraValue | undefined {
  const words = text.split(/[\s-]+(?!held)/).filter((word) => word !== '' && !FILLERS.has(foldText(word)));
  const motion = motionOfWord(words[0] ?? '');
  if (!motion || words.length > 2) return undefined;
  if (words.length === 1) return { motion };
  const direction = directionOfWord(words[1]!);
  return direction && directed(motion, direction);
}

/** A movement in a direction; undefined if it has none, such as a zoom to the left. */
export function directed(
  motion: CameraMotion,
  direction: NonNullable<CameraMovement['direction']>,
): CameraValue | undefined {
  const isTurn = motion === 'pan' || motion === 'tilt';
  if (isTurn && (direction === 'left' || direction === 'right')) return { motion: 'pan', direction };
  if (isTurn && (direction === 'up' || direction === 'down')) return { motion: 'tilt', direction };
  return motion === 'zoom' && (direction === 'in' || direction === 'out') ? { motion, direction } : undefined;
}

function byWord<Name extends string>(words: Readonly<Record<Name, string>>): ReadonlyMap<string, Name> {
  return new Map((Object.keys(words) as Name[]).flatMap((name) => words[name].split(' ').map((word) => [word, name])));
}
