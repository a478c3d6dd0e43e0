import { ReelscopeError } from '../../contract/errors.ts';
import { Blur } from '../../contract/library/blur.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Formats with pictures that can be blurred. */
const CLIP_FORMATS: readonly string[] = ['mp4', 'zip'];

/**
 * Faces to blur as an export states them; undefined for none.
 * @throws ReelscopeError `invalid_request` for people without need or missing, or a file without pictures to blur
 */
export function blurOfQuery({
  format,
  blur: faces,
  blur_people,
}: {
  format: string;
  blur?: Blur['faces'] | undefined;
  blur_people?: string | undefined;
}): Blur | undefined {
  if (faces === undefined && blur_people === undefined) return undefined;
  if (!CLIP_FORMATS.includes(format)) throw new ReelscopeError('invalid_request', sentence('clip.blur'));
  const chosen = Blur.safeParse({ faces, ...(blur_people !== undefined && { person_ids: blur_people.split(',') }) });
  if (!chosen.success) throw new ReelscopeError('invalid_request', sentence('clip.blur-people'));
  return chosen.data;
}
