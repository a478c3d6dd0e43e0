export { maxImagesPerRequest } from './budget.ts';
export { OllamaFailure } from './failure.ts';

export { type OllamaOptions, type OllamaServer, openOllama } from './server.ts';
export type { OllamaSettings } from './settings.ts';
