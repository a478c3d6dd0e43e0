import { create } from 'zustand';

/** The image that was dropped, pasted, chosen, or captured; it is not part of the address. */
export interface SearchImage {
  file: File;
  /** Object URL. */
  url: string;
  /** Video and time in seconds of a captured frame; null for an image from outside. */
  frame: { jobId: string; time: number } | null;
}

/** Extensions for files without a media type. */
const IMAGES = /\.(jpe?g|png|webp|gif|tiff?|avif)$/i;

export const useSearchImage = create<{ image: SearchImage | null }>(() => ({ image: null }));

/** Whether a file is an image, by its type or name. */
export function isImage({ type, name }: File): boolean {
  return type.startsWith('image/') || IMAGES.test(name);
}

/** Searches with another image. @param frame where a captured one is from */
export function setSearchImage(file: File, frame: SearchImage['frame'] = null): void {
  const before = useSearchImage.getState().image;
  if (before) URL.revokeObjectURL(before.url);
  useSearchImage.setState({ image: { file, url: URL.createObjectURL(file), frame } });
}
