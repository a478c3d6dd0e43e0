import { sentence } from '../../core/texts/sentence.ts';
/** Recommended models from Ollama's library (https://ollama.com/library), installed with Ollama. */
export const OLLAMA_MODELS = [
  { name: 'qwen2.5vl:3b', task: 'vision', note: sentence('model-note.ollama-images-8gb') },
  { name: 'moondream', task: 'vision', note: sentence('model-note.ollama-images-small') },
  { name: 'gemma3:4b', task: 'vision', note: sentence('model-note.ollama-images-text') },
  { name: 'llama3.2:3b', task: 'language', note: sentence('model-note.ollama-text') },
  { name: 'qwen2.5:7b', task: 'language', note: sentence('model-note.ollama-text-languages') },
] as const;
