import { totalmem } from 'node:os';
import type { SpeechTier } from '../../contract/system/models.ts';
import { BUNDLED_SPEECH_MODEL } from '../speech/bundled.ts';

/** Properties of a computer that decide which speech models suit it. */
export interface Machine {
  memoryBytes: number;
  /** Whether a GPU is certain to be usable: Metal on Apple silicon. */
  hasMetal: boolean;
}

export interface RecommendedModel {
  tier: SpeechTier;
  /** Catalog id. */
  id: string;
}

/** Memory below which Whisper small leaves too little for the rest of an analysis. */
const MIN_MEMORY_SMALL = 6e9;

export function thisMachine(): Machine {
  return { memoryBytes: totalmem(), hasMetal: process.platform === 'darwin' && process.arch === 'arm64' };
}

/**
 * Speech models that suit a language and a computer, from fast to accurate: the bundled one, and more accurate ones to
 * install. Pure. @param language ISO 639-1 code; null to detect it
 */
export function recommendSpeechModels(language: string | null, { memoryBytes, hasMetal }: Machine): RecommendedModel[] {
  const models: RecommendedModel[] = [{ tier: 'fast', id: BUNDLED_SPEECH_MODEL }];
  if (memoryBytes < MIN_MEMORY_SMALL) return models;
  models.push({ tier: 'balanced', id: `whisper-small${language === 'en' ? '.en' : ''}-int8` });
  // The only one whose speed depends on a GPU.
  if (hasMetal) models.push({ tier: 'best', id: 'whisper-large-v3-turbo-q5_0' });
  return models;
}
