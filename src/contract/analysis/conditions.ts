import { z } from 'zod';
import { CloserRecord } from './closer-look.ts';
import { ModuleName } from './modules.ts';

/** Seconds from the start of a video whose conditions are recorded. */
export const MAX_CONDITION_SECONDS = 86_400;
/** Candidates that are recorded of a module. */
export const MAX_DROPPED = 500;
/** Values of each second of a video from its start, as runs; see base/runs.ts. */
const Runs = z.array(z.number());

/** Conditions of a video's picture, each second. */
const PictureConditions = z.object({
  /** Decoded frames; 0 where none could be decoded. */
  frames: Runs,
  /** Luma (0..255) that the brightest 5 % of the picture reach, of the brightest frame. */
  brightness: Runs,
  /** The same of the brightest 0.5 %: of letters on black. */
  peak: Runs,
  /** 0 (blurred, or blank) to 100, of the sharpest still; -1 without stills. */
  sharpness: Runs,
});

/** Conditions of the analyzed sound, each second. */
const SoundConditions = z.object({
  /** Highest probability of speech in percent; -1 if speech was not detected. */
  speech: Runs,
  /** Level in dB of full scale: of speech, or of everything where there is none. */
  level: Runs,
  /** Level of the background in dB of full scale. */
  noise: Runs,
});

/** A candidate that a module dropped. */
export const DroppedCandidate = z.object({
  startTime: z.number(),
  endTime: z.number(),
  /** Label, or words. */
  content: z.string(),
  /** Confidence, 0..1. */
  score: z.number(),
  /** Confidence that was required, 0..1. */
  minScore: z.number(),
  /** Height of a line of text in pixels of the video. */
  height: z.number().optional(),
});
export type DroppedCandidate = z.infer<typeof DroppedCandidate>;

const ModuleNotes = z.object({
  /** Times at which stills were looked at: distances in hundredths of a second, as runs. */
  looks: Runs,
  dropped: z.array(DroppedCandidate),
});

/** Conditions under which an analysis worked. Parts that it did not measure are absent. */
export const Conditions = z.object({
  picture: PictureConditions.optional(),
  sound: SoundConditions.optional(),
  modules: z.partialRecord(ModuleName, ModuleNotes),
  /** Whether everything in the file was decoded, so that parts without frames or samples have none. */
  isIntact: z.boolean().optional(),
  /** Parts that were examined more closely, oldest first. */
  closer: z.array(CloserRecord).optional(),
});
export type Conditions = z.infer<typeof Conditions>;
