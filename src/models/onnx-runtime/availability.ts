import { join } from 'node:path';
import { sentence } from '../../core/texts/sentence.ts';
import type { Availability } from '../engine.ts';
import { packageFile } from '../tfjs/package-file.ts';
import { type RuntimeProblem, visualCppProblems, visualCppUrl } from './visual-cpp.ts';

/** A computer that engines are to run on. */
export interface Computer {
  platform: string;
  arch: string;
  /** The addon of ONNX Runtime; null where it has no build. */
  addon: string | null;
  /** Where Windows keeps its libraries. */
  systemFolder: string;
}

let known: Availability | undefined;

/** Whether ONNX Runtime can be loaded, found out once per process and without loading it. */
export function onnxAvailability(): Availability {
  known ??= availabilityOn({
    platform: process.platform,
    arch: process.arch,
    addon: onnxAddon(process.platform, process.arch),
    systemFolder: join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32'),
  });
  return known;
}

/** Path of ONNX Runtime's addon for a platform of Node; null when the package has none. */
export function onnxAddon(platform: string, arch: string): string | null {
  return packageFile('onnxruntime-node', `bin/napi-v6/${platform}/${arch}/onnxruntime_binding.node`);
}

/** Whether ONNX Runtime can be loaded on a computer, and what to install if not. */
export function availabilityOn({ platform, arch, addon, systemFolder }: Computer): Availability {
  if (addon === null)
    return {
      available: false,
      reason: sentence('engine.no-onnx-build', { computer: `${platform} ${arch}` }),
      needs: [],
    };
  const problems = platform === 'win32' ? visualCppProblems(addon, [systemFolder]) : [];
  if (problems.length === 0) return { available: true };
  const missing = problems.filter(({ version }) => version === null);
  const key = missing.length > 0 ? 'engine.visual-cpp-missing' : 'engine.visual-cpp-old';
  return {
    available: false,
    reason: sentence(key, { libraries: (missing.length > 0 ? missing : problems).map(describe).join(', ') }),
    needs: [sentence('need.visual-cpp', { url: visualCppUrl(arch) })],
  };
}

function describe({ library, version }: RuntimeProblem): string {
  return version === null ? library : `${library} ${version}`;
}
