export { transcription } from './module.ts';
