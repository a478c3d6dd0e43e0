import type { Still } from '../../media/frames.ts';
import { confidenceFloor } from './plausible.ts';
import type { LineTrack } from './tracker.ts';

/** Seen in one moving still only, where more would have been due, a text must be surer than otherwise. */
const FLEETING_EXTRA = 0.08;
/** Seconds after which a text has finished fading or moving in, so that a still can serve as evidence. */
const SETTLE_SECONDS = 1;

/** A word that is known to be one is believed at this confidence. */
const KNOWN_WORD_FLOOR = 0.75;

export interface EvidenceOptions {
  /** Whether a text is a word that is known to be written on things, such as a brand. */
  isKnown(text: string): boolean;
  /** Keeps a still as evidence. */
  keepStill(still: Still): Promise<void>;
  /** Whether a line is worth evidence. */
  worthKeeping(text: string): boolean;
}

/** Selects stills as evidence of recognized text: one per line, shared by lines that are visible together. */
export class EvidenceSelector {
  readonly #options: EvidenceOptions;
  readonly #waiting = new Map<number, Still>();
  readonly #settled = new Set<number>();
  readonly #times = new Map<number, number>();

  constructor(options: EvidenceOptions) {
    this.#options = options;
  }

  /** Retains the newest still of each new line until the line has settled and its still is saved. */
  async watch(still: Still, tracks: Iterable<LineTrack>): Promise<void> {
    for (const track of tracks) {
      if (track.goneAt !== null || track.pending || this.#settled.has(track.id)) continue;
      const read = track.places.at(-1)!.time === still.time;
      if (read || !this.#waiting.has(track.id)) this.#waiting.set(track.id, still);
      if (still.time - track.start >= SETTLE_SECONDS) await this.#settle(track);
    }
  }

  /**
   * Instant (seconds) of the still that shows a line which has ended; null when none was worth keeping.
   * @param isText as judged at the end
   */
  async close(track: LineTrack, isText: boolean): Promise<number | null> {
    await this.#settle(track, isText);
    this.#waiting.delete(track.id);
    return this.#times.get(track.id) ?? null;
  }

  async #settle(track: LineTrack, isText = this.isText(track)): Promise<void> {
    const still = this.#waiting.get(track.id);
    if (!still || !isText) return;
    this.#waiting.delete(track.id);
    this.#settled.add(track.id);
    if (!this.#options.worthKeeping(track.votes.winner().text)) return;
    // A still kept for another line shows this one too, if it was visible then.
    const shared = [...this.#times.values()].findLast((time) => time >= track.start && time <= track.lastSeen);
    if (shared === undefined) await this.#options.keepStill(still);
    this.#times.set(track.id, shared ?? still.time);
  }

  /** Whether a track is text that somebody wrote, by all its readings. */
  isText({ votes, start, lastSeen, goneAt }: LineTrack): boolean {
    const { text, confidence } = votes.winner();
    const floor = confidenceFloor(text);
    const fleeting = votes.reads === 1 && lastSeen === start && goneAt !== null;
    const minConfidence = fleeting ? Math.max(floor, Math.min(floor + FLEETING_EXTRA, 0.97)) : floor;
    return confidence >= minConfidence || (confidence >= KNOWN_WORD_FLOOR && floor <= 1 && this.#options.isKnown(text));
  }
}
