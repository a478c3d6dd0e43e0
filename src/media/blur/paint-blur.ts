import type { Frame } from 'node-av/lib';
import type { Region } from '../../contract/search/visual.ts';
import type { Still } from '../frames.ts';
import type { Rotation } from '../geometry.ts';
import { type Area, coarsen } from './coarsen.ts';

/**
 * Blurs areas of a writable frame of 8-bit planar 4:2:0 (`AV_PIX_FMT_YUV420P`). @param areas fractions of `place`, in
 * its orientation
 */
export function blurFrame(frame: Frame, areas: readonly Region[], place: Area): void {
  const { data, linesize } = frame;
  if (!data) return;
  for (const region of areas) {
    const luma = evenArea(region, place, frame);
    const chroma = { left: luma.left / 2, top: luma.top / 2, width: luma.width / 2, height: luma.height / 2 };
    for (const [index, area] of [luma, chroma, chroma].entries()) {
      const [plane, stride] = [data[index], linesize[index]];
      if (plane && stride) coarsen({ data: plane, offset: 0, step: 1, stride }, area);
    }
  }
}

/** Blurs areas of an upright picture in place. */
export function blurStill({ rgb, width, height }: Omit<Still, 'time'>, areas: readonly Region[]): void {
  for (const region of areas) {
    const area = evenArea(region, { left: 0, top: 0, width, height }, { width, height });
    for (const offset of [0, 1, 2]) coarsen({ data: rgb, offset, step: 3, stride: width * 3 }, area);
  }
}

/** Turns a region of the upright frame back to the coded one, which is shown turned clockwise by `rotation`. Pure. */
export function codedRegion({ x, y, width, height }: Region, rotation: Rotation): Region {
  if (rotation === 90) return { x: y, y: 1 - x - width, width: height, height: width };
  if (rotation === 180) return { x: 1 - x - width, y: 1 - y - height, width, height };
  if (rotation === 270) return { x: 1 - y - height, y: x, width: height, height: width };
  return { x, y, width, height };
}

/** Even pixels that contain a region, inside the picture: chroma planes have half the size. */
function evenArea(region: Region, place: Area, picture: { width: number; height: number }): Area {
  const left = 2 * Math.floor((place.left + region.x * place.width) / 2);
  const top = 2 * Math.floor((place.top + region.y * place.height) / 2);
  const right = 2 * Math.ceil((place.left + (region.x + region.width) * place.width) / 2);
  const bottom = 2 * Math.ceil((place.top + (region.y + region.height) * place.height) / 2);
  return {
    left,
    top,
    width: Math.min(right, picture.width) - left,
    height: Math.min(bottom, picture.height) - top,
  };
}
