import { createHash } from 'node:crypto';
import type { BundleManifest } from '../../contract/bundles/manifest.ts';
import { jsonForm, type ReportSignature, signedBundleMessage, signedParts } from '../../contract/evidence/signature.ts';
import { fingerprintOf, type InstallationKey, isSignatureOf } from '../evidence/installation-key.ts';

/** Signs the manifest of a bundle, which holds the hashes of all other entries. */
export function signManifest<Manifest extends Omit<BundleManifest, 'signature'>>(
  manifest: Manifest,
  key: Pick<InstallationKey, 'signBundle'>,
): Manifest & { signature: ReportSignature } {
  return { ...manifest, signature: key.signBundle(hashOf(jsonForm(manifest))) };
}

/**
 * Returns the fingerprint of the installation that signed a manifest; null for one without a signature, undefined for
 * one whose signature is not of this text.
 */
export function manifestSigner(text: string): string | null | undefined {
  const parts = signedParts(text);
  if (!parts) return 'signature' in (JSON.parse(text) as object) ? undefined : null;
  const { form, signature } = parts;
  return isSignatureOf(signature, signedBundleMessage(hashOf(form))) ? fingerprintOf(signature.public_key) : undefined;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
