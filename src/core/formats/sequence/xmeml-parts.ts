import { canDrop, type FrameRate } from '../frame-rate.ts';
import { escapeMarkup } from '../markers.ts';
import { nominalRate, timecode } from '../timecode.ts';

/** An element: its content as text or as elements, of which those that don't apply are left out. */
export function element(tag: string, content: string | number | readonly (string | false)[], attributes = ''): string {
  const name = attributes === '' ? tag : `${tag} ${attributes}`;
  if (!Array.isArray(content)) return `<${name}>${escapeMarkup(String(content))}</${tag}>`;
  return [`<${name}>`, ...content.filter((part) => part !== false), `</${tag}>`].join('\n');
}

/** A rate: whole frames per second, and whether they are 1000/1001 of them. */
export function rateElement(rate: FrameRate): string {
  return element('rate', [
    element('timebase', nominalRate(rate)),
    element('ntsc', rate.den === 1001 ? 'TRUE' : 'FALSE'),
  ]);
}

/** Timecode of a first frame. */
export function timecodeElement(frame: number, rate: FrameRate): string {
  return element('timecode', [
    rateElement(rate),
    element('string', timecode(frame, rate)),
    element('frame', frame),
    element('displayformat', rate.drop && canDrop(rate) ? 'DF' : 'NDF'),
  ]);
}

/** Characteristics of a picture; its size where it is known. */
export function pictureElement(rate: FrameRate, { width, height }: { width: number; height: number }): string {
  return element('samplecharacteristics', [
    rateElement(rate),
    ...(width > 0 && height > 0 ? [element('width', width), element('height', height)] : []),
    element('pixelaspectratio', 'square'),
    element('fielddominance', 'none'),
  ]);
}

/** Characteristics of sound in an editing project. */
export function soundElement(): string {
  return element('samplecharacteristics', [element('depth', 16), element('samplerate', 48_000)]);
}
