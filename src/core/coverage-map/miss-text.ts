import { formatClock } from '../../base/time.ts';
import { type LocalizedText, message } from '../../contract/message.ts';
import { sentence } from '../texts/sentence.ts';
import type { ExplainedMiss, Miss } from './explain.ts';

const percent = (share: number): number => Math.round(share * 100);

/** States why something was missed. Pure. @param minHeight height in pixels below which text is mostly not read */
export function missText(
  { module, start, end, text }: Miss,
  { reason, finding, dropped, track, recall, isPart }: ExplainedMiss,
  minHeight: number | null,
): LocalizedText {
  // Of an instant, the middle of its range.
  const time = formatClock((start + end) / 2);
  const name = message(`module.${module}`);
  switch (reason) {
    case 'found':
    case 'removed':
      return sentence(`coverage.miss.${reason}`, { content: finding!.content, time: formatClock(finding!.start) });
    case 'track_skipped':
      return sentence('coverage.miss.track_skipped', { track: track! });
    case 'unknown_label':
      return sentence('coverage.miss.unknown_label', { label: text ?? '' });
    case 'between_frames':
      return sentence('coverage.miss.between_frames', { module: name, start: seconds(start), end: seconds(end) });
    case 'too_small':
      return sentence('coverage.miss.too_small', { height: minHeight ?? 0 });
    case 'below_threshold': {
      const { content, score, minScore } = dropped!;
      const values = { score: percent(score), required: percent(minScore) };
      return content === ''
        ? sentence('coverage.miss.below_threshold', values)
        : sentence('coverage.miss.dropped', { content, ...values });
    }
    case 'not_recognized':
      return recall === null
        ? sentence('coverage.miss.not_recognized')
        : sentence('coverage.miss.not_recognized_recall', { recall: percent(recall) });
    case 'no_picture':
    case 'no_sound':
      return isPart ? sentence(`coverage.miss.${reason}_at`, { time }) : sentence(`coverage.miss.${reason}`);
    default:
      return sentence(`coverage.miss.${reason}`, { module: name, time });
  }
}

/** A time that distinguishes frames. */
const seconds = (time: number): string => `${Math.round(time * 100) / 100} s`;
