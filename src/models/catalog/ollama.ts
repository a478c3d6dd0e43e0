/** Recommended models from Ollama's library (https://ollama.com/library), installed with Ollama. */
export const OLLAMA_MODELS = [
  { name: 'qwen2.5vl:3b', task: 'vision', note: 'Describes images; runs on 8 GB of memory.' },
  { name: 'moondream', task: 'vision', note: 'Describes images; the smallest.' },
  { name: 'gemma3:4b', task: 'vision', note: 'Describes images and writes text in many languages.' },
  { name: 'llama3.2:3b', task: 'language', note: 'Summaries and answers; fast.' },
  { name: 'qwen2.5:7b', task: 'language', note: 'Summaries and answers in many languages; 8 GB of memory.' },
] as const;
