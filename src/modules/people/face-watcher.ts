import { roundSeconds } from '../../base/time.ts';
import type { LumaFrame, Still } from '../../media/frames.ts';
import type { Face, FaceEngine } from '../../models/faces/index.ts';
import type { Detection, ObjectEngine } from '../../models/objects/index.ts';
import type { ModuleContext } from '../module.ts';
import { CutMeter, compareGrids, type LumaGrid, lumaGridOf } from '../shared/vision/view-change.ts';
import type { FoundFaces, FoundFaceTrack, HeadTrack } from './artifact.ts';
import { type FaceTrack, qualityOf } from './face-track.ts';
import { FaceTracker, MIN_CONFIDENCE } from './face-tracker.ts';
import { HeadWatcher, isHidden, MIN_HIDDEN_CONFIDENCE, otherFaces } from './head-watcher.ts';
import { hiddenHeads, isOfPerson, MIN_PERSON_CONFIDENCE } from './heads.ts';
import { faceThumbnail } from './thumbnail.ts';

/**
 * Seconds between two looks at a picture that changes: also without a face in sight, since one may run through it in
 * half a second.
 */
export const LOOK_SECONDS = 0.25;
/** Seconds between two looks for people, which take longer; heads are held for more than that. */
const PEOPLE_SECONDS = 0.75;
/** Tolerance in seconds: other modules may request stills at other intervals. */
const SLACK_SECONDS = 0.03;
/** Quality below which a face can't be compared with others. */
const MIN_QUALITY = 0.05;

/** Change of the shot: when its last frame disappeared, and when the first one of the next appeared. */
type Cut = { gone: number; came: number } | null;

/** Looks for faces: at once after a cut, often while the picture changes, and never in an unchanged frame. */
export class FaceWatcher {
  looks = 0;
  readonly #engine: FaceEngine;
  readonly #objects: ObjectEngine;
  readonly #context: Pick<ModuleContext, 'signal'>;
  readonly #jumps = new CutMeter();
  readonly #tracker = new FaceTracker();
  readonly #heads = new HeadWatcher();
  #peopleTime = Number.NEGATIVE_INFINITY;
  /** Faces in the last still that was searched for them: those followed, and all, also those that are not sure. */
  #sights: ReturnType<FaceTracker['observe']> = [];
  #faces: readonly Face[] = [];
  #last: { time: number; grid: LumaGrid } | null = null;
  #end = 0;

  constructor(engine: FaceEngine, objects: ObjectEngine, context: Pick<ModuleContext, 'signal'>) {
    this.#engine = engine;
    this.#objects = objects;
    this.#context = context;
  }

  onLuma(frame: LumaFrame): void {
    this.#jumps.onLuma(frame);
    this.#end = frame.time + frame.duration;
  }

