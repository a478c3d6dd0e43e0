import { ANALYSIS_OPTIONS } from '../arguments/analysis-options.ts';
import type { Options } from '../command.ts';
import { EXEC_OPTION } from '../exec.ts';
import { BUNDLE_OPTIONS } from '../output/bundle-output.ts';
import { FINDINGS_OPTIONS } from '../output/findings-format.ts';

/** Options that concern several files. */
const BATCH_OPTIONS = {
  recursive: { type: 'boolean', help: 'include subfolders' },
  hidden: { type: 'boolean', help: 'include hidden files and folders' },
  jobs: {
    type: 'string',
    value: 'N',
    help: 'analyses that run at once (default: 1; a server that is already running keeps its own number)',
  },
  'output-dir': {
    type: 'string',
    value: 'DIR',
    help: 'write the findings of each file to this folder, in the same folder structure',
  },
  lines: { type: 'boolean', help: 'print one line of JSON for each file, also for one file' },
  resume: { type: 'boolean', help: 'skip what an interrupted run has done; without files, continue the last one' },
} as const satisfies Options;

/** Options of `analyze`; help, completion, and manual page are made of this table. */
export const ANALYZE_OPTIONS = {
  ...ANALYSIS_OPTIONS,
  ...FINDINGS_OPTIONS,
  translation: { type: 'boolean', help: 'print transcript lines in English; implies --translate' },
  reference: { type: 'boolean', help: 'leave files in place (default: the storage setting)' },
  copy: { type: 'boolean', help: 'copy files into the library' },
  again: { type: 'boolean', help: 'reanalyze videos that were already analyzed with these modules and options' },
  ...EXEC_OPTION,
  ...BUNDLE_OPTIONS,
  ...BATCH_OPTIONS,
} as const satisfies Options;

/** Whether an option concerns several files. */
export function isBatchOption(name: string): boolean {
  return Object.hasOwn(BATCH_OPTIONS, name);
}
