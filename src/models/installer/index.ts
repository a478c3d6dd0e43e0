export type { InstalledModel } from './installed.ts';
export { Installer, type InstallerOptions, type InstallState } from './installer.ts';
