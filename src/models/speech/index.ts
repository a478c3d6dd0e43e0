export { readSpeechModel } from './model-file.ts';
export type { Recognition, RecognitionOptions, RecognizedWord, SpeechEngine } from './recognizer.ts';
export { addonVersion } from './whisper-cpp/addon.ts';
export { engineInfo, loadSpeechEngine, type SpeechModel } from './whisper-cpp/engine.ts';
