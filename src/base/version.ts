/** Version by Semantic Versioning 2.0.0, without build metadata, which has no precedence. */
interface Version {
  numbers: readonly [major: number, minor: number, patch: number];
  /** Identifiers of a prerelease; empty for a release. */
  prerelease: readonly string[];
}

const VERSION =
  /^v?(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]{1,40}(?:\.[0-9A-Za-z-]{1,40}){0,8}))?(?:\+[0-9A-Za-z.-]{1,400})?$/;

/** Parses a version such as `1.2.3`, `v1.2.3`, or `1.3.0-beta.2`. Returns undefined for other text. */
function parse(text: string): Version | undefined {
  const [, major, minor, patch, prerelease] = VERSION.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [Number(major), Number(minor), Number(patch)], prerelease: prerelease?.split('.') ?? [] };
}

export function isVersion(text: string): boolean {
  return parse(text) !== undefined;
}

/**
 * Whether a published version is to be offered to those who run another one: if it is newer, and no prerelease unless
 * they run one themselves. False for text that is no version.
 */
export function isUpdate(published: string, running: string): boolean {
  const [a, b] = [parse(published), parse(running)];
  if (!a || !b || (a.prerelease.length > 0 && b.prerelease.length === 0)) return false;
  return compare(a, b) > 0;
}

/** Precedence of versions (section 11 of Semantic Versioning): positive when `a` is newer. */
function compare(a: Version, b: Version): number {
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - b.numbers[index]!;
    if (difference !== 0) return difference;
  }
  // A release is newer than its prereleases.
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length;
  for (const [index, identifier] of a.prerelease.entries()) {
    const other = b.prerelease[index];
    if (other === undefined) return 1;
    const difference = compareIdentifiers(identifier, other);
    if (difference !== 0) return difference;
  }
  return a.prerelease.length - b.prerelease.length;
}

/** Numbers compare as numbers, and are older than words, which compare by their characters. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOtherNumber) return Number(a) - Number(b);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
