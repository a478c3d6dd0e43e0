/**
 * Reader of Windows programs and libraries (.exe, .dll, .node): what they need to be loaded. Format: Microsoft's “PE
 * Format” specification. Pure, so that a package for Windows is checked on every system (build/native).
 */
export interface PeFile {
  arch: 'x64' | 'arm64' | 'ia32';
  /** Version of the linker, major and minor. The Visual C++ runtime must be at least as new. */
  linker: readonly [number, number];
  /** Names of the libraries that Windows loads with this file, as written in it. */
  imports: readonly string[];
  /** Names of the libraries that are loaded at the first call of one of their functions. */
  delayed: readonly string[];
}

const MACHINES: Readonly<Record<number, PeFile['arch']>> = { 34404: 'x64', 43620: 'arm64', 332: 'ia32' };
const PE32_PLUS = 0x20b;
/** Indexes of the data directories. */
const IMPORTS = 1;
const DELAYED = 13;
/** Sizes of one entry, and where in it the address of the library's name is. */
const IMPORT_ENTRY = { bytes: 20, nameAt: 12 };
const DELAYED_ENTRY = { bytes: 32, nameAt: 4 };
const SECTION_BYTES = 40;

/**
 * Reads the headers and import tables of a file.
 * @returns null when the content is not a Windows program or library
 * @throws RangeError when the file is cut off, Error when it is for an unknown processor
 */
export function readPe(file: Buffer): PeFile | null {
  if (file.length < 64 || file.toString('latin1', 0, 2) !== 'MZ') return null;
  const header = file.readUInt32LE(0x3c);
  if (file.toString('latin1', header, header + 4) !== 'PE\0\0') return null;
  const machine = file.readUInt16LE(header + 4);
  const arch = MACHINES[machine];
  if (!arch) throw new Error(`Unknown processor 0x${machine.toString(16)}.`);
  const optional = header + 24;
  const dataDirectories = optional + (file.readUInt16LE(optional) === PE32_PLUS ? 112 : 96);
  const dataDirectoryCount = file.readUInt32LE(dataDirectories - 4);
  const sections = sectionsOf(file, optional + file.readUInt16LE(header + 20), file.readUInt16LE(header + 6));
  const names = (dataDirectory: number, entry: typeof IMPORT_ENTRY) => {
    const address = dataDirectory < dataDirectoryCount ? file.readUInt32LE(dataDirectories + dataDirectory * 8) : 0;
    return address === 0 ? [] : libraryNames(file, sections, address, entry);
  };
  return {
    arch,
    linker: [file.readUInt8(optional + 2), file.readUInt8(optional + 3)],
    imports: names(IMPORTS, IMPORT_ENTRY),
    delayed: names(DELAYED, DELAYED_ENTRY),
  };
}

/**
 * Version of a file from its version resource, such as [14, 44, 35211, 0].
 * @returns null when it has none
 */
export function fileVersion(file: Buffer): readonly [number, number, number, number] | null {
  // VS_FIXEDFILEINFO begins with this signature, aligned to 4 bytes.
  const signature = Buffer.from([0xbd, 0x04, 0xef, 0xfe]);
  for (let at = file.indexOf(signature); at >= 0; at = file.indexOf(signature, at + 1)) {
    if (at % 4 === 0 && at + 16 <= file.length)
      return [
        file.readUInt16LE(at + 10),
        file.readUInt16LE(at + 8),
        file.readUInt16LE(at + 14),
        file.readUInt16LE(at + 12),
      ];
  }
  return null;
}

interface Section {
  /** Where the section is in memory, and how much of it the file has. */
  address: number;
  bytes: number;
  /** Where it is in the file. */
  offset: number;
}

function sectionsOf(file: Buffer, at: number, count: number): Section[] {
  return Array.from({ length: count }, (_, index) => {
    const section = at + index * SECTION_BYTES;
    return {
      address: file.readUInt32LE(section + 12),
      bytes: file.readUInt32LE(section + 16),
      offset: file.readUInt32LE(section + 20),
    };
  });
}

function libraryNames(
  file: Buffer,
  sections: readonly Section[],
  address: number,
  { bytes, nameAt }: typeof IMPORT_ENTRY,
): string[] {
  const offset = (rva: number) => {
    const section = sections.find((each) => rva >= each.address && rva < each.address + each.bytes);
    if (!section) throw new RangeError(`Address 0x${rva.toString(16)} is in no section.`);
    return rva - section.address + section.offset;
  };
  const names: string[] = [];
  for (let entry = offset(address); ; entry += bytes) {
    const name = file.readUInt32LE(entry + nameAt);
    // An empty entry ends the table.
    if (name === 0) return names;
    const start = offset(name);
    names.push(file.toString('latin1', start, file.indexOf(0, start)));
  }
}
