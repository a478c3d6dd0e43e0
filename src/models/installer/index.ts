export type { FreeBytes } from './files.ts';
export { findInstalled, type InstalledModel, listInstalled, modelFile } from './installed.ts';
export { Installer, type InstallerOptions, type InstallListener, type InstallState } from './installer.ts';
