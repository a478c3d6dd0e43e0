import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Node decodes bytes of an argument that are not UTF-8 to this character. */
const REPLACEMENT = '\ufffd';

/**
 * Returns the bytes of a path given as an argument if they are not UTF-8, as names on Linux may be; Node decodes
 * arguments with loss. Undefined for other paths, and where the system has no such names.
 * @param earlier number of arguments before it that Node decodes to the same text
 */
function rawPath(argument: string, earlier = 0): Buffer | undefined {
  if (process.platform !== 'linux' || !argument.includes(REPLACEMENT)) return undefined;
  // The launcher (bin/reelscope.mjs) can only pass them on as Node decodes them.
  const receiver = process.env['REELSCOPE_LAUNCHER'] === String(process.ppid) ? process.ppid : 'self';
  const all = splitAtNul(readFileSync(`/proc/${receiver}/cmdline`));
  const raw = all.slice(2 - process.argv.length).filter((bytes) => bytes.toString('utf8') === argument)[earlier];
  // The character itself is a valid part of a name.
  if (!raw || Buffer.from(argument).equals(raw)) return undefined;
  return raw[0] === 0x2f ? raw : Buffer.concat([Buffer.from(`${process.cwd()}/`), raw]);
}

/** Absolute paths of arguments; bytes of those that are not UTF-8. */
export function pathsOf(wanted: readonly string[]): (string | Buffer)[] {
  const seen = new Map<string, number>();
  return wanted.map((argument) => {
    const earlier = seen.get(argument) ?? 0;
    seen.set(argument, earlier + 1);
    return rawPath(argument, earlier) ?? resolve(argument);
  });
}

function splitAtNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    parts.push(bytes.subarray(at, end === -1 ? bytes.length : end));
    at = end === -1 ? bytes.length : end + 1;
  }
  return parts;
}

/** Name of a file whose path is not UTF-8, read as Windows-1252, which old archives use. */
export function decodeName(path: Buffer): string {
  return new TextDecoder('windows-1252').decode(path.subarray(path.lastIndexOf(0x2f) + 1));
}
