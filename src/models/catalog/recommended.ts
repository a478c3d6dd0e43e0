import { totalmem } from 'node:os';
import type { SpeechTier } from '../../contract/models.ts';

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

/** Memory below which Whisper small, or base, leaves too little for the rest of an analysis. */
const MIN_MEMORY_SMALL = 6e9;
const MIN_MEMORY_BASE = 3e9;

export function thisMachine(): Machine {
  return { memoryBytes: totalmem(), hasMetal: process.platform === 'darwin' && process.arch === 'arm64' };
}

/**
 * Speech models that suit a language and a computer, from fast to accurate. A tier that would repeat the model of a
 * faster one is left out. Pure. @param language ISO 639-1 code; null to detect it
 */
export function recommendSpeechModels(language: string | null, { memoryBytes, hasMetal }: Machine): RecommendedModel[] {
  const onProcessor = (size: string) => `whisper-${size}${language === 'en' ? '.en' : ''}-int8`;
  const balanced = onProcessor(memoryBytes < MIN_MEMORY_BASE ? 'tiny' : 'base');
  const best = memoryBytes < MIN_MEMORY_SMALL ? balanced : onProcessor('small');
  const models: RecommendedModel[] = [
    { tier: 'balanced', id: balanced },
    { tier: 'fast', id: onProcessor('tiny') },
    // The only one whose speed depends on a GPU.
    { tier: 'best', id: hasMetal && memoryBytes >= MIN_MEMORY_SMALL ? 'whisper-large-v3-turbo-q5_0' : best },
  ];
  const distinct = models.filter(({ id }, index) => models.findIndex((other) => other.id === id) === index);
  return TIERS.flatMap((tier) => distinct.filter((model) => model.tier === tier));
}

const TIERS: readonly SpeechTier[] = ['fast', 'balanced', 'best'];

/** Catalog id of the model to install first. */
export function recommendedSpeechModel(language: string | null): string {
  return recommendSpeechModels(language, thisMachine()).find(({ tier }) => tier === 'balanced')!.id;
}
