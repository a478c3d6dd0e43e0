import type { Face } from '../../models/faces/index.ts';
import type { Detection } from '../../models/objects/index.ts';
import type { RgbImage } from '../../models/objects/picture.ts';

/** Minimum confidence of a person who makes a face plausible, or whose head may have to be hidden. */
export const MIN_PERSON_CONFIDENCE = 0.25;
/** Height of a person in pixels of the still below which a face can't be recognized. */
const MIN_PERSON_PIXELS = 40;
/**
 * Size of the area in which the head is: in fractions of a person's width and height, the smaller of which counts,
 * since a box contains all of a person who stands, and only the upper part of one who is near.
 */
const ACROSS = { width: 0.6, height: 0.35 } as const;
const DOWN = { height: 0.33, width: 0.8 } as const;
/** Boxes cut off hair and hats; in fractions of the area's height. */
const ABOVE = 0.1;
const NO_POINT = { x: 0, y: 0 };

/** Areas of the heads of people, without those in which a face is found. Pure. @returns fractions of the picture */
export function hiddenHeads(
  detections: readonly Detection[],
  faces: readonly Face[],
  picture: Pick<RgbImage, 'width' | 'height'>,
): Face[] {
  return detections
    .filter(isPerson)
    .filter(({ height }) => height * picture.height >= MIN_PERSON_PIXELS)
    .map((person) => headOf(person, picture))
    .filter((head) => !faces.some((face) => isInside(face, head)));
}

/** Whether the center of a face is in a person. Pure. */
export function isOfPerson(face: Face, detections: readonly Detection[]): boolean {
  return detections.some((detection) => isPerson(detection) && isInside(face, detection));
}

function isPerson({ label }: Detection): boolean {
  return label === 'person';
}

/** Landmarks are unknown. */
function headOf(person: Detection, picture: Pick<RgbImage, 'width' | 'height'>): Face {
  const [across, down] = [person.width * picture.width, person.height * picture.height];
  const width = Math.min(ACROSS.width * across, ACROSS.height * down) / picture.width;
  const height = Math.min(DOWN.height * down, DOWN.width * across) / picture.height;
  return {
    confidence: person.confidence,
    x: person.x + (person.width - width) / 2,
    y: person.y - ABOVE * height,
    width,
    height,
    landmarks: [NO_POINT, NO_POINT, NO_POINT, NO_POINT],
  };
}

function isInside(face: Face, area: Omit<Detection, 'label' | 'confidence'>): boolean {
  const [x, y] = [face.x + face.width / 2, face.y + face.height / 2];
  return x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height;
}
