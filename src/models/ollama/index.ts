export { maxImagesPerRequest } from './budget.ts';
export { OllamaFailure, type OllamaFailureKind } from './failure.ts';
export { CAPABILITIES, type Capability, type OllamaModel, type OllamaStatus } from './model-registry.ts';
export { type OllamaOptions, type OllamaServer, openOllama } from './server.ts';
export type { OllamaSettings } from './settings.ts';
