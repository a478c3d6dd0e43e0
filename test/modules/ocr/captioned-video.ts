import type { MediaConsumer } from '../../../src/media/frames.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { writeMedia } from '../../fixtures/media.ts';
import type { Picture } from '../../fixtures/media-spec.ts';
import { drawText, type TextSpec } from '../../models/ocr/bitmap-text.ts';

/** A text with the time (seconds) during which it is shown. */
export interface Caption extends TextSpec {
  from: number;
  to: number;
}

const FRAME_RATE = 10;

/** Writes an H.264 video of a background with captions. */
export async function writeCaptionedVideo(
  path: string,
  seconds: number,
  background: (frame: number) => Picture,
  captions: readonly Caption[],
): Promise<void> {
  const pictures: Picture[] = [];
  for (let frame = 0; frame < seconds * FRAME_RATE; frame++) {
    const visible = captions.filter(({ from, to }) => frame >= from * FRAME_RATE && frame < to * FRAME_RATE);
    pictures.push(await drawText(background(frame), visible));
  }
  const { width, height } = pictures[0]!;
  await writeMedia(path, { video: { width, height, frameRate: FRAME_RATE, pictures, crf: 26 } });
}

/** Feeds a video to a module's run the way the pipeline does. */
export async function passOver(path: string, run: MediaConsumer): Promise<void> {
  await runMediaPass(path, [run]);
}
