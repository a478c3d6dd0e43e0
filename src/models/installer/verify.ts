import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { CatalogEntry } from '../catalog/index.ts';
import { hashesOf } from './files.ts';
import type { Pins } from './pins.ts';

/** Verifies model files against published checksums, or else against the first install. */
export interface Verifier {
  /** @throws ReelscopeError `conflict` if the checksum differs */
  check(entry: CatalogEntry, path: string, file: string, signal?: AbortSignal): Promise<{ sha256: string }>;
  /** Pins the checksums that are not published. */
  remember(entry: CatalogEntry, sums: ReadonlyMap<string, string>): Promise<void>;
}

export function createVerifier(pins: Pins): Verifier {
  return {
    async check(entry, path, file, signal) {
      const found = await hashesOf(file, signal);
      const { hash } = entry.files.find((candidate) => candidate.path === path)!;
      const expected = hash?.hex ?? (await pins.get(entry.id, path));
      const got = found[hash?.algorithm ?? 'sha256'];
      if (expected !== undefined && got !== expected) {
        throw new ReelscopeError('conflict', sentence('install.checksum', { path }), {
          details: { expected, found: got, source: hash ? 'published' : 'first install' },
        });
      }
      return { sha256: found.sha256 };
    },
    async remember(entry, sums) {
      const open = entry.files.filter((file) => file.hash === null).map((file) => file.path);
      if (open.length > 0) await pins.set(entry.id, new Map([...sums].filter(([path]) => open.includes(path))));
    },
  };
}
