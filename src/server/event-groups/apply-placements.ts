import type { EventRecordingView, RecordingPlace } from '../../db/repositories/event-groups.ts';
import type { SoundSource } from '../library/sound-sync.ts';

/** Place of a recording by its sound; see core/sync/align.ts. */
interface SoundPlacement {
  place: { offset: number; driftPpm: number; confidence: number } | null;
  hasSound: boolean;
}

/**
 * Places by sound, by video. What was set by hand stays, and so does the zero of the clock: the recordings that
 * were placed before keep their places as a whole. Pure.
 * @param placements in the order of `sources`
 */
export function applyPlacements(
  before: readonly EventRecordingView[],
  sources: readonly SoundSource[],
  placements: readonly SoundPlacement[],
): Map<number, RecordingPlace> {
  const known = new Map(before.map((view) => [view.videoId, view]));
  const isByHand = (videoId: number) => {
    const view = known.get(videoId);
    return view?.leftOut === 'by_hand' || (view !== undefined && view.offsetMs !== null && view.confidence === null);
  };
  const moves = sources.flatMap(({ video: { id } }, i) => {
    const [old, place] = [known.get(id)?.offsetMs ?? null, placements[i]!.place];
    return old === null || !place ? [] : [{ by: old - place.offset * 1000, isByHand: isByHand(id) }];
  });
  // Those that a user has corrected say less about the clock of the others.
  const trusted = moves.some((move) => !move.isByHand) ? moves.filter((move) => !move.isByHand) : moves;
  const sorted = trusted.map(({ by }) => by).sort((a, b) => a - b);
  const shift = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return new Map(
    sources.map(({ video: { id }, guess }, i): [number, RecordingPlace] => {
      const { place, hasSound } = placements[i]!;
      const statedMs = guess === null ? null : guess * 1000;
      if (isByHand(id)) return [id, { statedMs }];
      return [
        id,
        {
          offsetMs: place && place.offset * 1000 + shift,
          driftPpm: place?.driftPpm ?? 0,
          confidence: place?.confidence ?? null,
          leftOut: place ? null : hasSound ? 'no_match' : 'no_sound',
          statedMs,
        },
      ];
    }),
  );
}
