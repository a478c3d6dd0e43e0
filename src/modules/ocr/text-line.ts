import type { Reading, RgbImage } from '../../models/ocr/index.ts';
import type { Area } from './area.ts';

/** A line read in one still. */
export interface LineSighting {
  reading: Reading;
  /** Fractions of the frame. */
  box: Area;
  /** The still. */
  image?: RgbImage;
}

/** A line of text with the time during which it can be read. */
export interface TextLine {
  text: string;
  confidence: number;
  start: number;
  end: number;
  /** Where it was, in time order. */
  places: readonly { time: number; box: Area }[];
  /** Instant of the still that was kept as evidence. */
  stillTime: number | null;
  /** Whether another text was in its place immediately before, or immediately after. */
  follows?: boolean;
  followed?: boolean;
  /** Further times (seconds) at which a ticker showed it; undefined for other text. */
  repetitions?: readonly { start: number; end: number }[];
}
