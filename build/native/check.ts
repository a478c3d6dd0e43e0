import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readPe } from '../../src/models/onnx-runtime/pe-file.ts';
import { VISUAL_CPP_LIBRARIES, VISUAL_CPP_VERSION } from '../../src/models/onnx-runtime/visual-cpp.ts';
import { readMachO } from './mach-o.ts';
import { isPartOfMacos, isPartOfWindows } from './system-libraries.ts';

/** System and processor of a package, and its promises. */
export interface Target {
  platform: 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
  /** Whether the installer installs the Visual C++ runtime. */
  hasVisualCpp?: boolean;
  /** First macOS that the package runs on by its own account, such as `15.0`. */
  minimumSystem?: string;
}

/** Problems of the native files of a package. */
export interface NativeReport {
  /** Native files that were read. */
  files: number;
  /** One sentence per problem, by file. */
  problems: string[];
  /** Libraries of the Visual C++ runtime that the installer must install. */
  visualCpp: string[];
}

/** Files that can be native; what has another ending is loaded by nobody. */
const NATIVE = /\.(?:node|dll|exe|dylib|so)(?:\.[\d.]+)?$/i;

/**
 * Reads every native file below a folder, and resolves what it imports as the system's loader would.
 * @param folder such as `app.asar.unpacked`
 * @throws Error when a file can't be read
 */
export function checkNativeFiles(folder: string, target: Target): NativeReport {
  const report: NativeReport = { files: 0, problems: [], visualCpp: [] };
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && NATIVE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const needed = new Set<string>();
  for (const path of paths) {
    const name = relative(folder, path).replaceAll('\\', '/');
    const problem = (text: string) => report.problems.push(`${name} ${text}`);
    report.files++;
    const content = readFileSync(path);
    if (target.platform === 'win32') checkWindows(path, content, target, problem, needed);
    else checkMacos(path, content, target, problem);
  }
  report.visualCpp = [...needed].sort();
  return report;
}

function checkWindows(
  path: string,
  content: Buffer,
  target: Target,
  problem: (text: string) => void,
  visualCpp: Set<string>,
): void {
  const program = readPe(content);
  if (!program) return problem('is not for Windows');
  if (program.arch !== target.arch) return problem(`is for ${program.arch}`);
  const beside = new Set(readdirSync(dirname(path)).map((name) => name.toLowerCase()));
  for (const library of [...program.imports, ...program.delayed]) {
    const name = library.toLowerCase();
    if (isPartOfWindows(name) || beside.has(name)) continue;
    if (!VISUAL_CPP_LIBRARIES.includes(name))
      problem(`imports ${library}, which is neither part of Windows nor beside it`);
    else if (target.hasVisualCpp) {
      visualCpp.add(name);
      if (isNewer(program.linker, VISUAL_CPP_VERSION))
        problem(
          `needs Visual C++ ${program.linker.join('.')}; the installer is content with ${VISUAL_CPP_VERSION.join('.')}`,
        );
    } else problem(`imports ${library}, and the installer doesn’t install the Visual C++ runtime`);
  }
}

function checkMacos(path: string, content: Buffer, target: Target, problem: (text: string) => void): void {
  const parts = readMachO(content);
  if (parts.length === 0) return problem('is not for macOS');
  const part = parts.find(({ arch }) => arch === target.arch);
  if (!part) return problem(`is for ${parts.map(({ arch }) => arch).join(', ')}`);
  // Joining would take `..` for the parent of the name `@loader_path`.
  const place = (written: string) => written.replace(/^@loader_path/, dirname(path));
  for (const library of part.libraries) {
    if (isPartOfMacos(library)) continue;
    const rest = library.startsWith('@rpath/') ? library.slice('@rpath/'.length) : null;
    const files = rest === null ? [place(library)] : part.rpaths.map((rpath) => join(place(rpath), rest));
    if (!files.some((file) => existsSync(file)))
      problem(`needs ${library}, which is neither part of macOS nor in the package`);
  }
  const [major = 0, minor = 0] = (target.minimumSystem ?? '').split('.').map(Number);
  if (target.minimumSystem && part.minimumSystem && isNewer(part.minimumSystem, [major, minor]))
    problem(`is built for macOS ${part.minimumSystem.join('.')}; the package accepts ${target.minimumSystem}`);
}

function isNewer(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);
}

/** Text of a report, for an error or the log of a build. */
export function reportText({ files, problems, visualCpp }: NativeReport): string {
  const runtime = visualCpp.length > 0 ? ` Visual C++ runtime: ${visualCpp.join(', ')}.` : '';
  return `${files} native files, ${problems.length} problems.${runtime}${problems.map((text) => `\n  ${text}`).join('')}`;
}
