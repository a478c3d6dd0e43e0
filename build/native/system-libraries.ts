/**
 * Libraries that are part of every Windows 10 and 11 that Electron runs on. A name that is missing here fails the
 * package, so that a person looks whether Windows has it before it is added. The Visual C++ runtime (msvcp140,
 * vcruntime140) is not part of Windows.
 */
const WINDOWS = new Set([
  'advapi32',
  'avicap32',
  'bcrypt',
  'bcryptprimitives',
  'cfgmgr32',
  'comctl32',
  'comdlg32',
  'crypt32',
  'd3d11',
  'd3d12',
  'dbghelp',
  'dnsapi',
  'dwmapi',
  'dxgi',
  'dxva2',
  'gdi32',
  'imm32',
  'iphlpapi',
  'kernel32',
  'mf',
  'mfplat',
  'mfreadwrite',
  'msvcrt',
  'ncrypt',
  'ntdll',
  'ole32',
  'oleaut32',
  'powrprof',
  'psapi',
  'rpcrt4',
  'secur32',
  'setupapi',
  'shell32',
  'shlwapi',
  'strmiids',
  'ucrtbase',
  'user32',
  'userenv',
  'version',
  'winmm',
  'ws2_32',
]);

/** Interfaces of Windows (API sets), which no file contains: Windows 10 has them, the universal C runtime included. */
const API_SET = /^(?:api|ext)-ms-win-/;

/**
 * The program that loads an addon. Addons import functions of Node from it by name, at the first call (node-gyp's
 * hook).
 */
const HOSTS = new Set(['node.exe', 'electron.exe', 'reelscope.exe']);

/** Whether Windows has a library, or the program itself is meant. @param name in any case, such as `KERNEL32.dll` */
export function isPartOfWindows(name: string): boolean {
  const lower = name.toLowerCase();
  return API_SET.test(lower) || HOSTS.has(lower) || WINDOWS.has(lower.replace(/\.dll$/, ''));
}

/** Whether macOS has a library. It keeps them in a cache, so they can't be looked up as files. */
export function isPartOfMacos(path: string): boolean {
  return path.startsWith('/usr/lib/') || path.startsWith('/System/Library/');
}
