import { z } from 'zod';

/** One face, followed through one shot. */
export interface FoundFaceTrack {
  /** Seconds. */
  startTime: number;
  endTime: number;
  /** Of the best detection, 0..1. */
  confidence: number;
  /** Of the template, 0..1. */
  quality: number;
  /** In time order; fractions of the frame. */
  boxes: { time: number; x: number; y: number; width: number; height: number }[];
  /** Unit vector; null if no frame shows the face well enough. */
  template: Float32Array<ArrayBuffer> | null;
  /** JPEG. */
  thumbnail: Uint8Array<ArrayBuffer> | null;
}

/** Head of a person whose face is not reported, or a face that is not sure, followed through one shot. */
export type HeadTrack = Pick<FoundFaceTrack, 'startTime' | 'endTime' | 'boxes'>;

/** Findings of the module `people` in a video; each by start. */
export interface FoundFaces {
  tracks: readonly FoundFaceTrack[];
  /** To be hidden with the faces. */
  heads: readonly HeadTrack[];
  /** Possible people, not sure enough to be hidden. */
  doubts: readonly HeadTrack[];
}

const PackedHead = z.object({
  startTime: z.number(),
  endTime: z.number(),
  /** Time in seconds, x, y, width, and height in fractions of the frame, per frame that was looked at. */
  boxes: z.instanceof(Float32Array),
});

const PackedFace = PackedHead.extend({
  confidence: z.number(),
  quality: z.number(),
  template: z.instanceof(Float32Array).nullable(),
  thumbnail: z.instanceof(Uint8Array).nullable(),
});

/** Part of {@link FoundFaces}; they are complete with the last part. */
export const PeopleArtifact = z.object({
  module: z.literal('people'),
  engine: z.string(),
  tracks: z.array(PackedFace),
  heads: z.array(PackedHead),
  doubts: z.array(PackedHead),
  isLast: z.boolean(),
});
type PeopleArtifact = z.infer<typeof PeopleArtifact>;

/** Tracks per part: a megabyte. */
const BATCH_SIZE = 100;

/**
 * Divides the face tracks of a video into parts of limited size; the rest goes with the last one. There is one even
 * without a track, which removes earlier ones.
 * @param engine as `id@version`
 */
export function* toPeopleArtifacts(engine: string, { tracks, heads, doubts }: FoundFaces): Generator<PeopleArtifact> {
  for (let at = 0; at === 0 || at < tracks.length; at += BATCH_SIZE) {
    const isLast = at + BATCH_SIZE >= tracks.length;
    yield {
      module: 'people',
      engine,
      tracks: tracks.slice(at, at + BATCH_SIZE).map(packed),
      heads: isLast ? heads.map(packed) : [],
      doubts: isLast ? doubts.map(packed) : [],
      isLast,
    };
  }
}

function packed<Track extends HeadTrack>({ boxes, ...track }: Track) {
  const numbers = boxes.flatMap(({ time, x, y, width, height }) => [time, x, y, width, height]);
  return { ...track, boxes: Float32Array.from(numbers) };
}
