import { create } from 'zustand';

/** The picture that was dropped, pasted, chosen, or captured; it is not part of the address. */
export interface Picture {
  file: File;
  /** Object URL. */
  url: string;
  /** Video and time in seconds of a captured frame; null for an own picture. */
  frame: { jobId: string; time: number } | null;
}

/** Extensions for files without a media type. */
const PICTURES = /\.(jpe?g|png|webp|gif|tiff?|avif)$/i;

export const usePicture = create<{ picture: Picture | null }>(() => ({ picture: null }));

/** Whether a file is a picture, by its type or name. */
export function isPicture({ type, name }: File): boolean {
  return type.startsWith('image/') || PICTURES.test(name);
}

/** Searches with another picture. @param frame where a captured one is from */
export function setPicture(file: File, frame: Picture['frame'] = null): void {
  const before = usePicture.getState().picture;
  if (before) URL.revokeObjectURL(before.url);
  usePicture.setState({ picture: { file, url: URL.createObjectURL(file), frame } });
}
