import { formatClock } from '../../base/time.ts';
import type { Results } from '../../contract/analysis/results.ts';
import { readTranscript } from '../transcript/paragraphs.ts';
import { speakerText } from '../transcript/speaker-text.ts';
import { oneLine } from './markers.ts';

/** The transcript as plain text: a paragraph a block, with its time and speaker, under the titles of chapters. */
export function toText(results: Results): string {
  const blocks = readTranscript(results.segments).flatMap(({ chapters, start, speaker, text }) => [
    ...chapters.map(({ content }) => oneLine(content)),
    `[${formatClock(start)}] ${speaker === undefined ? '' : `${oneLine(speakerText(speaker))}: `}${oneLine(text)}`,
  ]);
  return blocks.length === 0 ? '' : `${[results.video_name, ...blocks].join('\n\n')}\n`;
}
