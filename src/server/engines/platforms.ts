/** Native parts of Reelscope that are built per system. */
export type NativePart = 'ffmpeg' | 'sqlite' | 'sqlite-vec' | 'onnxruntime' | 'whisper.cpp';

/** Systems by Node's platform and processor; `linuxmusl` is a Linux without glibc, such as Alpine. */
export const PLATFORMS = [
  'linux-x64',
  'linux-arm64',
  'linuxmusl-x64',
  'linuxmusl-arm64',
  'win32-x64',
  'win32-arm64',
  'darwin-arm64',
  'darwin-x64',
] as const;

export type Platform = (typeof PLATFORMS)[number];

/** Parts without a build per system, from the packages of package-lock.json (test/server/engines/platforms.test.ts). */
export const MISSING_PARTS: Readonly<Record<Platform, readonly NativePart[]>> = {
  'linux-x64': [],
  'linux-arm64': [],
  'linuxmusl-x64': ['ffmpeg', 'sqlite-vec', 'onnxruntime', 'whisper.cpp'],
  'linuxmusl-arm64': ['ffmpeg', 'sqlite-vec', 'onnxruntime', 'whisper.cpp'],
  'win32-x64': [],
  'win32-arm64': ['sqlite-vec'],
  'darwin-arm64': [],
  'darwin-x64': ['onnxruntime'],
};

/** Parts without which the library can't be opened or a video can't be read. */
const ESSENTIAL: readonly NativePart[] = ['ffmpeg', 'sqlite', 'sqlite-vec'];

/** Where to go instead on a system that lacks an essential part. */
const INSTEAD: Partial<Record<Platform, string>> = {
  'win32-arm64': 'Use the version for x64, which Windows on ARM runs.',
  'linuxmusl-x64': 'Use a distribution with glibc, or the container image (docs/scale.md).',
  'linuxmusl-arm64': 'Use a distribution with glibc, or the container image (docs/scale.md).',
};

/** Name of a system. @param isMusl whether Node was built without glibc */
export function platformName(platform: string, arch: string, isMusl: boolean): string {
  return `${platform}${platform === 'linux' && isMusl ? 'musl' : ''}-${arch}`;
}

/** Name of the system that this process runs on. */
export function thisPlatform(): string {
  const header = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return platformName(process.platform, process.arch, header?.header?.glibcVersionRuntime === undefined);
}

/** How far Reelscope works on a system, in one line. */
export function platformSupport(name: string): string {
  if (!(PLATFORMS as readonly string[]).includes(name)) return `${name}: not built for this system`;
  const missing = MISSING_PARTS[name as Platform];
  if (missing.length === 0) return `${name}: everything`;
  if (missing.some((part) => ESSENTIAL.includes(part)))
    return `${name}: does not start, ${missing.join(', ')} not available. ${INSTEAD[name as Platform] ?? ''}`.trim();
  return `${name}: no ${missing.join(', ')}, so no text recognition, objects, sounds, speech, or semantic search`;
}
