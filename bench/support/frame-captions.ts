import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Meaningless queries that are not among the reference texts of the calibration. */
export const NONSENSE_QUERIES = [
  'xqzt vvlp',
  'asdf jkl qwe',
  'mmmm nnnn',
  'zorp',
  'fghj rtyu',
  '8 8 8 3',
  'plok mijn',
  'uuu',
  'drfg',
  'ee rr tt yy',
  'hgf dsa',
  'blorf wibble',
  'cvcv',
  'n/a n/a',
  '????',
  'lorem qip sum',
  'tzz',
  'okmijn uhb',
  'wer sdf xcv',
  'grmpf',
];

/** Captions of the shared photos, written for this benchmark: subjects, actions, colors, and places. */
const SHARED_CAPTIONS: Readonly<Record<string, readonly string[]>> = {
  '000000005001.jpg': ['people cutting a ribbon at an opening', 'children with bicycle helmets and a blue balloon'],
  '000000038829.jpg': ['two young men riding one bicycle', 'a street with motor scooters'],
  '000000052891.jpg': ['a dog with a yellow frisbee', 'playing at the beach'],
  '000000215245.jpg': ['zebras on the savanna', 'a dry plain with wild animals'],
  '000000288685.jpg': ['a shepherd and his dog herding sheep', 'spectators behind a green fence'],
  '000000301421.jpg': ['a tidy desk with a computer screen', 'blue walls in a home office'],
  '000000373353.jpg': [
    'a double-decker bus and a yellow taxi in a big city',
    'pedestrians crossing a street between tall buildings',
  ],
  '000000419312.jpg': ['a holiday dinner with turkey and carrots', 'a full plate on a lace tablecloth'],
  '000000559707.jpg': ['pasta with broccoli', 'green vegetables and noodles on a white plate'],
  '000000574315.jpg': ['a cat lying on a laptop', 'somebody in a red shirt beside a pet'],
  'bus.jpg': ['a blue electric bus', 'men walking past a bus in the sun'],
};

/** Shared photos with captions; without those that are missing. */
export function captionsOfShared(folder: string): { file: string; captions: readonly string[] }[] {
  return Object.entries(SHARED_CAPTIONS)
    .map(([file, captions]) => ({ file: join(folder, file), captions }))
    .filter(({ file }) => existsSync(file));
}
