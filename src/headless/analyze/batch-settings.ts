import { analysisRequest } from '../arguments/analysis-options.ts';
import { type CommandInput, has, integer, text, UsageError } from '../command.ts';
import { execOf } from '../exec.ts';
import { bundleTarget } from '../output/bundle-output.ts';
import { findingsOf, formatOf } from '../output/findings-format.ts';
import { importModeOf } from './analyze-file.ts';

const MAX_JOBS = 16;

export type BatchSettings = ReturnType<typeof settingsOf>;

/** Options of a batch, read before anything is done. @throws UsageError */
export function settingsOf(input: CommandInput) {
  const output = text(input, 'output-dir');
  // With a results folder, --json selects what is printed; files are JSON by default, too.
  const format = formatOf(output === undefined ? input : { ...input, values: { ...input.values, json: undefined } });
  if (output === '') throw new UsageError('--output-dir requires a folder.');
  const bundleOf = bundleTarget(input);
  if (bundleOf && output !== undefined) throw new UsageError('Use only one of --output-dir, --bundle-dir.');
  if (output === undefined && format !== 'json')
    throw new UsageError(`With several files, --${format} requires --output-dir.`);
  return {
    output,
    bundleOf,
    extension: `.${format}`,
    jobs: integer(input, 'jobs', 1, MAX_JOBS) ?? 1,
    request: analysisRequest(input),
    findings: findingsOf(input, format),
    mode: importModeOf(input),
    exec: execOf(input),
    isAgain: has(input, 'again'),
    printsJson: has(input, 'json') || (output === undefined && !bundleOf),
  };
}
