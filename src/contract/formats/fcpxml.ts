import type { Results } from '../results.ts';
import { fcpxmlDocument, fcpxmlTime } from './fcpxml-parts.ts';
import { canDrop, type FrameRate, frameAt } from './frame-rate.ts';
import { escapeMarkup, markersOf } from './markers.ts';

/** Frame size for formats that need it; 0 if unknown. */
export interface VideoSize {
  width: number;
  height: number;
}

/**
 * Final Cut Pro XML 1.9 (Apple, DTD of that version; also read by DaVinci Resolve and, through converters, Premiere): one
 * clip over the whole video, findings as markers and chapters as chapter markers on it. The file is named, not found:
 * the editing program asks where it is. Times are rational seconds on whole frames, as the format demands.
 */
export function toFcpxml(results: Results, rate: FrameRate, { width, height }: VideoSize): string {
  const time = (frames: number) => fcpxmlTime(frames, rate);
  const tcFormat = rate.drop && canDrop(rate) ? 'DF' : 'NDF';
  const last = Math.max(1, frameAt(results.duration, rate));
  const duration = time(last);
  const name = escapeMarkup(results.video_name);
  const size = width > 0 && height > 0 ? ` width="${width}" height="${height}"` : '';
  const markers = markersOf(results).map((marker) => {
    const start = Math.min(frameAt(marker.start, rate), last - 1);
    const at = `start="${time(start)}" duration="${time(1)}" value="${escapeMarkup(marker.name)}"`;
    return marker.module === 'chapters'
      ? `              <chapter-marker ${at} posterOffset="0s"/>`
      : `              <marker ${at} note="${[marker.module, ...(marker.citation ? [marker.citation] : [])].join(' ')}"/>`;
  });
  return fcpxmlDocument({
    name: results.video_name,
    resources: [
      `    <format id="r1" frameDuration="${time(1)}"${size}/>`,
      `    <asset id="r2" name="${name}" start="0s" duration="${duration}" hasVideo="1" hasAudio="1" format="r1">`,
      `      <media-rep kind="original-media" src="${escapeMarkup(encodeURIComponent(results.video_name))}"/>`,
      '    </asset>',
    ],
    duration,
    tcFormat,
    spine: [
      `            <asset-clip ref="r2" offset="0s" name="${name}" start="0s" duration="${duration}" format="r1" tcFormat="${tcFormat}">`,
      ...markers,
      '            </asset-clip>',
    ],
  });
}
