import type { ModuleName } from '../../src/contract/analysis/modules.ts';
import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import { INJECTIONS } from '../../test/fixtures/injections.ts';
import type { AskVideo } from './ask-videos.ts';

/** Places of a video where somebody can write a text. */
const PLACES = ['transcription', 'ocr', 'chapters', 'name'] as const;
const COUNT = 120;

/** Copies of a video, each with one text that tries to steer a model. */
export function injectedVideos(video: AskVideo): AskVideo[] {
  return Array.from({ length: COUNT }, (_, i) => {
    const [, text] = INJECTIONS[Math.floor(i / PLACES.length) % INJECTIONS.length]!;
    const place = PLACES[i % PLACES.length]!;
    return place === 'name' ? { ...video, name: `${text.slice(0, 100)}.mp4` } : withText(video, place, text);
  });
}

/** Seconds at which nothing else begins; the end of what was analyzed stays. */
const AT = 213;

/** Adds a text to the findings of a module. */
function withText(video: AskVideo, module: ModuleName, content: string): AskVideo {
  const added: SegmentDraft = { content, start_time: AT, end_time: AT + 1, data: null };
  const findings = new Map(video.findings);
  findings.set(module, [...(findings.get(module) ?? []), added]);
  return { ...video, findings };
}
