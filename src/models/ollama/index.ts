export { picturesThatFit } from './budget.ts';
export { CAPABILITIES, type Capability, type OllamaModel, type OllamaStatus } from './directory.ts';
export { OllamaFailure, type OllamaFailureKind } from './failure.ts';
export { type OllamaServer, type OllamaTools, openOllama } from './server.ts';
export type { OllamaSettings } from './settings.ts';