  async onStill(still: Still): Promise<void> {
    const { time } = still;
    const grid = lumaGridOf(still);
    const change = this.#last ? compareGrids(this.#last.grid, grid) : 'other';
    if (this.#last && change === 'same') {
      this.#jumps.take();
      this.#tracker.hold(time);
      // Somebody may have come to rest since the last look for people.
      if (this.#peopleTime < this.#last.time) await this.#findPeople(still, null);
      else this.#heads.hold(time);
      return;
    }
    const jumps = this.#jumps.take();
    const isDue = !this.#last || time - this.#last.time >= LOOK_SECONDS - SLACK_SECONDS;
    if (change === 'moved' && !isDue && !jumps) return;
    const cut = jumps
      ? { gone: jumps.first, came: jumps.last }
      : change === 'other'
        ? { gone: time, came: time }
        : null;
    this.#faces = await this.#engine.detect(still, MIN_HIDDEN_CONFIDENCE, this.#context.signal);
    this.looks++;
    this.#last = { time, grid };
    const sure = this.#faces.filter(({ confidence }) => confidence >= MIN_CONFIDENCE);
    const sights = this.#tracker.observe(time, cut, sure);
    this.#sights = sights;
    // More rarely than faces, since it takes longer.
    if (cut || time - this.#peopleTime >= PEOPLE_SECONDS - SLACK_SECONDS) await this.#findPeople(still, cut);
    else this.#heads.observe(time, null, otherFaces(this.#faces, this.#reported()));
    await this.#describe(still, sights);
  }

  /** Finds people, small faces, and the heads of people without a face, in a still whose faces were found. */
  async #findPeople(still: Still, cut: Cut): Promise<void> {
    const { time } = still;
    const { signal } = this.#context;
    const people = await this.#detectPeople(still);
    for (const { track, face } of this.#sights) {
      track.isCompared = true;
      track.isOfPerson ||= isOfPerson(face, people);
    }
    const reported = this.#reported();
    const isEmpty = people.length === 0 && this.#faces.length === 0;
    const small = isEmpty ? [] : await this.#engine.detectSmall(still, MIN_HIDDEN_CONFIDENCE, signal);
    const weak = otherFaces(this.#faces, reported);
    const faces = [...weak, ...otherFaces(small, [...reported, ...weak])];
    const heads = hiddenHeads(people, [...reported, ...faces.filter(isHidden)], still);
    this.#heads.observe(time, cut, [...faces, ...heads]);
    this.#peopleTime = time;
  }

  /** Small people are only looked for if there may be some, since that takes four times as long. */
  async #detectPeople(still: Still): Promise<Detection[]> {
    const { signal } = this.#context;
    const large = this.#faces.length > 0 ? null : await this.#objects.detectLarge(still, MIN_PERSON_CONFIDENCE, signal);
    const seen = large?.every(({ label }) => label !== 'person')
      ? large
      : await this.#objects.detect(still, MIN_PERSON_CONFIDENCE, signal);
    return seen.filter(({ label }) => label === 'person');
  }

  /** Faces of the last still that are reported. Others must be hidden, though their tracks may be dropped. */
  #reported(): Face[] {
    return this.#sights.filter(({ track }) => this.#tracker.isKept(track)).map(({ face }) => face);
  }

  /** Call it once, at the end. */
  finish(): FoundFaces {
    const tracks = this.#tracker.finish(this.#end);
    const { heads, doubts } = this.#heads.finish(this.#end);
    const implausible = tracks.filter(({ isPlausible }) => !isPlausible);
    return {
      tracks: tracks.filter(({ isPlausible }) => isPlausible).map(toFound),
      heads: heads.map(timesAndBoxes),
      doubts: [...implausible, ...doubts].map(timesAndBoxes),
    };
  }

  async #describe(still: Still, sights: ReturnType<FaceTracker['observe']>): Promise<void> {
    const clear = sights
      .map((sight) => ({ ...sight, quality: qualityOf(sight.face, still.width, still.height) }))
      .filter(({ quality }) => quality >= MIN_QUALITY);
    const templates = await this.#engine.describe(
      still,
      clear.map(({ face }) => face),
    );
    for (const [i, { track: expected, face, quality }] of clear.entries()) {
      const template = templates[i]!;
      const track = expected.isLike(template, quality) ? expected : this.#tracker.divide(expected, still.time, face);
      if (!track.wants(still.time, quality)) continue;
      const isBest = track.add({ time: still.time, quality, template });
      if (isBest) track.thumbnail = faceThumbnail(still, face);
    }
    for (const { track, face } of sights) track.thumbnail ??= faceThumbnail(still, face);
  }
}

function timesAndBoxes({ start, end, places }: FaceTrack): HeadTrack {
  return {
    startTime: roundSeconds(start),
    endTime: roundSeconds(end),
    boxes: places.map(({ time, face: { x, y, width, height } }) => ({ time, x, y, width, height })),
  };
}

function toFound(track: FaceTrack): FoundFaceTrack {
  const template = track.template();
  return {
    ...timesAndBoxes(track),
    confidence: Math.min(1, track.confidence),
    quality: Math.min(1, track.quality),
    template: template && new Float32Array(template),
    thumbnail: track.thumbnail && new Uint8Array(track.thumbnail),
  };
}
