import { parseArgs } from 'node:util';
import { checkNativeFiles, reportText } from './native/check.ts';

/*
 * `node build/check-native.ts FOLDER --platform win32 --arch x64 [--no-visual-cpp]`: reads the native files of an
 * unpacked package, on any system, and fails when one imports what is neither the system's nor in the package.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    platform: { type: 'string' },
    arch: { type: 'string' },
    'visual-cpp': { type: 'boolean', default: true },
    'minimum-system': { type: 'string' },
  },
});
const { platform, arch } = values;
if (positionals.length === 0 || (platform !== 'win32' && platform !== 'darwin') || (arch !== 'x64' && arch !== 'arm64'))
  throw new Error('Usage: check-native.ts FOLDER... --platform win32|darwin --arch x64|arm64');
for (const folder of positionals) {
  const report = checkNativeFiles(folder, {
    platform,
    arch,
    hasVisualCpp: values['visual-cpp'],
    ...(values['minimum-system'] ? { minimumSystem: values['minimum-system'] } : {}),
  });
  console.log(`${folder}: ${reportText(report)}`);
  if (report.files === 0 || report.problems.length > 0) process.exitCode = 1;
}
