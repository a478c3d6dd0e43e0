import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Script } from '../../../models/accents/index.ts';
import { type Area, around } from '../area.ts';
import { boxOf } from '../segments.ts';

/** A line whose script is known and whose text is not legible. */
export interface UnreadLine {
  script: Script;
  /** Fractions of the frame. */
  box: Area;
}

interface Sight {
  script: Script;
  start: number;
  end: number;
  box: Area;
}

/** Gap (seconds) within which lines of one script are reported once. */
const JOINED_SECONDS = 2;

/** Collects when text was shown in a script that no reader here can read. */
export class UnreadScripts {
  readonly #sights: Sight[] = [];
  #open = new Map<Script, Sight>();

  /** Takes the illegible lines of a still. */
  observe(time: number, lines: readonly UnreadLine[]): void {
    this.carry(time);
    const byScript = Map.groupBy(lines, ({ script }) => script);
    const open = new Map<Script, Sight>();
    for (const [script, all] of byScript) {
      const box = around(all.map((line) => line.box));
      const earlier = this.#open.get(script) ?? this.#sights.findLast((sight) => sight.script === script);
      const continues = earlier && time - earlier.end <= JOINED_SECONDS;
      const sight = continues ? earlier : { script, start: time, end: time, box };
      if (!continues) this.#sights.push(sight);
      sight.end = time;
      open.set(script, sight);
    }
    this.#open = open;
  }

  /** The picture is unchanged until `time`, or ends then. */
  carry(time: number): void {
    for (const sight of this.#open.values()) sight.end = time;
  }

  /** One segment for each time during which text in a script was shown. */
  segments(): SegmentDraft[] {
    return this.#sights.map(({ script, start, end, box }) => {
      const { message, text } = sentence('script.unread', { script: sentence(`script.${script}`) });
      return {
        content: message,
        start_time: start,
        end_time: end,
        data: { boxes: [boxOf(box, start)], unread_script: script, text },
      };
    });
  }
}
