/** Models of Ollama's library (https://ollama.com/library) that suit Reelscope. Ollama itself installs them. */
export const OLLAMA_MODELS = [
  { name: 'qwen2.5vl:3b', task: 'vision', note: 'Describes pictures; runs on 8 GB of memory.' },
  { name: 'moondream', task: 'vision', note: 'Describes pictures; the smallest.' },
  { name: 'gemma3:4b', task: 'vision', note: 'Describes pictures and writes, in many languages.' },
  { name: 'llama3.2:3b', task: 'language', note: 'Summaries and answers; quick.' },
  { name: 'qwen2.5:7b', task: 'language', note: 'Summaries and answers in many languages; 8 GB of memory.' },
] as const;
