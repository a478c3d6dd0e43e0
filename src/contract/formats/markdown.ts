import { formatPosition } from '../../base/time.ts';
import { MODULE_NAMES } from '../module-catalog.ts';
import { moduleTexts } from '../module-display.ts';
import type { Results } from '../results.ts';

/** A report for people: a heading for each module with findings, and under it a line for each segment. */
export function toMarkdown(results: Results): string {
  const parts = [`# ${plain(results.video_name)}`, `Length ${formatPosition(results.duration)}.`];
  for (const module of MODULE_NAMES) {
    const segments = results.segments.filter((segment) => segment.module === module);
    if (segments.length === 0) continue;
    const lines = segments.map((segment) => `- **[${formatPosition(segment.start_time)}]** ${plain(segment.content)}`);
    parts.push(`## ${moduleTexts(module).title}`, lines.join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

/** Text from a video is text, not markup. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~]/g, (mark) => `\\${mark}`);
}
