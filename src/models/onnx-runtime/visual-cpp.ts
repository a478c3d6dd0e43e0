import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileVersion, readPe } from './pe-file.ts';

/**
 * Libraries of the Visual C++ runtime that a clean Windows lacks. Microsoft's redistributable installs them; GPLv3
 * does not permit shipping them with the application (docs/decisions, 25), so the installer offers the redistributable.
 */
export const VISUAL_CPP_LIBRARIES: readonly string[] = [
  'msvcp140.dll',
  'msvcp140_1.dll',
  'msvcp140_atomic_wait.dll',
  'vcruntime140.dll',
  'vcruntime140_1.dll',
];

/** Version that the installer requires (build/installer.nsh): the one that the packaged libraries were linked with. */
export const VISUAL_CPP_VERSION: readonly [number, number] = [14, 44];

/** Where Microsoft offers the current redistributable. */
export function visualCppUrl(arch: string): string {
  return `https://aka.ms/vs/17/release/vc_redist.${arch === 'arm64' ? 'arm64' : 'x64'}.exe`;
}

/** Library of the Visual C++ runtime that a file can't use. */
export interface RuntimeProblem {
  library: string;
  /** Installed version that is older than the file's linker; null when the library is missing. */
  version: string | null;
}

/**
 * Libraries of the Visual C++ runtime that a native file and the libraries beside it import and that are missing or too
 * old. Windows itself reports “The specified module could not be found” and names the importing file instead.
 * @param folders where Windows looks besides the file's own folder: `System32`
 * @throws Error when the file can't be read
 */
export function visualCppProblems(file: string, folders: readonly string[]): RuntimeProblem[] {
  const problems = new Map<string, RuntimeProblem>();
  const seen = new Set<string>();
  const visit = (path: string, content: Buffer) => {
    const program = readPe(content);
    if (!program) return;
    for (const name of program.imports.map((each) => each.toLowerCase())) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (VISUAL_CPP_LIBRARIES.includes(name)) {
        const problem = runtimeProblem(name, [dirname(path), ...folders], program.linker);
        if (problem) problems.set(name, problem);
      } else {
        const beside = join(dirname(path), name);
        const library = readIfPresent(beside);
        if (library) visit(beside, library);
      }
    }
  };
  visit(file, readFileSync(file));
  return [...problems.values()].sort((a, b) => (a.library < b.library ? -1 : 1));
}

/** The first copy counts: Windows looks no further. */
function runtimeProblem(
  library: string,
  folders: readonly string[],
  linker: readonly [number, number],
): RuntimeProblem | null {
  for (const folder of folders) {
    const content = readIfPresent(join(folder, library));
    if (!content) continue;
    const version = fileVersion(content);
    const isOlder = version && (version[0] < linker[0] || (version[0] === linker[0] && version[1] < linker[1]));
    return isOlder ? { library, version: version.slice(0, 3).join('.') } : null;
  }
  return { library, version: null };
}

function readIfPresent(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
