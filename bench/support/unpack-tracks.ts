import { type PackedTrack, readBoxes } from '../../src/db/people/boxes.ts';
import { toBlob } from '../../src/db/vectors/binary-codes.ts';

/** Returns tracks of an artifact of the module `people` with their boxes as objects. */
export const unpackTracks = <Track extends PackedTrack>(tracks: readonly Track[]) =>
  tracks.map(({ boxes, ...track }) => ({ ...track, boxes: readBoxes(toBlob(boxes)) }));
