/**
 * Reader of programs and libraries of macOS: what they need to be loaded, and from which macOS on. Format:
 * `mach-o/loader.h` and `mach-o/fat.h`. Pure, so that a package for macOS is checked on every system.
 */
export interface MachOFile {
  arch: 'x64' | 'arm64';
  /** Paths of the libraries that must be there; `@rpath`, `@loader_path` and `@executable_path` as written. */
  libraries: readonly string[];
  /** Folders that stand for `@rpath`, in the order in which they are searched. */
  rpaths: readonly string[];
  /** First macOS that the file is built for, major and minor; null when it doesn't say. */
  minimumSystem: readonly [number, number] | null;
}

const MAGIC_64 = 0xfeedfacf;
const FAT_MAGIC = 0xcafebabe;
const PROCESSORS: Readonly<Record<number, MachOFile['arch']>> = { 16777223: 'x64', 16777228: 'arm64' };
const HEADER_BYTES = 32;
const FAT_ENTRY_BYTES = 20;
/** More slices than any program has; the magic number is also that of Java classes. */
const MAX_SLICES = 8;
const LC_LOAD_DYLIB = 0xc;
const LC_REEXPORT_DYLIB = 0x8000001f;
const LC_RPATH = 0x8000001c;
const LC_VERSION_MIN_MACOSX = 0x24;
const LC_BUILD_VERSION = 0x32;

/**
 * Reads the load commands of each processor's part of a file. Weakly linked libraries may be missing, so they are not
 * listed.
 * @returns an empty list when the content is not a program or library of macOS
 * @throws RangeError when the file is cut off, Error when it is for an unknown processor
 */
export function readMachO(file: Buffer): MachOFile[] {
  if (file.length < HEADER_BYTES) return [];
  if (file.readUInt32LE(0) === MAGIC_64) return [readPart(file)];
  if (file.readUInt32BE(0) !== FAT_MAGIC || file.readUInt32BE(4) > MAX_SLICES) return [];
  return Array.from({ length: file.readUInt32BE(4) }, (_, index) => {
    const entry = 8 + index * FAT_ENTRY_BYTES;
    const offset = file.readUInt32BE(entry + 8);
    return readPart(file.subarray(offset, offset + file.readUInt32BE(entry + 12)));
  });
}

function readPart(file: Buffer): MachOFile {
  const processor = file.readUInt32LE(4);
  const arch = PROCESSORS[processor];
  if (!arch) throw new Error(`Unknown processor 0x${processor.toString(16)}.`);
  const libraries: string[] = [];
  const rpaths: string[] = [];
  let minimumSystem: readonly [number, number] | null = null;
  const count = file.readUInt32LE(16);
  for (let index = 0, at = HEADER_BYTES; index < count; index++, at += file.readUInt32LE(at + 4)) {
    const text = () => {
      const start = at + file.readUInt32LE(at + 8);
      return file.toString('utf8', start, file.indexOf(0, start));
    };
    switch (file.readUInt32LE(at)) {
      case LC_LOAD_DYLIB:
      case LC_REEXPORT_DYLIB:
        libraries.push(text());
        break;
      case LC_RPATH:
        rpaths.push(text());
        break;
      case LC_VERSION_MIN_MACOSX:
        minimumSystem = versionOf(file.readUInt32LE(at + 8));
        break;
      case LC_BUILD_VERSION:
        minimumSystem = versionOf(file.readUInt32LE(at + 12));
        break;
    }
  }
  return { arch, libraries, rpaths, minimumSystem };
}

/** Versions are stored as 16 bits major, 8 bits minor, 8 bits patch. */
function versionOf(packed: number): readonly [number, number] {
  return [packed >>> 16, (packed >>> 8) & 0xff];
}
