import type { Decoding } from '../../contract/analysis/decoding.ts';
import type { ModuleInfo } from '../../contract/analysis/modules.ts';
import type { About } from '../../contract/system/about.ts';
import type { EngineOptions } from '../../contract/system/models.ts';
import type { Host } from './host.ts';

export type AboutService = ReturnType<typeof createAboutService>;

export interface AboutParts {
  host: Host;
  engineOptions: { get(): EngineOptions };
  modules(): Promise<ModuleInfo[]>;
  decoding(): Decoding | null;
  /** Key that signs reports. */
  key: { publicKey: string; fingerprint: string };
}

/** Version, license and diagnostic information about this installation. */
export function createAboutService({ host, engineOptions, modules, decoding, key }: AboutParts) {
  const { support } = host;
  const versions = () =>
    Object.fromEntries(Object.entries(support.versions).filter((entry): entry is [string, string] => !!entry[1]));
  return {
    get: (): About => ({
      version: host.version,
      host: host.name,
      system: `${process.platform} ${process.arch}`,
      runs_on: versions(),
      secrets_in: support.hasKeyring ? 'keyring' : 'file',
      decoding: decoding(),
      signing_key: { public_key: key.publicKey, fingerprint: key.fingerprint },
    }),

    /** Third-party license texts. */
    licenses: () => support.licenses(),

    /** Returns a zip of diagnostics without personal data. */
    async diagnostics(): Promise<Uint8Array> {
      const { diagnosticsZip } = await import('./diagnostics.ts');
      return diagnosticsZip({
        version: host.version,
        host: host.name,
        options: engineOptions.get(),
        modules: await modules(),
        decoding: decoding(),
        logs: await support.logs(),
        versions: support.versions,
        counts: { keyring: support.hasKeyring ? 1 : 0 },
      });
    },
  };
}
