export { addonVersion } from './addon.ts';
export { type EngineParts, engineInfo, loadSpeechEngine, type SpeechModel } from './engine.ts';
export { readSpeechModel } from './model-file.ts';
export type { Heard, HearingOptions, SpeechEngine } from './recogniser.ts';
export type { HeardWord } from './tokens.ts';
